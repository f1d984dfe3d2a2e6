// Asks a running server for a maze and walks out of it, the right hand always on the wall. Node 18 or later.
//
//   node examples/maze.mjs [http://127.0.0.1:8080]

const SIDES = 'NESW';
const MOVES = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };

const base = process.argv[2] ?? process.env.DEDALE_URL ?? 'http://127.0.0.1:8080';
const answer = await fetch(`${base}/maze?algo=backtracker&w=16&h=8`);
const maze = await answer.json();
if (!answer.ok) throw new Error(`${answer.status}: ${maze.detail}`);

let [row, column] = maze.from;
let facing = SIDES.indexOf('S');
let steps = 0;
while (row !== maze.to[0] || column !== maze.to[1]) {
  // To the right, else straight on, else to the left, else back.
  const turn = [1, 0, 3, 2].find((turn) => !maze.cells[row][column].includes(SIDES[(facing + turn) % 4]));
  facing = (facing + turn) % 4;
  const [down, right] = MOVES[SIDES[facing]];
  row += down;
  column += right;
  steps += 1;
  // In a maze without loops the hand passes each wall of each cell at most once.
  if (steps > 4 * maze.w * maze.h) throw new Error(`lost in the maze of seed ${maze.seed}`);
}
console.log(`seed ${maze.seed}: from ${maze.from} to ${maze.to} in ${steps} steps, a hand on the wall`);
