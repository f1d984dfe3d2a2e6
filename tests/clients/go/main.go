// Makes, draws, solves and checks a maze with the client that OpenAPI Generator makes of openapi.yaml.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"dedale-client-test/api"
)

func must(holds bool, what string, told ...any) {
	if !holds {
		log.Fatalf("%s: %v", what, told)
	}
}

func main() {
	settings := api.NewConfiguration()
	settings.Servers = api.ServerConfigurations{{URL: os.Args[1]}}
	client, ctx := api.NewAPIClient(settings), context.Background()
	mazes, solutions := client.MazesAPI, client.SolutionsAPI

	made, _, err := mazes.GenerateMazeJson(ctx).Algo(api.ALGORITHM_WILSON).W(12).H(8).Seed("7").Encoding(api.ENCODING_BITS).Execute()
	must(err == nil && made.Maze != nil && made.Maze.MazeOfBits != nil, "a maze of bits", err, made)
	maze := made.Maze.MazeOfBits
	must(maze.Seed == 7 && len(maze.Cells) == 8 && maze.To[1] == 11, "the maze that was asked for", maze)

	hexagons, _, err := mazes.GenerateMazeJson(ctx).Grid(api.GRID_HEX).W(5).H(4).Seed("7").Execute()
	must(err == nil && hexagons.ShapedMaze != nil && hexagons.ShapedMaze.Encoding == api.ENCODING_WALLS, "a maze of hexagons", err, hexagons)
	rows := *hexagons.ShapedMaze.Cells.NestedSides.ArrayOfArrayOfSidesOfCell
	must(len(rows) == 4 && len(*rows[0][0].ArrayOfString) > 0, "the sides of a hexagon", rows)

	text, _, err := mazes.GenerateMazeText(ctx).W(2).H(1).Seed("7").Execute()
	must(err == nil && strings.HasPrefix(text, "+---+---+\n"), "a maze as text", err, text)

	solved, _, err := solutions.SolveNewMazeJson(ctx).Algo(api.ALGORITHM_PRIM).W(5).H(5).Seed("7").Execute()
	must(err == nil && solved.Solution != nil, "a solution", err, solved)
	must(solved.Solution.Reachable && len(solved.Solution.Path) == int(solved.Solution.GetLength())+1, "the path", solved.Solution)

	squares := api.PostedBitsAsPostedSquares(api.NewPostedBits(maze.Encoding, maze.Cells))
	posted := api.PostedMaze{PostedSquares: &squares}
	parts := []api.Include{api.INCLUDE_PATH, api.INCLUDE_DIRECTIONS, api.INCLUDE_STATS}
	answer, _, err := solutions.SolvePostedMaze(ctx).PostedMaze(posted).Solver(api.SOLVERORAUTO_ASTAR).Include(parts).Execute()
	must(err == nil && answer.PostedSolution != nil, "the solution of what was posted", err, answer)
	solution := answer.PostedSolution
	told := solution.GetDirections()
	directions := *told.String
	must(len(directions) == int(solution.GetLength()) && solution.Stats.GetDifficulty() > 0, "moves and statistics", solution)

	verdict, _, err := solutions.CheckSolution(ctx).PostedMaze(posted).Directions(directions).Execute()
	must(err == nil && verdict.Ok && verdict.GetShortest() == solution.GetLength(), "a right solution", err, verdict)
	verdict, _, err = solutions.CheckSolution(ctx).PostedMaze(posted).Directions("N").Execute()
	must(err == nil && !verdict.Ok && verdict.Reason != nil, "a wrong solution", err, verdict)

	_, refused, err := mazes.GenerateMazeJson(ctx).W(0).Execute()
	must(err != nil && refused.StatusCode == 400, "a width of 0", err, refused)

	fmt.Printf("a maze of %d × %d cells was made, drawn, solved in %d moves and checked\n", maze.W, maze.H, solution.GetLength())
}
