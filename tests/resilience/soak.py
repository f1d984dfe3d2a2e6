"""A long time with honest clients and attackers: nothing grows, nothing honest is lost, and the probes are answered all the while.

The server has its default settings. Honest clients ask from 127.0.1.1 and the addresses after it, in two processes; attackers come and
go in a third, `AT_ONCE` at a time, each from a different address. This process asks the admin address how the server is, and reports
once a minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import http.client
import itertools
import multiprocessing
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection

import attackers
from alone import Watched
from attackers import Crew
from attacks import ENDLESS_PNG, HARD, LONG_STEPS, SMALL, THIN, check_released
from harness import Finding, Settings, quantile, running
from honest import LARGE, STEPS, Honest, Log, Visit
from promises import maze_of_bits, snake_row

# How often the admin address is asked, and how often this is reported, in seconds.
PROBE_EVERY = 0.1
REPORT_EVERY = 60.0

# The verdict: of how many honest requests one may be lost, how long 99 of 100 probes may take, and by which part of what is usual the
# memory may grow in the second half of the time.
LOST_ONE_IN = 10_000
PROBE_P99 = 0.050
GROWTH = 0.01

# Into how many parts the time is divided for the lowest memory in each.
PARTS = 60

# How many attackers there are at a time, and how long each of them stays and stays away, in seconds.
AT_ONCE = 4
STAYS = (15.0, 45.0)
AWAY = (1.0, 5.0)


# ---- Honest clients -------------------------------------------------------------------------------------------------------

PATIENCE = 25.0
CORRIDOR = maze_of_bits([snake_row(row, 100, 100) for row in range(100)])

# What every honest client does, and what every fourth does besides. Together they ask for some 300 things a second, and the large
# ones among them take a tenth of a processor.
EVERYONE = [
    Visit("small/1", SMALL, pause=0.25, patience=PATIENCE),
    Visit("small/1 kept", SMALL, keeps=True, pause=0.1, patience=PATIENCE),
    Visit("small/2", SMALL, 2, pause=0.5, patience=PATIENCE),
    Visit("small/2 kept", SMALL, 2, keeps=True, pause=0.25, patience=PATIENCE),
]
SOME = [
    [
        Visit("large/1", LARGE, pause=4, patience=PATIENCE),
        Visit("large/2", LARGE, 2, keeps=True, pause=4, patience=PATIENCE),
        Visit("solve/1", "/solve?w=100&h=100&include=path,stats&seed={}", keeps=True, pause=0.5, patience=PATIENCE),
    ],
    [
        Visit("steps/1", STEPS, pause=1, patience=PATIENCE),
        Visit("steps/2", STEPS, 2, keeps=True, pause=1, patience=PATIENCE),
        Visit("health/1", "/healthz", pause=1, patience=PATIENCE),
    ],
    [
        Visit("png/1", "/maze.png?w=200&h=200&seed={}", keeps=True, pause=1, patience=PATIENCE),
        Visit("svg/2", "/maze.svg?w=200&h=200&seed={}", 2, pause=1, patience=PATIENCE),
        Visit("posted/1", "/solve?include=path", keeps=True, pause=1, patience=PATIENCE, body=CORRIDOR),
    ],
    [
        # A third of a megabyte and half of one: slow readers need half a minute for them.
        Visit("slow/1", "/maze?w=300&h=300&encoding=bits&seed={}", pause=1, patience=60, rate=10_000),
        Visit("slow/2", "/maze?w=400&h=400&encoding=bits&seed={}", 2, pause=1, patience=60, rate=20_000),
    ],
]
CLIENTS = 20
PROCESSES = 2


def honest_clients(port: int, numbers: Sequence[int], pipe: Connection) -> None:
    """A process of honest clients: sends what came of them every second, until something is sent to it."""
    with contextlib.ExitStack() as stack:
        clients = [
            stack.enter_context(Honest(port, [*EVERYONE, *SOME[number % len(SOME)]], f"127.0.1.{number + 1}")) for number in numbers
        ]
        while not pipe.poll(1.0):
            pipe.send(taken(clients))
        for client in clients:
            client.end()
    pipe.send(taken(clients))
    pipe.send(None)


def taken(clients: Sequence[Honest]) -> dict[str, Log]:
    """What has come of all of them since this was asked last."""
    logs: dict[str, Log] = {}
    for client in clients:
        for name, log in client.take().items():
            add(logs.setdefault(name, Log()), log)
    return logs


def add(to: Log, log: Log) -> None:
    to.counts += log.counts
    to.times += log.times
    to.losses += log.losses


# ---- Attackers ------------------------------------------------------------------------------------------------------------

RING = attackers.post("/solve?include=stats", maze_of_bits([[9] + [5] * 19998 + [3], [12] + [5] * 19998 + [6]]))
CORRIDORS = attackers.post(
    "/solve?include=path,directions,distances,walk,states,stats", maze_of_bits([snake_row(row, 1000, 1000) for row in range(1000)])
)

# What attackers do, each from one address. None of them needs a processor for itself: there are two, for all of this.
ATTACKS = {
    "idle": lambda source: [Crew(source, 600, attackers.idle, pause=5)],
    "idle by HTTP/2": lambda source: [Crew(source, 600, attackers.idle_http2, pause=5)],
    "half heads": lambda source: [
        Crew(source, 300, attackers.half_head, pause=5),
        Crew(source, 300, attackers.half_head_http2, pause=5),
    ],
    "unread": lambda source: [
        Crew(source, 300, attackers.unread(), pause=5),
        Crew(source, 100, attackers.unread_http2(streams=8), pause=5),
    ],
    "window 0": lambda source: [
        Crew(source, 10, attackers.windows("/healthz", 0)),
        Crew(source, 10, attackers.windows(SMALL, 0)),
    ],
    "window 1": lambda source: [
        Crew(source, 10, attackers.windows("/healthz", 1, drip=1)),
        Crew(source, 10, attackers.windows(SMALL, 1, drip=1)),
    ],
    "slow pictures": lambda source: [Crew(source, 16, attackers.slow_reader(ENDLESS_PNG, 3000), buffer=4096)],
    "slow steps": lambda source: [Crew(source, 32, attackers.slow_reader(LONG_STEPS, 2000), buffer=4096)],
    "large mazes": lambda source: [Crew(source, 4, attackers.asking(*HARD), pause=2)],
    "small mazes": lambda source: [Crew(source, 8, attackers.asking(SMALL), pause=0.1)],
    "thin mazes": lambda source: [Crew(source, 4, attackers.asking(*[path for path, _ in THIN]), pause=1)],
    "departures": lambda source: [Crew(source, 2, attackers.leaving(path, 0.2), pause=1) for path in HARD],
    "garbage": lambda source: [Crew(source, 20, attackers.garbage)],
    "posts": lambda source: [Crew(source, 2, attackers.asking(RING, CORRIDORS), pause=2)],
}


def attacking(port: int, quarter: float, pipe: Connection) -> None:
    """A process of attackers, that come and go until something is sent to it."""
    asyncio.run(attackers.attack_until_end(port, [Comer(f"127.0.0.{number + 2}", quarter) for number in range(AT_ONCE)], pipe))


@dataclasses.dataclass(frozen=True)
class Comer:
    """An attacker that does each thing for a while, in an order drawn at random, with a pause between them.

    The order is the same in each quarter of the time, so that the quarters can be compared.
    """

    source: str
    quarter: float

    async def run(self, port: int, tally: Counter[str]) -> None:
        while True:
            drawn = random.Random(self.source)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.quarter):
                    while True:
                        for name in drawn.sample(list(ATTACKS), len(ATTACKS)):
                            await self._do(name, drawn, port, tally)

    async def _do(self, name: str, drawn: random.Random, port: int, tally: Counter[str]) -> None:
        away, stays = drawn.uniform(*AWAY), drawn.uniform(*STAYS)
        await asyncio.sleep(away)
        tally[name] += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(stays):
                await asyncio.gather(*(crew.run(port, tally) for crew in ATTACKS[name](self.source)))


# ---- The soak -------------------------------------------------------------------------------------------------------------


class Process:
    """A forked process, and a pipe to it."""

    def __init__(self, work, *args):
        context = multiprocessing.get_context("fork")
        self.pipe, self._inner = context.Pipe()
        self.process = context.Process(target=work, args=(*args, self._inner), daemon=True)
        self.process.start()
        self._inner.close()


@dataclasses.dataclass
class Sample:
    """What was seen in one period."""

    memory: list[float] = dataclasses.field(default_factory=list)
    probes: list[float] = dataclasses.field(default_factory=list)
    files: int = 0
    honest: dict[str, Log] = dataclasses.field(default_factory=dict)

    @property
    def asked(self) -> int:
        return sum(log.asked for log in self.honest.values())

    @property
    def lost(self) -> int:
        return self.asked - sum(log.counts["200"] for log in self.honest.values())

    def add(self, other: Sample) -> None:
        self.memory += other.memory
        self.probes += other.probes
        self.files = max(self.files, other.files)
        for name, log in other.honest.items():
            add(self.honest.setdefault(name, Log()), log)

    def told(self) -> str:
        p50, p99, worst = (1000 * quantile(self.probes, share) for share in (0.5, 0.99, 1.0))
        return (
            f"{self.asked} honest requests, {self.lost} lost; probes p50 {p50:.1f} ms, p99 {p99:.1f}, worst {worst:.1f}; "
            f"memory {quantile(self.memory, 0.5):.0f} MiB, up to {max(self.memory, default=0):.0f}; {self.files} open files"
        )


def soak(settings: Settings, seconds: float) -> bool:
    """Runs all of it for so long, prints what came of it, and returns whether the verdict is good."""
    server = Watched(settings)
    # The log goes nowhere, but it is written: that belongs to the default settings.
    server.flags = ("--admin-listen", "127.0.0.1:0")
    server.stderr = os.open(os.devnull, os.O_WRONLY)
    attackers.enough_files()
    samples: list[Sample] = []
    with running(server):
        groups = [range(number, CLIENTS, PROCESSES) for number in range(PROCESSES)]
        honest = [Process(honest_clients, server.port, group) for group in groups]
        attack = Process(attacking, server.port, seconds / 4)
        try:
            began = time.monotonic()
            while (left := began + seconds - time.monotonic()) > 0 and server.running:
                sample = observe(server, honest, min(left, REPORT_EVERY))
                samples.append(sample)
                print(f"{time.monotonic() - began:6.0f} s: {sample.told()}", flush=True)
            samples[-1].honest = merged(samples[-1].honest, last_of(honest))
            attack.pipe.send("end")
            did = attack.pipe.recv() if attack.pipe.poll(10) else Counter()
        finally:
            for process in [*honest, attack]:
                process.process.kill()
        is_running = server.running
        end = Finding()
        if is_running:
            check_released(end, server)
    return verdict(samples, did, is_running, end, server.most_memory())


def observe(server: Watched, honest: Sequence[Process], seconds: float) -> Sample:
    """Looks at the server for so long, and collects what the honest clients report."""
    sample = Sample()
    end = time.monotonic() + seconds
    connection = http.client.HTTPConnection("127.0.0.1", server.admin, timeout=10)
    while time.monotonic() < end and server.running:
        began = time.monotonic()
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            sample.probes.append(time.monotonic() - began)
        except (OSError, http.client.HTTPException):
            # As late as can be.
            sample.probes.append(10.0)
            connection.close()
        for process in honest:
            while process.pipe.poll():
                sample.honest = merged(sample.honest, process.pipe.recv())
        if len(sample.probes) % 10 == 0:
            sample.memory.append(server.memory())
            sample.files = max(sample.files, server.files())
        time.sleep(max(0.0, began + PROBE_EVERY - time.monotonic()))
    connection.close()
    return sample


def last_of(honest: Sequence[Process]) -> dict[str, Log]:
    """Ends the honest clients, who wait for their last answers, and returns what they have not reported yet."""
    logs: dict[str, Log] = {}
    for process in honest:
        process.pipe.send("end")
    for process in honest:
        while (reported := process.pipe.recv()) is not None:
            logs = merged(logs, reported)
    return logs


def merged(logs: dict[str, Log], more: dict[str, Log]) -> dict[str, Log]:
    for name, log in more.items():
        add(logs.setdefault(name, Log()), log)
    return logs


def lows(memory: Sequence[float]) -> list[float]:
    """The lowest memory in each part of the time. Large mazes, which come together by chance, are not in it."""
    part = max(1, len(memory) // PARTS)
    return [min(memory[start : start + part]) for start in range(0, len(memory), part)]


def growth(values: Sequence[float]) -> float:
    """By how much the values go on growing in their second half: twice their rise from a quarter to the next at the same place. Attackers do
    the same in each quarter. The median of a quarter counts, and the smaller of the two rises in the last three quarters.

    A leak raises every quarter:

    >>> leak = [185 + minute / 15 for minute in range(60)]
    >>> round(growth(leak), 1)
    2.0

    Something that is needed for the first time may raise one of them, and large mazes that come together some of its minutes:

    >>> growth([185] * 40 + [197] * 20)
    0
    >>> growth(([185] * 5 + [260] * 10) * 3 + [185] * 4 + [310] * 3 + [260] * 8)
    0
    """
    part = len(values) // 4
    quarters = [values[start : start + part] for start in range(part, 4 * part, part)]
    rises = ([after - before for before, after in zip(*both)] for both in itertools.pairwise(quarters))
    return 2 * min((statistics.median(rise) for rise in rises if rise), default=0.0)


def verdict(samples: Sequence[Sample], did: Counter[str], is_running: bool, end: Finding, promised: float) -> bool:
    """Prints the sum of it all, and returns whether everything held. There may be `promised` MiB of memory at any time."""
    whole = Sample()
    for sample in samples:
        whole.add(sample)
    lowest = lows(whole.memory)
    usual, grown = statistics.median(lowest), growth(lowest)
    most = max(whole.memory)
    p99 = quantile(whole.probes, 0.99)
    print(f"\n{whole.told()}")
    print(f"  lowest memory in {len(lowest)} parts of the time: {' '.join(f'{low:.0f}' for low in lowest)} MiB")
    for name, log in sorted(whole.honest.items()):
        print(f"  {name}: {log.told()}")
    print("  attackers: " + ", ".join(f"{count} × {what}" for what, count in sorted(did.items())))
    losses = [loss for log in whole.honest.values() for loss in log.losses]
    for loss in sorted(losses)[:30]:
        print(f"  lost: {loss}")
    checks = [
        ("the server runs", is_running),
        ("the attackers attacked to the end", did["connections"] > 0),
        (f"lost: {whole.lost} of {whole.asked}, at most one in {LOST_ONE_IN}", 0 < whole.asked >= whole.lost * LOST_ONE_IN),
        (f"probes: p99 {1000 * p99:.1f} ms, at most {1000 * PROBE_P99:.0f}", p99 < PROBE_P99),
        (f"memory: {most:.0f} MiB, at most {promised:.0f}", most <= promised),
        (f"growth: {grown:.1f} MiB in the second half, at most {GROWTH:.0%} of {usual:.0f}", grown <= GROWTH * usual),
        (f"nothing is held when all have left{''.join(f': {loss}' for loss in end.lost)}", not end.lost),
    ]
    for what, holds in checks:
        print(f"{'held' if holds else 'LOST'}  {what}")
    return all(holds for _, holds in checks)
