"""The longest requests that there may be, from some addresses, while honest clients ask from another: these are answered 99 times in a hundred,
and in time.

`cargo test --release --test sweep -- --ignored` tries every parameter and every member of every body, and leaves the requests that take longest
in a folder: SWEEP, or target/tmp/sweep.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import attackers
from alone import Watched
from attacks import CROWD, check_memory, check_released
from attackers import Attack, Crew
from harness import ROOT, Case, Finding, Settings, running
from honest import PROBES, SMALLS, Honest

FOLDER = Path(os.environ.get("SWEEP", ROOT / "target/tmp/sweep"))

# From how many addresses each request is sent, and over how many connections from each.
ADDRESSES = 3
CONNECTIONS = 4

# How long each is sent.
SECONDS = 3.0

# How many of a hundred honest requests are answered, and how many times longer they may take than at an idle server at the same moment.
LEAST = 0.99
MOST_TIMES = 5

# The time in seconds below which an answer of an idle server is not told from another one.
FLOOR = 0.010


def check_needs() -> None:
    """Nothing but Python is needed."""


def requests() -> Iterator[tuple[str, bytes]]:
    """The requests by name, as they are sent."""
    for line in (FOLDER / "requests.ndjson").read_text().splitlines():
        request = json.loads(line)
        body = (FOLDER / request["body"]).read_bytes()
        head = [f"{request['method']} {request['uri']} HTTP/1.1", "Host: x", "Connection: close"]
        if request["method"] == "POST":
            head += [f"Content-Type: {request['type']}", f"Content-Length: {len(body)}"]
        else:
            body = b""
        yield request["name"], "\r\n".join([*head, "", ""]).encode() + body


def longest(settings: Settings) -> Finding:
    """Sends each request for a while."""
    if settings.short:
        return Finding("is left to the long run, and to cargo test --test sweep")
    finding = Finding()
    server, control = Watched(settings), Watched(settings, name="control")
    visits = [*PROBES, *SMALLS]
    worst, count = 0.0, 0
    with running(server, control):
        for name, request in requests():
            crews = [Crew(source, CONNECTIONS, attackers.asking(request), pause=0.01) for source in CROWD[:ADDRESSES]]
            with Attack(server.port, crews) as attack:
                time.sleep(0.5)
                with Honest(server.port, visits) as honest, Honest(control.port, visits) as beside:
                    time.sleep(SECONDS)
            finding.expect(attack.tally["connections"] > 0, f"{name}: nothing was sent")
            for visit in visits:
                log, idle = honest.logs[visit.name], beside.logs[visit.name]
                least = LEAST * idle.answered
                finding.expect(log.answered >= least, f"{visit.name} beside {name}: {log.told()}, at the control {idle.told()}")
                finding.expect_in_time(f"p99 of {visit.name} beside {name}", log.p99, MOST_TIMES * max(FLOOR, idle.p99))
                worst = max(worst, log.p99)
            count += 1
        check_released(finding, server)
        check_memory(finding, server)
        finding.expect_equal("panics", server.metric("dedale_panics_total"), 0)
    finding.expect(count > 0, f"{FOLDER} has no requests")
    finding.done = f"{count} requests, each for {SECONDS:g} s; the slowest p99 of honest clients was {1000 * worst:.0f} ms"
    return finding


CASES = [Case("sweep", longest)]
