// Asks a running server how a maze is built, follows each step, and ends with the same maze. Node 18 or later.
//
//   node examples/steps.mjs [http://127.0.0.1:8080]

const BACK = { N: 'S', E: 'W', S: 'N', W: 'E' };

const base = process.argv[2] ?? process.env.DEDALE_URL ?? 'http://127.0.0.1:8080';
const query = 'algo=wilson&w=8&h=6&seed=7';
const answer = await fetch(`${base}/maze/steps?${query}`);
if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.json()).detail}`);

const walls = Array.from({ length: 6 }, () => Array.from({ length: 8 }, () => new Set('NESW')));
const counts = {};
let rest = '';
for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const { step, from, side, to } of lines.map((line) => JSON.parse(line))) {
    counts[step] = (counts[step] ?? 0) + 1;
    if (step === 'carve') {
      walls[from[0]][from[1]].delete(side);
      walls[to[0]][to[1]].delete(BACK[side]);
    }
  }
}

const maze = await (await fetch(`${base}/maze?${query}`)).json();
const built = walls.map((row) => row.map((cell) => [...cell].join('')));
if (JSON.stringify(built) !== JSON.stringify(maze.cells)) throw new Error('the steps build another maze');
console.log(`${counts.carve} passages carved, after ${counts.visit} visits and ${counts.erase} erased`);
