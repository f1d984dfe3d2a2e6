// Makes, draws, solves and checks a maze with the client that openapi-typescript and openapi-fetch make of openapi.yaml.

import { strict as assert } from "node:assert";
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const baseUrl = process.argv[2];
assert(baseUrl, "the address of the service is missing");
const client = createClient<paths>({ baseUrl });

const { data: maze, error: problem } = await client.GET("/maze.json", {
  params: { query: { algo: "wilson", w: 12, h: 8, seed: "7", encoding: "bits" } },
});
if (!maze) throw new Error(problem.detail);
// Only a maze on another grid than plain squares has a grid.
assert(!("grid" in maze));
// The encoding says which type the cells have.
assert(maze.encoding === "bits");
const walls: number = maze.cells.flat().filter((bits) => bits & 4).length;
assert(walls > 0 && maze.cells.length === maze.h && maze.seed === 7);
assert.deepEqual(maze.to, [7, 11]);

// One question for any grid and any part of a path.
const s = await client.GET("/solve.json", { params: { query: { algo: "prim", w: 5, h: 5, seed: "7", include: ["path", "distances"] } } });
if (s.error) throw new Error(s.error.detail);
const moves: number = s.data.reachable && s.data.length != null ? s.data.length : -1;
assert(moves > 0 && s.data.from.length === 2 && s.data.to.length === 2);

const { data: hexagons } = await client.GET("/maze.json", { params: { query: { grid: "hex", w: 5, h: 4, seed: "7" } } });
assert(hexagons && "grid" in hexagons && hexagons.grid === "hex" && hexagons.cells.length === 4);
assert(hexagons.encoding === "walls");
// The sides of the first cell of the first row, which may be missing in other shapes.
const row = hexagons.cells[0];
const sides = Array.isArray(row) ? row[0] : null;
assert(Array.isArray(sides) && sides.length > 0);

const { data: svg } = await client.GET("/maze.svg", { params: { query: { seed: "7", heat: "distance" } }, parseAs: "text" });
assert(svg?.startsWith("<svg "));
const { data: png } = await client.GET("/maze.png", { params: { query: { seed: "7" } }, parseAs: "blob" });
assert.equal(png?.type, "image/png");

const { data: solution } = await client.POST("/solve", {
  params: { query: { solver: "astar", include: ["path", "directions", "stats"] } },
  body: maze,
});
// It would be text with another `format`, and its directions a list of names on another grid.
assert(typeof solution === "object" && "length" in solution && solution.length !== null && typeof solution.directions === "string");
assert.equal(solution.directions.length, solution.length);
assert.equal(solution.path?.length, solution.length + 1);
const difficulty: number | null | undefined = solution.stats?.difficulty;
assert(typeof difficulty === "number" && difficulty > 0);

const check = async (directions: string) => {
  const { data, error } = await client.POST("/check", { params: { query: { directions } }, body: maze });
  if (error) throw new Error(error.detail);
  // A problem is the answer to a line, where there are several.
  assert("ok" in data);
  return data;
};
assert.equal((await check(solution.directions)).ok, true);
const verdict = await check("N");
assert(!verdict.ok && (verdict.reason === "wall" || verdict.reason === "outside"));

// What is drawn is sent as it is, and its form is found by looking at it.
const drawing = "#######\n#S....#\n#####.#\n#E....#\n#######\n";
const { data: drawn } = await client.POST("/check", {
  params: { query: { directions: "EEEESSWWWW" } },
  body: drawing,
  bodySerializer: (body) => String(body),
  headers: { "Content-Type": "application/octet-stream" },
});
assert(drawn && "ok" in drawn && drawn.ok && drawn.read === "squares");

const { error } = await client.GET("/maze", { params: { query: { w: 0 } } });
assert.equal(error?.code, "invalid-parameter");
assert.equal(error?.type, "urn:dedale:problem:invalid-parameter");
assert.equal(error.errors?.[0]?.parameter, "w");

console.log(`a maze of ${maze.w} × ${maze.h} cells was made, drawn, solved in ${solution.length} moves and checked`);
