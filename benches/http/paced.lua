-- Asks for another seed each time, and waits a while before each request: `wrk … -- MILLISECONDS`. The path that wrk is given
-- ends in "seed=".
local seed = 0
local pause = 0

function init(args)
  math.randomseed(os.time())
  seed = math.random(1, 2 ^ 40)
  pause = tonumber(args[1])
end

function delay()
  return pause
end

function request()
  seed = seed + 1
  return wrk.format("GET", wrk.path .. string.format("%d", seed))
end
