// The records that the modules of the page hand to each other, and the answers of the service, for the type checker alone: nothing of this is
// served. The state of the page is in `address.js`.

import type { Setting, State } from './address.js';
import type { StepAnimation } from './watch/animation.js';
import type { Graph } from './graph.js';
import type { OpenedMaze } from './open.js';
import type { Problem } from './service.js';
import type { GridLines } from './square-paint.js';
import type { View } from './view.js';
import type { Game } from './play/game.js';

export type { Setting, State, StepAnimation, Graph, OpenedMaze, Problem, GridLines, View, Game };
export type { SheetsOptions } from './paper.js';
export type { Size } from './shapes.js';
export type { Layout } from './layout.js';
export type { Maze } from './maze.js';
export type { Mesh } from './mesh.js';
export type { Camera } from './view.js';
export type { MapCamera } from './map/camera.js';

/** Changes of settings, by name. */
export type Changes = Partial<Record<Setting, string>>;
/** Parameters of a request beside those of the state; what is false is left out of it. */
export type Parameters = Record<string, string | number | undefined>;
/** A function that is called with settings, and whether somebody is still typing or dragging. */
export type ChangeState = (changes: Changes, stillEditing?: boolean, notice?: string) => void;
export type SetStatus = (words: string) => void;

export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** x and y. */
export type Point = [number, number];
/** x and y of one end, and of the other. */
export type Edge = [number, number, number, number];
/** Left, top, right and bottom. */
export type Box = [number, number, number, number];
/** Red, green and blue, from 0 to 255. */
export type Rgb = number[];
/** Where a key or a swipe leads: a direction on the page, or `U` and `D` for stairs. */
export type Direction = number[] | string;
/** The numbers of a cell: row and column, or whatever its grid has. */
export type Address = number[];

export type ThemeColors = Record<
  'floor' | 'inside' | 'wall' | 'wallOnHeat' | 'thread' | 'threadBorder' | 'entrance' | 'exit' | 'head' | 'headRing' | 'player' | 'trail' | 'trod' | 'hint' | 'note' |
  'untouched' | 'untouchedWall' | 'seen' | 'active' | 'left' | 'filled' | 'frontier' | 'settled', string
> & { sets: string[] };

/** Gives the color of a cell, or nothing. */
export type ColorOfCell = (cell: number) => Rgb | null | 0 | undefined;
/** The colors of all cells, as one of the two painters keeps them. */
export type CellColors = OffscreenCanvas | ColorOfCell;

/** What a view shows of an animation: a color for each cell, and what is above the maze. */
export interface Film {
  readonly ended: unknown;
  readonly path: number[];
  readonly hasEnds: boolean;
  readonly hasNotes: boolean;
  isUntouched(cell: number): boolean;
  colorOf(cell: number, colors: ThemeColors): string;
  picture(colors: ThemeColors): CellColors | null;
  paintAbove(ctx: Context2D, lines: GridLines, colors: ThemeColors): void;
}

/** What `square-paint.js` and `mesh-paint.js` both do, each for its own mazes. */
export interface Painter {
  GridLines: new (x: number, y: number, size: number) => GridLines;
  paintFloor(ctx: Context2D, maze: Graph, lines: GridLines, colors: ThemeColors, only?: Iterable<number> | null): void;
  prepareCellColors(maze: Graph, colorOf: ColorOfCell): CellColors;
  paintCellColors(ctx: Context2D, maze: Graph, lines: GridLines, colors: CellColors, only?: Iterable<number> | null): void;
  paintWalls(ctx: Context2D, maze: Graph, lines: GridLines, color: string, width: number, height: number, only?: Iterable<number> | null, outerColor?: string): void;
  paintCells(ctx: Context2D, maze: Graph, lines: GridLines, changed: Iterable<number>, colorOf: (cell: number) => string, wallColor: string, outerColor?: string): void;
  paintCellWalls(ctx: Context2D, maze: Graph, lines: GridLines, cells: Iterable<number>, wallColor: string, outerColor?: string): void;
  paintThread(ctx: Context2D, maze: Graph, lines: GridLines, path: number[], color: string, border: string | null, wallColor: string): void;
  paintStairs(ctx: Context2D, maze: Graph, lines: GridLines, color: string): void;
  paintRing(ctx: Context2D, maze: Graph, lines: GridLines, cell: number, color: string, border: string): void;
  paintMark(ctx: Context2D, maze: Graph, lines: GridLines, cell: number, color: string, border: string): void;
  paintDisc(ctx: Context2D, maze: Graph, lines: GridLines, cell: number, color: string, radius: number): void;
  /** Only where lines are smooth: the part of the canvas that changed cells reach into, or `null` for all of it. */
  changedRegion?(ctx: Context2D, maze: Graph, lines: GridLines, changed: Iterable<number>): { clip: Path2D, cells: Set<number> } | null;
}

// Symbols and what is placed in a maze

export type Ink = 'wall' | 'path' | 'ground';
/** From back to front: an ink, and the path of an SVG. */
export interface SymbolAreas { areas: [Ink, string][], plate: [Point, Point] | null }
/** A part of a symbol, where in a square from -100 to 100 it is, and how large. */
export interface SymbolPart { ink: Ink, d: string, at: Point, scale: number }
export interface PlacedSymbol { parts: SymbolPart[], center: Point, radius: number }
export interface PlacedLetters { center: Point, radius: number, scale: number, thick: number, parts: { d: string, at: Point }[] }
/** The shapes of all that is placed in a maze. */
export interface PlacedThings { bars: { edge: Edge, width: number }[], symbols: PlacedSymbol[], letters: PlacedLetters[] }
/** A thing in a cell; a key has the number of its door. */
export interface Item { name: string, cell: number, lock?: number }
/** A locked door on a side of a cell. */
export interface Lock { lock: number, cell: number, side: number }
export interface Letter { text: string, cell: number, on_path: boolean }

// Answers of the service

export interface CatalogOption { name: string, default: string, values: string[] }
export interface CatalogEntry { name: string, title: string, description: string, texture?: string }
export interface AlgorithmInfo extends CatalogEntry { aliases: string[], grids: string[], options: CatalogOption[] }
export interface SolverInfo extends CatalogEntry { options: CatalogOption[], weights: boolean, walk: string, shortest: boolean }
export interface GridInfo extends CatalogEntry { aliases: string[], address: string[], algorithms: string[], options: CatalogOption[], formats: string[] }

/** What is placed, with addresses and names in place of numbers. */
export interface PlacedAnswer {
  items?: { name: string, cell: Address, lock?: number }[];
  locks?: { lock: number, cell: Address, side: string }[];
  letters?: { text: string, cell: Address, on_path: boolean }[];
  answer?: string | null;
}

/** What all answers of `/maze.json` and `/convert.json` have. */
export interface MazeAnswer extends PlacedAnswer {
  algo: string;
  seed: string | number;
  encoding: string;
  from: Address;
  to: Address;
  grid?: string;
  w?: number;
  h?: number;
  rings?: number;
  floors?: number;
  crossings?: Crossing[];
  options?: { difficulty?: string, wrap?: string, mask?: string, outline?: string, reveal?: string };
  /** Of a file: how it was read. */
  read?: string;
  dark?: string;
  threshold?: number;
  warnings?: string[];
  /** The ends that a file marks, where the page has chosen another one. */
  marked?: { from?: Address, to?: Address };
}
/** Row and column of a bridge, and how the tunnel under it runs. */
export type Crossing = [number, number, 'NS' | 'EW'];

/** With `encoding=bits`: the walls of each square, `null` where it is blocked. */
export interface BitsAnswer extends MazeAnswer { w: number, h: number, cells: (number | null)[][], weights?: number[][] }
/** With `encoding=graph`: each cell with its place and its sides. */
export interface GraphAnswer extends MazeAnswer { cells: GraphCell[], rock?: GraphCell[], details?: Point[][] }
export interface GraphCell { cell: Address, center: Point, polygon: Point[], sides: GraphSide[], weight?: number }
export interface GraphSide { side: string, open: boolean, to: number | null, tunnel?: boolean, corners?: Point, via?: Point }

/** `/solve` */
export interface SolveAnswer { solver: string, length: number | null, visited: number, cost?: number | null, path?: Address[], stats?: Stats }
export interface Stats {
  cells: number, passages: number, dead_ends: number, dead_end_share: number, junctions: number, longest_path: { length: number },
  difficulty: number | null, path_share: number | null, straightness: number | null,
}

/** A line of a stream of steps, and its last one. */
export interface StepLine { step: string, cell?: Address, from?: Address, side?: string, parent?: Address }
export interface EndLine { step: 'end' | 'stopped', length?: number | null, gave_up?: string }

/** What is wrong with a parameter. */
export interface Fault { parameter: string, detail: string, value?: string, code?: string, args?: Record<string, string>, isTheirs?: boolean }
/** What is wrong at a place of a file. */
export interface FileFault { line?: number, place?: string, text?: string, caret?: string, detail: string }
/** `application/problem+json`, and what the page adds to its own problems. */
export interface ProblemAnswer {
  title?: string, detail?: string, code?: string, args?: Record<string, unknown>, errors?: Fault[], faults?: FileFault[], isOurs?: boolean, isFinal?: boolean,
}

/** The kinds of what the catalogue of the service describes. */
export type CatalogKind = 'algorithms' | 'solvers' | 'grids';
/** The values that are put into words. */
export type Values = Record<string, unknown> & { count?: number | bigint };

/** The words of a book in one language. */
export interface BookWords {
  lang: string, maze: string, few: string, many: string, seed: string, solution: string, solutions: string, with_solutions: string, page: string, solution_on: string, name: string, word: string, sum: string, color: string,
  belongs_to: string, rules: string[], done: string,
  /** What to do with mazes, by their marks. */
  tasks: Record<string, string>,
}
/** The parameters of a book beside those of its mazes. */
export interface BookParameters {
  count: string, paper: string, per_page: string, answers: string, marks?: string, lang?: string, show?: string, title?: string,
  [name: string]: string | undefined,
}

// Parts of the page

/** A maze as far as it was solved: the cells of its path. */
export interface Solution extends SolveAnswer { cells: number[] }
/** What the catalogue of the service says, by name. */
export interface Catalog {
  algorithm(name: string): AlgorithmInfo | undefined;
  solver(name: string): SolverInfo | undefined;
  grid(name: string): GridInfo | undefined;
  solving(state: { weights: string }): SolverInfo[];
  readonly solvers: SolverInfo[];
}
/** The name of a counter, and what it counts. */
export type Counter = [string, number | string];
/** The name of a color, and the key of the words for it. */
export type KeyEntry = [string, string];
/** Where one animation is shown. */
export interface Pane { view: View, title: HTMLElement, counters: HTMLElement }
/** A pane in a race. */
export interface Lane extends Pane { element: HTMLElement, place: HTMLElement }
/** All that `restore` needs to show an animation again as it was. */
export interface Snapshot {
  steps: number, act: string, head: number, tail: number[], counts: Record<string, number>, marks: Uint8Array, path: number[],
}
export interface BuildSnapshot extends Snapshot { passages: number, walls: Uint8Array, sets: CellSets | null }
export interface SolveSnapshot extends Snapshot { visited: number, frontier: number[], parents: Int32Array, costs: Float64Array }
/** Sets of cells: the number of each cell's set, the next cell in a ring of them, and by number how many cells a set has. */
export interface CellSets { of: Int32Array, next: Int32Array, sizes: Int32Array }
/** What the page does for a mode. */
export interface Page { setStatus: SetStatus, setPageState: (name: string) => void, showError: (error: Error) => void }

/** What a mask consists of. */
export interface MaskParts { kind: string, value: string, isTurned: boolean }

// The map

/** A place along a side: a whole cell, and a part of it. */
export interface Coordinate { cell: bigint, part: number }
export interface MapCell { row: bigint, col: bigint }
export interface MapPlace { row: Coordinate, col: Coordinate }
export interface MapState {
  w: string, h: string, seed: string, passes: string, generator: string, at: MapPlace | null, zoom: number | null, from: MapCell | null, to: MapCell | null,
  walk: MapCell | null, path: boolean, lang: string,
}
/** Blocks of a level, from `row` and `col` on. */
export interface MapWindow { level: number, row: bigint, col: bigint, rows: number | bigint, cols: number | bigint }
export interface Tile extends MapWindow { key: string, i: bigint, j: bigint, rows: number, cols: number }
/** A number of moves, and its relative error. */
export interface MoveCount { value: number, error: number }
/** The parts of the path in a tile. */
export interface PathTile { row: bigint, col: bigint, grid: Maze, parts: number[][], length: MoveCount }
export interface MapSide { bit: number, down: number, right: number }
export type MapSideName = 'north' | 'east' | 'south' | 'west';

import type { Maze } from './maze.js';

declare global {
  /** The reader of the description of the interface, and how a part of it is set up: see `../docs/reference.js`. */
  const Scalar: { createApiReference(selector: string, options: object): void };
  var __zod_globalConfig: object;
}

// What the building of a maze and the search in it both have.
declare module './watch/animation.js' {
  interface StepAnimation {
    follow(kind: string, cell: number, side: number, parent: number): void;
    finish(): void;
    readonly counters: Counter[];
    readonly key: KeyEntry[];
  }
}

// What every grid has: `Maze` and `Mesh` say how.
declare module './graph.js' {
  interface Graph {
    /** How many cells there are. */
    readonly size: number;
    /** How large it is drawn, in sides of a square. */
    readonly width: number;
    readonly height: number;
    /** Whether there are floors, and stairs between them. */
    readonly hasFloors: boolean;
    /** The cell with an address, or -1. */
    at(address: Address): number;
    address(cell: number): Address;
    has(address: Address): boolean;
    row(cell: number): number;
    center(cell: number): Point;
    middleOf(cell: number, side: number): Point;
    edgeOf(cell: number, side: number): Edge | null;
    room(cell: number): number;
    cellAt(x: number, y: number): number;
    apart(a: number, b: number): number;
    inWords(cell: number): string;
    sides(cell: number): number[];
    sideNamed(cell: number, name: string): number;
    sideName(cell: number, side: number): string;
    direction(cell: number, side: number): Point;
    beside(cell: number, side: number): number;
    opposite(cell: number, side: number): number;
    distancesFrom(start: number): Int32Array;
    changed(): void;
    walled(): Graph;
  }
}
