"""Mazes of 15 × 15 cells and their shortest paths from corner to corner as arrays of numpy: those of the service, of maze-dataset and
of mazelib, in one run and in turns.

benches/peers/python/run

Of the service, that is the data set as it is read from the network by numpy, and the processor time of the server and of the reader
together. Of the libraries, it is the arrays that they keep themselves; what else may be done with them is not measured. The table has
the fastest of three turns, in microseconds for a maze. Processor time hardly depends on other work on the machine. By the clock,
the service uses all processors, and the libraries one.

- maze-dataset makes its mazes in one process, without files. It is given both ends, as the others are.
- mazelib solves by its `Collision`, which is the fastest of its solvers that find shortest paths of such mazes.
"""

import io
import subprocess
import sys
import time
import warnings
from urllib.request import urlopen

import numpy
import psutil
from maze_dataset import MazeDataset, MazeDatasetConfig
from maze_dataset.generation import LatticeMazeGenerators
from mazelib import Maze
from mazelib.generate.BacktrackingGenerator import BacktrackingGenerator
from mazelib.generate.Division import Division
from mazelib.generate.Kruskal import Kruskal
from mazelib.generate.Prims import Prims
from mazelib.generate.Wilsons import Wilsons
from mazelib.solve.Collision import Collision

SIDE, TURNS = 15, 3
BLOCKS = 2 * SIDE + 1
# How many mazes the service makes in a turn, and the libraries: a second or two.
OURS, THEIRS = 100_000, {"wilson": 40}
ALGORITHMS = {
    "backtracker": (LatticeMazeGenerators.gen_dfs, BacktrackingGenerator),
    "prim": (LatticeMazeGenerators.gen_prim, Prims),
    "kruskal": (LatticeMazeGenerators.gen_kruskal, Kruskal),
    "wilson": (LatticeMazeGenerators.gen_wilson, Wilsons),
    "division": (LatticeMazeGenerators.gen_recursive_division, Division),
}


def service(url, algorithm, turn):
    query = f"w={SIDE}&h={SIDE}&algo={algorithm}&seed={turn}&include=maze,path&count={OURS}"
    with urlopen(f"{url}/mazes.npy?{query}") as answer:
        mazes = numpy.load(io.BytesIO(answer.read()))
    return len(mazes), mazes[0]["maze"], numpy.argwhere(mazes[0]["path"])


def maze_dataset(algorithm, turn):
    count = THEIRS.get(algorithm, 200)
    ends = {"allowed_start": [(0, 0)], "allowed_end": [(SIDE - 1, SIDE - 1)]}
    config = MazeDatasetConfig(
        name="mazes", grid_n=SIDE, n_mazes=count, maze_ctor=ALGORITHMS[algorithm][0], seed=turn, endpoint_kwargs=ends
    )
    mazes = MazeDataset.from_config(config, load_local=False, save_local=False, do_download=False, gen_parallel=False)
    first = mazes[0]
    walls = numpy.ones((BLOCKS, BLOCKS), numpy.uint8)
    walls[1::2, 1::2] = 0
    down, right = first.connection_list
    walls[2::2, 1::2] -= down
    walls[1::2, 2::2] -= right
    cells = 2 * first.solution + 1
    return len(mazes.mazes), walls, numpy.concatenate([cells, (cells[1:] + cells[:-1]) // 2])


def mazelib(algorithm, turn):
    count = THEIRS.get(algorithm, 100)
    mazes = []
    for number in range(count):
        maze = Maze(turn * count + number)
        maze.generator = ALGORITHMS[algorithm][1](SIDE, SIDE)
        maze.generate()
        maze.start, maze.end = (1, 0), (BLOCKS - 2, BLOCKS - 1)
        maze.solver = Collision()
        maze.solve()
        mazes.append((maze.grid, numpy.array(maze.solutions[0])))
    return count, *mazes[0]


def check(walls, path):
    """A path is one from corner to corner, and no two parts of the maze are joined twice: then it is the shortest."""
    assert walls.shape == (BLOCKS, BLOCKS) and (walls[1::2, 1::2] == 0).all()
    assert (walls[1:-1, 1:-1] == 0).sum() == 2 * SIDE * SIDE - 1, "a perfect maze"
    blocks = {tuple(block) for block in path.tolist()}
    assert {(1, 1), (BLOCKS - 2, BLOCKS - 2)} <= blocks and len(blocks) == len(path) and not any(walls[block] for block in blocks)


def measured(way, processes, *arguments):
    """Microseconds for each maze: of processor time of all these processes, and by the clock."""
    used = lambda: sum(sum(process.cpu_times()[:2]) for process in processes)
    start, before = time.perf_counter(), used()
    count, walls, path = way(*arguments)
    times = (used() - before) * 1e6 / count, (time.perf_counter() - start) * 1e6 / count
    check(walls, path)
    return times


def compare(url, server):
    here = psutil.Process()
    print("| algorithm | service, µs | maze-dataset, µs | ratio | mazelib, µs | ratio | by the clock: service, µs | ratio | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for algorithm in ALGORITHMS:
        turns = [
            measured(service, [here, server], url, algorithm, turn)
            + measured(maze_dataset, [here], algorithm, turn)
            + measured(mazelib, [here], algorithm, turn)
            for turn in range(TURNS)
        ]
        ours, ours_passed, first, first_passed, second, second_passed = (min(times) for times in zip(*turns))
        print(f"| {algorithm} | {ours:.1f} | {first:,.0f} | {first / ours:,.0f} | {second:,.0f} | {second / ours:,.0f}", end="")
        print(f" | {ours_passed:.1f} | {first_passed / ours_passed:,.0f} | {second_passed / ours_passed:,.0f} |", flush=True)


# What maze-dataset says of its Prim's algorithm.
warnings.simplefilter("ignore")
command = [sys.argv[1], "--listen", "127.0.0.1:0", "--log-level", "off"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
    try:
        compare(process.stdout.readline().split()[-1], psutil.Process(process.pid))
    finally:
        process.kill()
