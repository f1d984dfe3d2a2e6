"""Makes, draws, solves and checks a maze with the client that openapi-python-client makes of openapi.yaml."""

import io
import sys

from dedale_client import Client
from dedale_client.api.mazes import generate_maze, generate_maze_json, generate_maze_png, generate_maze_text
from dedale_client.api.solutions import check_solution, solve_new_maze_json, solve_posted_maze
from dedale_client.models import (
    Algorithm,
    Encoding,
    Grid,
    Include,
    MazeOfBits,
    ParameterErrorCode,
    PostedBits,
    PostedShapedSolution,
    PostedSolution,
    Problem,
    ProblemCode,
    ShapedMaze,
    Solution,
    SolverOrAuto,
    Stats,
    Verdict,
    VerdictReason,
)
from dedale_client.types import File

client = Client(base_url=sys.argv[1])

maze = generate_maze_json.sync(
    client=client, algo=Algorithm.WILSON, w=12, h=8, seed="7", encoding=Encoding.BITS
)
assert isinstance(maze, MazeOfBits)
assert (maze.seed, len(maze.cells), maze.to) == (7, maze.h, [7, 11])

hexagons = generate_maze_json.sync(client=client, grid=Grid.HEX, w=5, h=4, seed="7")
assert isinstance(hexagons, ShapedMaze) and hexagons.grid is Grid.HEX and hexagons.encoding is Encoding.WALLS
assert len(hexagons.cells) == 4

text = generate_maze_text.sync(client=client, w=2, h=1, seed="7")
assert isinstance(text, str) and text.startswith("+---+---+\n")
png = generate_maze_png.sync(client=client, seed="7")
assert isinstance(png, File) and png.payload.read().startswith(b"\x89PNG")

solved = solve_new_maze_json.sync(client=client, algo=Algorithm.PRIM, w=5, h=5, seed="7", include=[Include.PATH])
assert isinstance(solved, Solution) and solved.reachable and solved.to == [4, 4]
assert isinstance(solved.path, list) and isinstance(solved.length, int) and len(solved.path) == solved.length + 1

body = PostedBits.from_dict(maze.to_dict())
solution = solve_posted_maze.sync(
    client=client, body=body, solver=SolverOrAuto.ASTAR, include=[Include.PATH, Include.DIRECTIONS, Include.STATS]
)
assert isinstance(solution, PostedSolution)
assert isinstance(solution.length, int) and isinstance(solution.directions, str)
assert isinstance(solution.path, list) and len(solution.path) == solution.length + 1
assert isinstance(solution.stats, Stats) and isinstance(solution.stats.difficulty, float)

verdict = check_solution.sync(client=client, body=body, directions=solution.directions)
assert isinstance(verdict, Verdict) and verdict.ok and verdict.shortest == solution.length
verdict = check_solution.sync(client=client, body=body, directions="N")
assert isinstance(verdict, Verdict) and not verdict.ok
assert verdict.reason in (VerdictReason.WALL, VerdictReason.OUTSIDE)

# A drawing is a file, and the service finds out its form.
drawing = File(io.BytesIO(b"#######\n#S....#\n#####.#\n#E....#\n#######\n"))
answer = solve_posted_maze.sync(client=client, body=drawing, include=[Include.DIRECTIONS])
assert isinstance(answer, PostedShapedSolution | PostedSolution) and isinstance(answer.directions, str)
drawing.payload.seek(0)
verdict = check_solution.sync(client=client, body=drawing, directions=answer.directions)
assert isinstance(verdict, Verdict) and verdict.ok and verdict.length == answer.length

problem = generate_maze.sync(client=client, w=0)
assert isinstance(problem, Problem) and isinstance(problem.errors, list)
assert problem.code is ProblemCode.INVALID_PARAMETER and problem.type_.endswith(":invalid-parameter")
assert problem.errors[0].parameter == "w" and problem.errors[0].code is ParameterErrorCode.OUT_OF_RANGE

print(f"a maze of {maze.w} × {maze.h} cells was made, drawn, solved in {solution.length} moves and checked")
