#!/usr/bin/env python3
"""Posts a maze of its own to a running server: solves it, draws the way, and checks an answer.

python3 examples/solve.py [http://127.0.0.1:8080]
"""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

MAZE = """\
+---+---+---+---+
                |
+---+---+   +   +
|           |   |
+   +---+---+   +
|            
+---+---+---+---+
"""

base = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("DEDALE_URL", "http://127.0.0.1:8080")


def post(path):
    request = Request(f"{base}{path}", data=MAZE.encode(), headers={"Content-Type": "text/plain"})
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.read().decode()
    except HTTPError as error:
        sys.exit(f"{error.code}: {json.load(error)['detail']}")


solution = json.loads(post("/solve?solver=dead-end-filling&include=directions,stats"))
print(post("/solve?format=unicode"), end="")
print(f"{solution['length']} moves, {solution['stats']['dead_ends']} dead ends: {solution['directions']}")

right = json.loads(post(f"/check?directions={solution['directions']}"))
wrong = json.loads(post("/check?directions=EEN"))
if not right["ok"] or wrong["ok"]:
    sys.exit(f"the verdicts are {right} and {wrong}")
print(f"EEN fails at move {wrong['at']}: {wrong['reason']}")
