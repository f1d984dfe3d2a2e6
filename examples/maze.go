// Asks a running server for a maze and counts its dead ends. Go 1.18 or later.
//
//	go run examples/maze.go [http://127.0.0.1:8080]
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math/bits"
	"net/http"
	"os"
)

type maze struct {
	W, H int
	Seed uint64
	// Rows of cells, each the sum of its walls: N is 1, E is 2, S is 4, W is 8.
	Cells [][]uint
	// What is wrong, in an error.
	Detail string
}

func main() {
	base := "http://127.0.0.1:8080"
	if url := os.Getenv("DEDALE_URL"); url != "" {
		base = url
	}
	if len(os.Args) > 1 {
		base = os.Args[1]
	}
	answer, err := http.Get(base + "/maze?algo=prim&w=16&h=8&encoding=bits")
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var m maze
	if err := json.NewDecoder(answer.Body).Decode(&m); err != nil {
		log.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		log.Fatalf("%d: %s", answer.StatusCode, m.Detail)
	}
	deadEnds := 0
	for _, row := range m.Cells {
		for _, walls := range row {
			if bits.OnesCount(walls) == 3 {
				deadEnds++
			}
		}
	}
	fmt.Printf("seed %d: %d of %d cells are dead ends\n", m.Seed, deadEnds, m.W*m.H)
}
