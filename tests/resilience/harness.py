"""What every case needs: programs that are started and stopped, a client, a load, and a table of what was found.

A case is a function of `Settings` that returns a `Finding`. It says what was done, and lists what was lost: answers that did not
come, came wrong, or came from where they should not. An empty list is the only way to hold. What came right and late is listed apart:
the clock is a strict judge only in a long run, on a machine with nothing else to do. Everything stays on the loopback interface and ends after
a time that is known beforehand.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import http.client
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]

# How long a program may take to start or to end, and an answer to come, on a machine that is busy.
PATIENCE = 20.0

# How many times later than is promised something must come before no other program on the machine can be to blame.
BEYOND_DOUBT = 20

# How many times the time of the control may be added to what is promised, because the machine is busy.
BEYOND_CONTROL = 10


# ---- Cases and what they find ---------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Settings:
    """What all cases are given."""

    # The `dedale` under test.
    program: Path
    # An empty folder of the case's own, for logs and whatever the programs write.
    folder: Path
    # Whether the run is a short one.
    short: bool

    def seconds(self, short: float, long: float) -> float:
        """How long a load lasts: one number for a short run, one for a long run."""
        return short if self.short else long


@dataclasses.dataclass
class Finding:
    """What a case did, what was lost, and what came late."""

    done: str = ""
    lost: list[str] = dataclasses.field(default_factory=list)
    late: list[str] = dataclasses.field(default_factory=list)

    def expect(self, holds: bool, otherwise: str) -> bool:
        """Notes a loss unless `holds`."""
        if not holds:
            self.lost.append(otherwise)
        return holds

    def expect_in_time(self, what: str, took: float, most: float, control: float | None = None) -> None:
        """Notes that something came late if it took more seconds than `most`. Far more is no matter of a busy machine, but a loss.

        `control` is how long the same takes at the same moment without what is tried. Then the machine is known, and less is a loss.
        """
        told = f"{what}: {took:.3g} s, and not {most:g}"
        if control is not None:
            told += f" (control {control:.3g} s)"
        if took > (BEYOND_DOUBT * most if control is None else most + BEYOND_CONTROL * control):
            self.lost.append(told)
        elif took > most:
            self.late.append(told)

    def expect_equal(self, what: str, found: Any, expected: Any) -> bool:
        """Notes a loss unless the two are equal."""
        return self.expect(found == expected, f"{what}: {brief(found)} instead of {brief(expected)}")


@dataclasses.dataclass(frozen=True)
class Case:
    """A function that finds something out, by its name for `--only`."""

    name: str
    run: Callable[[Settings], Finding]


def run_case(case: Case, settings: Settings) -> Finding:
    """Runs a case. Whatever it stumbles over is a loss."""
    settings.folder.mkdir(parents=True)
    # nginx started by root works as another user, who must get here.
    settings.folder.chmod(0o755)
    try:
        return case.run(settings)
    except Exception as error:  # noqa: BLE001 - any error of a case is a loss, and never ends the other cases
        trace = "".join(traceback.format_exception(error)).rstrip()
        return Finding("was broken off", [f"{type(error).__name__}: {error}\n{trace}"])


def brief(value: Any) -> str:
    """A value as a line can hold it."""
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:120]}… ({len(text)} characters)"


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def table(rows: Sequence[tuple[str, ...]], heads: tuple[str, ...]) -> str:
    """Rows under their heads, in columns."""
    cells = [heads, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    lines = [" | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    lines.insert(1, "-|-".join("-" * width for width in widths))
    return "\n".join(lines)


# ---- Waiting --------------------------------------------------------------------------------------------------------------


def wait_until(what: str, holds: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Asks again and again until the answer is true, and returns it. Raises when patience ends."""
    end = time.monotonic() + patience
    while True:
        result = holds()
        if result:
            return result
        if time.monotonic() > end:
            raise TimeoutError(f"waited {patience:g} s in vain: {what}")
        time.sleep(0.01)


def free_ports(count: int) -> list[int]:
    """Free ports of 127.0.0.1, all different."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


# ---- Programs -------------------------------------------------------------------------------------------------------------


class Process:
    """A program that runs until it is stopped, and leaves what it says in a file."""

    def __init__(self, name: str, command: list[str], folder: Path):
        self.name = name
        self.command = command
        self.log = folder / f"{name}.log"
        # Where it writes its errors, if not in the same file: a file descriptor.
        self.stderr: int | None = None
        self.child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the program; a second time, too, once it has ended. Its log goes on in the same file."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("DEDALE_")}
        with self.log.open("ab") as log:
            errors = log if self.stderr is None else self.stderr
            self.child = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=errors,
                env=environment,
                start_new_session=True,
                # Under nohup SIGHUP is ignored here, and would be there too.
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
            )

    @property
    def running(self) -> bool:
        return self.child is not None and self.child.poll() is None

    def said(self) -> str:
        """Everything that the program has said so far."""
        return self.log.read_text(errors="replace")

    def signal(self, number: signal.Signals) -> None:
        assert self.child is not None
        self.child.send_signal(number)

    def wait(self, patience: float = PATIENCE) -> int:
        """Waits for the program to end, and returns its exit status (negative: the signal that ended it)."""
        assert self.child is not None
        return self.child.wait(patience)

    def stop(self) -> int:
        """Ends the program in good order."""
        if self.running:
            self.signal(signal.SIGTERM)
        return self.wait()

    def pids(self) -> list[int]:
        """The program, and the processes that it has started and that run."""
        assert self.child is not None
        children = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text()
        return [self.child.pid, *map(int, children.split())]

    def memory(self) -> float:
        """The memory that they have now, in MiB."""
        return self._memory("VmRSS")

    def peak(self) -> float:
        """The most memory that each has ever had, in MiB."""
        return self._memory("VmHWM")

    def _memory(self, name: str) -> float:
        texts = [Path(f"/proc/{pid}/status").read_text() for pid in self.pids()]
        # One that has ended has none.
        return sum(int(number) for text in texts for number in re.findall(rf"{name}:\s+(\d+) kB", text)) / 1024

    def worked(self) -> float:
        """The seconds of processors that they have used. Other work on the machine does not change them much."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids()]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Ends the program at once, and all that it has started: they learn nothing of it."""
        if self.child is None:
            return
        # It leads a separate process group (start_new_session), which may outlive it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait(PATIENCE)


class Dedale(Process):
    """A server under test, on a separate port that it keeps when it is restarted."""

    def __init__(self, settings: Settings, name: str, *flags: str):
        super().__init__(name, [], settings.folder)
        self.program = settings.program
        self.flags = flags
        self.port = 0

    def start(self) -> None:
        """Starts the server and waits until it says where it listens, and is ready."""
        self.command = [str(self.program), "--listen", f"127.0.0.1:{self.port}", *self.flags]
        before = len(self.said()) if self.log.exists() else 0
        super().start()
        self.port = int(wait_until(f"{self.name} says where it listens", lambda: self._told_port(before)))
        wait_until(f"{self.name} is ready", lambda: self.ask("/readyz").status == 200)

    def _told_port(self, before: int) -> str | None:
        told = re.search(r"listens on http://127\.0\.0\.1:(\d+)", self.said()[before:])
        if not told and not self.running:
            raise RuntimeError(f"{self.name} did not start: {self.said()[before:].strip()}")
        return told and told[1]

    def setting(self, flag: str) -> int:
        """The number that a flag has here: as given, or the default that the program names."""
        if flag in self.flags:
            return int(self.flags[self.flags.index(flag) + 1])
        told = subprocess.run([self.program, "--help"], capture_output=True, text=True, check=True).stdout
        return int(re.search(rf"(?s) {flag} <.*?\[default: (\d+)\]", told)[1])

    def ask(self, path: str, **request: Any) -> Answer:
        """Sends a request directly to this server."""
        return ask(self.port, path, **request)


@contextlib.contextmanager
def running(*processes: Process) -> Iterator[None]:
    """Starts all of them, and leaves none behind whatever happens."""
    try:
        for process in processes:
            process.start()
        yield
    finally:
        for process in processes:
            process.kill()


def needed(program: str, package: str) -> str:
    """Where a program is that the cases cannot do without."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    if not found:
        raise SystemExit(f"resilience: this needs {program}, which is not here (on Debian: apt-get install {package})")
    return found


# ---- The client -----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Request:
    """What is asked."""

    path: str
    method: str = "GET"
    headers: dict[str, str] = dataclasses.field(default_factory=dict)
    body: bytes | None = None


@dataclasses.dataclass(frozen=True)
class Answer:
    """A complete response. Its header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.body).hexdigest()

    @property
    def cache(self) -> str:
        """What nginx says of its cache."""
        return self.headers.get("x-cache", "(no X-Cache)")

    def picked(self, *names: str) -> dict[str, str | None]:
        """Some of the headers."""
        return {name: self.headers.get(name) for name in names}


def exchange(connection: http.client.HTTPConnection, request: Request) -> Answer:
    """Asks over this connection and reads the whole answer: one that is cut short raises."""
    # The client would send `identity` by default, which caches treat as a separate variant.
    connection.putrequest(request.method, request.path, skip_accept_encoding=True)
    for name, value in request.headers.items():
        connection.putheader(name, value)
    if request.body is not None:
        connection.putheader("Content-Length", str(len(request.body)))
    connection.endheaders(request.body)
    response = connection.getresponse()
    headers: dict[str, str] = {}
    for name, value in response.getheaders():
        name = name.lower()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return Answer(response.status, headers, response.read())


def ask(
    port: int,
    path: str,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    body: bytes | None = None,
    source: str = "127.0.0.1",
    patience: float = PATIENCE,
) -> Answer:
    """Asks over a new connection, from an address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience, source_address=(source, 0))
    with contextlib.closing(connection):
        return exchange(connection, Request(path, method, {"Connection": "close", **(headers or {})}, body))


def is_refused(port: int) -> bool:
    """Whether the port is free."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except ConnectionRefusedError:
        return True
    return False


# ---- The load -------------------------------------------------------------------------------------------------------------


class Clients:
    """Threads that do something again and again until the block ends. Each looks now and then whether it has."""

    def __init__(self, *works: Callable[[], None], patience: float = PATIENCE):
        """`patience` is how long each may take at the end, in seconds."""
        self.ended = threading.Event()
        self._patience = patience
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def end(self) -> None:
        """Begins nothing more. What was begun is waited for at the end of the block."""
        self.ended.set()

    def __exit__(self, *_: object) -> None:
        self.end()
        for thread in self._threads:
            thread.join(self._patience)

    @property
    def waiting(self) -> int:
        """How many threads have not ended."""
        return sum(thread.is_alive() for thread in self._threads)


# Where the seeds of a load begin: far from those that cases ask for by name.
FIRST_SEED = 1_000_000


class Load(Clients):
    """Clients that ask without a pause, each over one connection that it keeps, until the block ends.

    Every request is counted once: under the status of its answer, or under the error that came instead. What `judge` finds wrong
    with an answer is counted as well, and everything unexpected is kept with its details. A connection that the server has closed
    between two answers is a loss like any other: whoever promises to lose nothing does not do that to clients.
    """

    # Nothing here asks more often than that, however fast the answers come.
    MOST_REQUESTS = 2_000_000

    def __init__(
        self, port: int, request_of: Callable[[int], Request], judge: Callable[[int, Answer], str | None], clients: int = 6
    ):
        super().__init__(*[self._client] * clients, patience=2 * PATIENCE)
        self.port = port
        self.request_of = request_of
        self.judge = judge
        self.counts: Counter[str] = Counter()
        self.losses: list[str] = []
        self._seeds = itertools.count(FIRST_SEED)
        self._lock = threading.Lock()
        self._began = 0.0

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self.losses += ["a client is still waiting for its answer"] * self.waiting

    @property
    def requests(self) -> int:
        """How many requests have been answered, or have failed."""
        return self.counts.total()

    def wait_for_more(self, requests: int = 50) -> None:
        """Waits until so many more requests are done: whatever came before is over by then."""
        goal = self.requests + requests
        wait_until(f"{requests} more requests", lambda: self.requests >= goal)

    def told(self) -> str:
        """All that was counted, in words."""
        counted = ", ".join(f"{count} × {what}" for what, count in sorted(self.counts.items()))
        return f"{self.requests} requests: {counted or 'none'}"

    def _client(self) -> None:
        connection = self._connect()
        for seed in self._seeds:
            if self.ended.is_set() or seed >= FIRST_SEED + self.MOST_REQUESTS:
                break
            request = self.request_of(seed)
            try:
                answer = exchange(connection, request)
            except (OSError, http.client.HTTPException) as error:
                self._count(type(error).__name__, f"{request.method} {request.path}: {type(error).__name__}: {error}")
                connection.close()
                connection = self._connect()
                continue
            wrong = self._wrong(seed, answer)
            self._count(str(answer.status), wrong and f"{request.method} {request.path}: {answer.status}: {wrong}")
        connection.close()

    def _wrong(self, seed: int, answer: Answer) -> str | None:
        if answer.status != 200:
            return f"{answer.picked('x-cache', 'retry-after')} {answer.body[:200]!r}"
        try:
            return self.judge(seed, answer)
        except (ValueError, LookupError, TypeError) as error:
            return f"cannot be read: {type(error).__name__}: {error}: {answer.body[:200]!r}"

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def _count(self, what: str, loss: str | None) -> None:
        with self._lock:
            self.counts[what] += 1
            if loss:
                self.losses.append(f"after {time.monotonic() - self._began:.2f} s: {loss}")
