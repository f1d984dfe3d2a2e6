#!/bin/sh
# Asks a running server for a maze, its picture and its solution, in a new folder. Needs curl.
#
# sh examples/maze.sh [http://127.0.0.1:8080]
set -eu

base=${1:-${DEDALE_URL:-http://127.0.0.1:8080}}
query='w=12&h=5&seed=7&doors=true'
folder=$(mktemp -d)

# With -f, an error of the server is an error of curl.
curl -sSf "$base/maze.json?$query" -o "$folder/maze.json"
curl -sSf "$base/maze.svg?$query" -o "$folder/maze.svg"
curl -sSf "$base/solve.txt?$query"
moves=$(curl -sSf "$base/solve?$query&include=directions" | sed 's/.*"directions":"\([A-Z]*\)".*/\1/')
echo "${#moves} moves: $moves"
ls "$folder"
rm -r "$folder"
