#!/usr/bin/env python3
"""Asks a running server for a maze and finds the shortest way through it.

python3 examples/maze.py [http://127.0.0.1:8080]
"""

import json
import os
import sys
from collections import deque
from urllib.error import HTTPError
from urllib.request import urlopen

MOVES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

base = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("DEDALE_URL", "http://127.0.0.1:8080")
try:
    with urlopen(f"{base}/maze?algo=wilson&w=16&h=8&encoding=passages", timeout=10) as answer:
        maze = json.load(answer)
except HTTPError as error:
    sys.exit(f"{error.code}: {json.load(error)['detail']}")

# Breadth first: `ways` holds, for each cell that was reached, the shortest way to it.
start, goal = tuple(maze["from"]), tuple(maze["to"])
ways, queue = {start: ""}, deque([start])
while queue:
    row, column = queue.popleft()
    for side in maze["cells"][row][column]:
        down, right = MOVES[side]
        cell = (row + down, column + right)
        if cell not in ways:
            ways[cell] = ways[row, column] + side
            queue.append(cell)

if len(ways) != maze["w"] * maze["h"]:
    sys.exit(f"only {len(ways)} cells of the maze of seed {maze['seed']} can be reached")
print(f"seed {maze['seed']}: from {start} to {goal} in {len(ways[goal])} moves: {ways[goal]}")
