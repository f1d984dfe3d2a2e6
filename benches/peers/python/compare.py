"""Mazes of 15 × 15 cells and their shortest paths from corner to corner as arrays of numpy: those of the service, of maze-dataset, of
mazelib and of networkx, in one run and in turns.

`benches/peers/run` prints it after the other tables.

Of the service, that is the data set as it is read from the network by numpy, and the processor time of the server and of the reader
together. Of the libraries, it is the arrays that they keep themselves; what else may be done with them is not measured. The table has
the fastest of three turns, in microseconds for a maze. Processor time hardly depends on other work on the machine. By the clock,
the service uses all processors, and the libraries one.

- maze-dataset makes its mazes in one process, without files. It is given both ends, as the others are.
- mazelib solves by its `Collision`, which is the fastest of its solvers that find shortest paths of such mazes.
- networkx finds the minimum spanning tree of a grid with random weights, by Kruskal's or Prim's algorithm. The grid is made once.
"""

import io
import sys
import time
import warnings
from urllib.request import urlopen

import networkx
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

from served import served

SIDE, TURNS = 15, 3
BLOCKS = 2 * SIDE + 1
# How many mazes the service makes in a turn, and the libraries: a second or two.
OURS, THEIRS = 100_000, {"wilson": 40}
GRID = networkx.grid_2d_graph(SIDE, SIDE)
ALGORITHMS = {
    "backtracker": (LatticeMazeGenerators.gen_dfs, BacktrackingGenerator, None),
    "prim": (LatticeMazeGenerators.gen_prim, Prims, "prim"),
    "kruskal": (LatticeMazeGenerators.gen_kruskal, Kruskal, "kruskal"),
    "wilson": (LatticeMazeGenerators.gen_wilson, Wilsons, None),
    "division": (LatticeMazeGenerators.gen_recursive_division, Division, None),
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


def with_networkx(algorithm, turn):
    count = THEIRS.get(algorithm, 200)
    random = numpy.random.default_rng(turn)
    mazes = []
    for _ in range(count):
        for (*_, edge), weight in zip(GRID.edges(data=True), random.random(GRID.number_of_edges())):
            edge["weight"] = weight
        tree = networkx.minimum_spanning_tree(GRID, algorithm=ALGORITHMS[algorithm][2])
        walls = numpy.ones((BLOCKS, BLOCKS), numpy.uint8)
        walls[1::2, 1::2] = 0
        ends = numpy.array(tree.edges)
        walls[tuple((ends.sum(axis=1) + 1).T)] = 0
        cells = 2 * numpy.array(networkx.shortest_path(tree, (0, 0), (SIDE - 1, SIDE - 1))) + 1
        mazes.append((walls, numpy.concatenate([cells, (cells[1:] + cells[:-1]) // 2])))
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


LIBRARIES = {"maze-dataset": maze_dataset, "mazelib": mazelib, "networkx": with_networkx}


def compare(url, server):
    here = psutil.Process()
    titles = " | ".join(f"{library}, µs | ratio" for library in LIBRARIES)
    print(f"| algorithm | service, µs | {titles} | by the clock: service, µs | {' | '.join(LIBRARIES)} |")
    print("|---" + "|---:" * (3 * len(LIBRARIES) + 2) + "|")
    for algorithm, ways in ALGORITHMS.items():
        measure = {"service": lambda turn: measured(service, [here, server], url, algorithm, turn)}
        for library, made in zip(LIBRARIES, ways):
            if made:
                measure[library] = lambda turn, way=LIBRARIES[library]: measured(way, [here], algorithm, turn)
        turns = [{library: one(turn) for library, one in measure.items()} for turn in range(TURNS)]
        used, passed = ({library: min(turn[library][which] for turn in turns) for library in measure} for which in (0, 1))
        row = [algorithm, f"{used['service']:.1f}"]
        for library in LIBRARIES:
            row += [f"{used[library]:,.0f}", f"{used[library] / used['service']:,.0f}"] if library in used else ["–", "–"]
        row += [f"{passed['service']:.1f}"]
        row += [f"{passed[library] / passed['service']:,.0f}" if library in passed else "–" for library in LIBRARIES]
        print(f"| {' | '.join(row)} |", flush=True)


# What maze-dataset says of its Prim's algorithm.
warnings.simplefilter("ignore")
with served(sys.argv[1]) as (url, server):
    compare(url, server)
