"""Attacks from some addresses, while honest clients ask from another: these are answered nine times in ten, and in time.

The attackers have 127.0.0.2 and the addresses after it, the honest clients 127.0.0.1. It does not matter how attackers are answered.
Another server, the control, is not attacked, and is asked for the same as the honest clients ask for, at the same moment.
"""

from __future__ import annotations

import http.client
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import closing

import attackers
import http2
from alone import Probes, Watched
from attackers import Attack, Crew
from harness import Case, Finding, Settings, ask, needed, running, wait_until
from honest import LARGES, PROBES, SMALLS, SOON, USUAL, WATCHING, Honest, Visit, connected

ATTACKER = "127.0.0.2"

# Several attackers at once. One more client has its share beside them: a ninth of everything.
CROWD = [f"127.0.0.{last}" for last in range(2, 10)]

# More connections than the server has.
MANY = 1100

SMALL = "/maze?w=30&h=30&seed={}"


def check_needs() -> None:
    """Says what is missing before anything is done."""
    needed("wrk", "wrk")
    needed("h2load", "nghttp2-client")


# ---- Attacks while honest clients ask -------------------------------------------------------------------------------------


def attack(
    crews: Callable[[], Sequence[Crew]], visits: Sequence[Visit] = USUAL, flags: Sequence[str] = (), short: float = 4
) -> Callable[[Settings], Finding]:
    """A case: these crews attack, and these honest clients ask meanwhile."""

    def case(settings: Settings) -> Finding:
        finding = Finding()
        server, control = Watched(settings, *flags), Watched(settings, *flags, name="control")
        with running(server, control):
            with Attack(server.port, crews()) as attack:
                # Until they have what they can get.
                time.sleep(1)
                with (
                    Probes(server) as probes,
                    Probes(control) as idle,
                    Honest(server.port, visits) as honest,
                    Honest(control.port, visits) as beside,
                ):
                    time.sleep(settings.seconds(short, 60))
            finding.expect(attack.tally["connections"] > 0, "there was no attack")
            honest.check(finding, beside)
            probes.check(finding, control=idle)
            check_released(finding, server)
            check_memory(finding, server)
            finding.expect_equal("panics", server.metric("dedale_panics_total"), 0)
        finding.done = f"{honest.told(beside)}; {probes.told()}; attackers: {attack.told()}"
        return finding

    return case


def check_released(finding: Finding, server: Watched) -> None:
    """All that the attackers held is free soon after they have left."""
    names = ["dedale_connections", "dedale_requests_in_progress", "dedale_pool_working", "dedale_pool_waiting", "dedale_reserved_bytes"]
    try:
        wait_until("everything is free", lambda: not any(map(server.metric, names)), 10)
    except TimeoutError:
        finding.lost.append(f"10 s after the attack: {({name: server.metric(name) for name in names})}")


def check_memory(finding: Finding, server: Watched) -> None:
    """It has never had more memory than the documentation says."""
    peak, most = server.peak(), server.most_memory()
    finding.expect(peak <= most, f"{peak:.0f} MiB of memory, where {most:.0f} are promised")


def small_windows(sources: Sequence[str], connections: int) -> list[Crew]:
    """Requests whose responses wait for a window of 0, or are taken a byte a second, or not even begun to be read."""
    kinds = [
        attackers.windows("/healthz", 0),
        attackers.windows(SMALL, 0),
        attackers.windows("/healthz", 1, drip=1),
        attackers.windows(SMALL, 1, drip=1),
    ]
    return [Crew(source, connections, kind) for source in sources for kind in kinds]


def many_connections(sources: Sequence[str], connections: int) -> list[Crew]:
    """Idle connections, half heads, and responses that are not read."""
    kinds = [
        attackers.idle,
        attackers.half_head,
        attackers.unread(),
        attackers.idle_http2,
        attackers.half_head_http2,
        attackers.unread_http2(streams=4),
    ]
    return [Crew(source, connections, kind) for source in sources for kind in kinds]


# A picture without end, whose rows of cells have 131 million pixels each.
ENDLESS_PNG = "/maze.png?algo=binary-tree&w=2000&h=150000&cell=256&wall=1&margin=0"

# Every cell of the maze is held until the last one is read.
WHOLE = "/maze?algo=backtracker&w=1500&h=1500&encoding=bits&seed={}"

# All the steps there are of a large maze: ten megabytes.
LONG_STEPS = "/maze/steps?algo=backtracker&w=256&h=256&seed={}"

# Mazes in lines, each with the distances between all of its cells: 4,096, and 3,888 with long numbers.
MATRICES = [
    "/mazes?count=9&w=64&h=64&include=matrix&point=all&seed={}",
    "/mazes?count=9&grid=kisrhombille&w=18&h=18&include=matrix&point=all&weights=1..1000&seed={}",
]

# Work that takes a processor for seconds, as long as it may be asked for.
POINTS = "&".join(f"point={row * 300},{column * 300}" for row in range(7) for column in range(7))
HARD = [
    "/maze?algo=wilson&w=2000&h=2000&encoding=bits&seed={}",
    "/solve?algo=kruskal&w=2000&h=2000&include=path,directions,distances,matrix,stats&" + POINTS + "&seed={}",
    "/maze.png?w=2000&h=2000&cell=4&wall=1&seed={}",
    "/maze.svg?w=1500&h=1500&heat=distance&seed={}",
]

# Mazes that take half a minute each, and what a class asks for beside them: more cells than are made at once.
LONG_MAZE = "/maze?algo=cycle-popping&w=64&h=20000&seed={}"
CLASS = [
    Visit("150 x 150", "/maze?w=150&h=150&seed={}", within=SOON),
    Visit("250 x 250", "/maze?w=250&h=250&seed={}", 2, within=SOON),
    Visit("solve 200 x 200", "/solve?w=200&h=200&seed={}", within=SOON),
    Visit("1000 x 1000", LARGES[0].path, pause=0.2, within=LARGES[0].within),
]


def long_mazes(addresses: int) -> list[Crew]:
    """Eight connections from each of these addresses ask for mazes that take half a minute."""
    return [Crew(source, 8, attackers.asking(LONG_MAZE)) for source in CROWD[:addresses]]


def many_marks() -> bytes:
    """A drawing of 2,000 × 2,000 squares, and 8,000 marks for its walls: a search through all of them for each square takes seconds."""
    drawing = (b"a" * 2000 + b"\n" + b"a" + b" " * 1998 + b"a\n") * 1000
    return attackers.post(f"/solve?read=squares&walls={'b' * 7900}a&from=1,1&to=1,9", drawing, "text/plain")


# ---- Walks that do not end in time ----------------------------------------------------------------------------------------

# Random walks of 4,000,000,000 steps and more. What is one cell wide has one maze only and could be made at once.
THIN = [
    ("/maze?algo=aldous-broder&w=64&h=65535&seed=1", {422}),
    ("/maze?algo=aldous-broder&w=65535&h=64&seed=1", {422}),
    ("/maze.svg?algo=aldous-broder&w=64&h=65535&seed=1", {422}),
    ("/solve?algo=aldous-broder&w=64&h=65535&seed=1", {422}),
    ("/maze?algo=aldous-broder&w=1&h=65535&seed=1", {200, 422}),
    ("/maze?algo=wilson&w=1&h=65535&seed=1", {200, 422}),
    ("/solve?algo=wilson&w=1&h=65535&seed=1", {200, 422}),
]


def thin_refused(settings: Settings) -> Finding:
    """Walks that would not end in time are refused at once."""
    finding = Finding()
    told = []
    server = Watched(settings)
    with running(server):
        for version in 1, 2:
            for path, statuses in THIN:
                began = time.monotonic()
                try:
                    status = asked(server.port, path, version, ATTACKER, within=3.0)
                except (OSError, http.client.HTTPException) as error:
                    finding.lost.append(f"{path}, HTTP/{version}: {type(error).__name__}: {error}")
                    continue
                took = time.monotonic() - began
                finding.expect(status in statuses, f"{path}, HTTP/{version}: {status}")
                finding.expect_in_time(f"{path}, HTTP/{version}", took, SOON)
                told.append(took)
    finding.done = f"{len(told)} of {2 * len(THIN)} thin mazes answered"
    if told:
        finding.done += f", the slowest after {1000 * max(told):.0f} ms"
    return finding


def asked(port: int, path: str, version: int, source: str, within: float) -> int:
    """The status of the response, by this version of HTTP, over a new connection."""
    own = connected(port, source, within)
    if version == 2:
        with closing(http2.Client(own)) as client:
            return client.get(path, within)[0]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=within)
    connection.sock = own
    with closing(connection):
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status


# ---- Goodput by HTTP/2 ----------------------------------------------------------------------------------------------------


def goodput(settings: Settings) -> Finding:
    """Clients that ask again at once, over more and more connections of HTTP/2: what is answered with 200 does not collapse."""
    finding = Finding()
    seconds = settings.seconds(2, 15)
    addresses = settings.folder / "addresses"
    rates: dict[int, float] = {}
    server = Watched(settings)
    with running(server):
        addresses.write_text("".join(f"http://127.0.0.1:{server.port}{SMALL.format(seed)}\n" for seed in range(5000)))
        for connections in 8, 20, 50:
            command = ["h2load", "-t", "1", "-c", str(connections), "-m", "64", "-D", f"{seconds:.0f}", "-i", str(addresses)]
            said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds + 60).stdout
            counted = re.search(r"status codes: (\d+) 2xx, \d+ 3xx, (\d+) 4xx, (\d+) 5xx", said)
            if not finding.expect(bool(counted), f"h2load, {connections} connections: {said[-300:]}"):
                continue
            rates[connections] = int(counted[1]) / seconds
            told = f"{connections} × 64: {rates[connections]:.0f} × 200 a second, {counted[2]} × 4xx, {counted[3]} × 5xx"
            finding.done += f"{', ' if finding.done else ''}{told}"
    for connections, rate in rates.items():
        least = rates.get(8, 0.0) / 3
        finding.expect(rate >= least, f"{connections} × 64: {rate:.0f} × 200 a second, less than a third of {3 * least:.0f}")
    return finding


# ---- The admin address ----------------------------------------------------------------------------------------------------


def admin_crowded(settings: Settings) -> Finding:
    """Idle connections to the admin address, from another: the metrics come within a second."""
    finding = Finding()
    server = Watched(settings)
    times = []
    crews = [Crew(ATTACKER, 64, attackers.idle), Crew("127.0.0.3", 64, attackers.half_head)]
    with running(server), Attack(server.admin, crews) as attack:
        time.sleep(1)
        for _ in range(int(settings.seconds(3, 30))):
            began = time.monotonic()
            try:
                answer = ask(server.admin, "/metrics")
                finding.expect(answer.status == 200, f"{answer.status}")
            except OSError as error:
                finding.lost.append(f"/metrics: {type(error).__name__}")
            times.append(time.monotonic() - began)
            finding.expect(times[-1] < 1, f"/metrics after {times[-1]:.1f} s, and not 1")
            time.sleep(0.5)
    finding.done = f"{len(times)} × /metrics, the slowest after {1000 * max(times):.0f} ms; attackers: {attack.told()}"
    return finding


# ---- What HTTP/2 lets a client do -----------------------------------------------------------------------------------------


def unread_streams(settings: Settings) -> Finding:
    """Responses that are not read end by their own time, though their connection goes on to ask."""
    finding = Finding()
    server = Watched(settings, "--write-timeout", "3", "--idle-timeout", "3")
    with running(server):
        own = connected(server.port, ATTACKER)
        with closing(own):
            wire = http2.Wire(0, 1 << 24)
            for _ in range(20):
                wire.request(WHOLE.format(1))
            began = time.monotonic()
            took, reset = None, 0
            while took is None and time.monotonic() < began + 30:
                wire.request("/healthz")
                own.sendall(wire.take_out())
                time.sleep(1)
                reset += sum(frame.kind == http2.RST_STREAM for frame in wire.receive(own.recv(1 << 20)))
                if time.monotonic() > began + 2 and not server.metric("dedale_reserved_bytes"):
                    took = time.monotonic() - began
            if finding.expect(took is not None, f"30 s later {server.metric('dedale_reserved_bytes') / 2**20:.0f} MiB are held"):
                finding.expect_in_time("until nothing is held", took or 0, 15)
            finding.expect(reset > 0, "no stream was reset")
    finding.done = f"20 mazes of which nothing is read, and a request a second: free after {took} s, {reset} streams reset"
    return finding


# ---- What the system keeps of connections that are closed ---------------------------------------------------------------


def orphans(port: int) -> int:
    """How many connections to this port no process has any more, though the kernel still has data for them."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    return sum(
        row[1].endswith(f":{port:04X}") and row[9] == "0" and row[3] != "06" and not row[4].startswith("00000000:") for row in rows
    )


def closed_unread(settings: Settings) -> Finding:
    """Clients that close their side of the connection and read nothing leave nothing in the kernel."""
    finding = Finding()
    most = 0
    server, control = Watched(settings, "--write-timeout", "3"), Watched(settings, "--write-timeout", "3", name="control")
    paths = [attackers.ENDLESS, "/maze?w=170&h=170&encoding=bits&seed={}"]
    with running(server, control):
        crews = [Crew(ATTACKER, 200, attackers.half_closed(path), pause=0.1, buffer=4096, longest=5.0) for path in paths]
        with Attack(server.port, crews) as attack:
            with Honest(server.port) as honest, Honest(control.port) as beside:
                end = time.monotonic() + settings.seconds(12, 60)
                while time.monotonic() < end:
                    most = max(most, orphans(server.port))
                    time.sleep(0.2)
        honest.check(finding, beside)
        check_released(finding, server)
        check_memory(finding, server)
    finding.expect(most < 100, f"the kernel had {most} closed connections with data")
    finding.done = f"{honest.told(beside)}; at most {most} orphans; attackers: {attack.told()}"
    return finding


CASES = [
    Case("attack-windows", attack(lambda: small_windows([ATTACKER], 10))),
    Case("attack-windows-crowd", attack(lambda: small_windows(CROWD, 3))),
    Case("attack-idle", attack(lambda: [Crew(ATTACKER, MANY // 2, kind) for kind in (attackers.idle, attackers.idle_http2)])),
    Case(
        "attack-kept",
        attack(
            lambda: [Crew(ATTACKER, MANY // 2, kind) for kind in (attackers.now_and_then(1.5), attackers.now_and_then_http2(1.5))],
            short=6,
        ),
    ),
    Case(
        "attack-heads",
        attack(lambda: [Crew(ATTACKER, MANY // 2, kind) for kind in (attackers.half_head, attackers.half_head_http2)]),
    ),
    Case(
        "attack-unread",
        attack(lambda: [Crew(ATTACKER, MANY // 2, kind) for kind in (attackers.unread(), attackers.unread_http2(streams=4))]),
    ),
    Case("attack-connections-crowd", attack(lambda: many_connections(CROWD, 30))),
    Case(
        "attack-steps",
        attack(
            lambda: [
                Crew(ATTACKER, 16, attackers.slow_reader(LONG_STEPS, 2000), buffer=4096),
                Crew(ATTACKER, 4, attackers.windows(LONG_STEPS, 4000, drip=2000, streams=16), buffer=4096),
            ],
            [*WATCHING, *SMALLS],
        ),
    ),
    Case(
        "attack-pictures",
        attack(
            lambda: [
                Crew(ATTACKER, 64, attackers.slow_reader(ENDLESS_PNG, 3000), buffer=4096),
                Crew(ATTACKER, 8, attackers.windows(ENDLESS_PNG, 65535, drip=3000, streams=8)),
            ],
            [*PROBES, *LARGES],
            short=6,
        ),
    ),
    # So many idle connections that few are left: the end of a response that is still being read belongs to no idle connection.
    Case(
        "attack-tails",
        attack(
            lambda: [Crew(source, MANY // 2, attackers.now_and_then(1.0)) for source in CROWD[:4]],
            [
                Visit("slow/1", "/maze?w=300&h=300&encoding=bits&seed={}", within=60, patience=60, rate=20_000),
                Visit("slow/1 kept", "/maze?w=200&h=200&encoding=bits&seed={}", keeps=True, within=60, patience=60, rate=20_000),
                Visit("slow/2", "/maze?w=300&h=300&encoding=bits&seed={}", 2, within=60, patience=60, rate=20_000),
            ],
        ),
    ),
    Case(
        "attack-memory",
        attack(
            lambda: [
                Crew(ATTACKER, 40, attackers.slow_reader(WHOLE, 2000), buffer=4096),
                Crew(ATTACKER, 2, attackers.windows(WHOLE, 4000, drip=2000, streams=20)),
            ],
            [*SMALLS, *LARGES],
            flags=("--max-memory", "64"),
        ),
    ),
    Case("attack-hard", attack(lambda: [Crew(ATTACKER, 32, attackers.asking(*HARD), pause=0.1)], short=8)),
    Case("attack-thin", attack(lambda: [Crew(ATTACKER, 2, attackers.asking(*[path for path, _ in THIN[:2]]))], LARGES, short=3)),
    Case("attack-long", attack(lambda: long_mazes(4), CLASS, short=8)),
    Case("attack-long-crowd", attack(lambda: long_mazes(8), CLASS, short=8)),
    Case("attack-marks", attack(lambda: [Crew(source, 4, attackers.asking(many_marks())) for source in CROWD[:3]], CLASS, short=8)),
    Case("thin-refused", thin_refused),
    Case(
        "attack-matrices",
        attack(
            lambda: [Crew(ATTACKER, 12, attackers.slow_reader(path, 1000), buffer=4096) for path in MATRICES],
            flags=("--max-memory", "128", "--max-connections", "128"),
            short=6,
        ),
    ),
    Case("goodput-http2", goodput),
    Case("admin-crowded", admin_crowded),
    # Of one client: a connection more than its share would wait.
    Case("attack-fields", attack(lambda: [Crew(ATTACKER, 505, attackers.many_fields())])),
    *(
        Case(f"attack-frames-{name}", attack(lambda frames=frames, streams=streams: [Crew(ATTACKER, 64, attackers.flood_of_frames(frames, streams))]))
        for name, frames, streams in [
            ("windows", attackers.TOGGLED_WINDOWS, 60),
            ("settings", attackers.EMPTY_SETTINGS, 0),
            ("pings", attackers.PINGS, 0),
            ("updates", attackers.WINDOWS_OF_NOTHING, 0),
            ("priorities", attackers.PRIORITIES, 0),
            ("unknown", attackers.UNKNOWN_FRAMES, 0),
        ]
    ),
    Case(
        "attack-bodies",
        attack(lambda: [Crew(ATTACKER, 8, attackers.windows(attackers.ENDLESS, 0)), Crew(ATTACKER, 450, attackers.waiting_body)]),
    ),
    Case("unread-streams", unread_streams),
    Case("closed-unread", closed_unread),
]
