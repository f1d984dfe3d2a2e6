-- Asks for another seed each time: the path that wrk is given ends in "seed=".
local seed = 0

function init(args)
  math.randomseed(os.time())
  seed = math.random(1, 2 ^ 40)
end

function request()
  seed = seed + 1
  return wrk.format("GET", wrk.path .. string.format("%d", seed))
end
