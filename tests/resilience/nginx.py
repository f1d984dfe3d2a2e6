"""nginx before replicas, with the very file that is deployed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from harness import ROOT, Process, Settings, free_ports, is_refused, needed, wait_until

# The deployed files, and the files beside them.
CONFIGURATION = ROOT / "deploy/nginx.conf"
BESIDE = ROOT / "deploy/nginx"

# Log lines that report an error in nginx or its configuration, whatever the replicas do.
FAULTS = re.compile(r"\[(?:alert|crit|emerg)\]")


class Nginx(Process):
    """nginx on a port of 127.0.0.1, before replicas on others.

    `deploy/nginx.conf` is taken byte for byte. The two files beside it are taken with other addresses, and with all else that
    they say.
    """

    def __init__(self, settings: Settings, replicas: Iterable[int]):
        # Under it nginx keeps all that it writes. Its workers are another user where the case is root.
        self.prefix = settings.folder / "nginx"
        configuration = self.prefix / "nginx.conf"
        # No `daemon off;` in the file itself, because other users may need the daemon.
        command = [needed("nginx", "nginx-light"), "-p", f"{self.prefix}/", "-c", str(configuration), "-e", "stderr"]
        super().__init__("nginx", [*command, "-g", "daemon off;"], settings.folder)
        self.replicas = list(replicas)
        self.port = free_ports(1)[0]
        self._lay_out()
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        if checked.returncode != 0:
            raise RuntimeError(f"nginx does not take {CONFIGURATION}: {checked.stderr.strip()}")

    def _lay_out(self) -> None:
        beside = self.prefix / "nginx"
        beside.mkdir(parents=True)
        for folder in (self.prefix, beside):
            folder.chmod(0o755)
        shutil.copyfile(CONFIGURATION, self.prefix / "nginx.conf")
        listen, count = re.subn(r"(?m)^listen 8080 ", f"listen 127.0.0.1:{self.port} ", (BESIDE / "listen.conf").read_text())
        assert count == 1, "deploy/nginx/listen.conf listens otherwise than this test thinks"
        (beside / "listen.conf").write_text(listen)
        (beside / "replicas.conf").write_text(self._replicas_conf())

    def _replicas_conf(self) -> str:
        ports = iter(self.replicas)
        text = (BESIDE / "replicas.conf").read_text()
        text, count = re.subn(r"(?m)^server \S+:8080 ", lambda _: f"server 127.0.0.1:{next(ports)} ", text)
        assert count == len(self.replicas), f"deploy/nginx/replicas.conf has {count} replicas, and the case {len(self.replicas)}"
        return text

    def start(self) -> None:
        super().start()
        wait_until("nginx listens", self._listens)

    def _listens(self) -> bool:
        if not self.running:
            raise RuntimeError(f"nginx did not start: {self.said().strip()}")
        return not is_refused(self.port)

    def faults(self) -> list[str]:
        """Its own error messages."""
        return [f"nginx says: {line}" for line in self.said().splitlines() if FAULTS.search(line)]

    def bytes_on_disk(self) -> int:
        """How many bytes of answers are on its disk, those included that it is about to write and has given no name."""
        named = [file for folder in ("cache", "answers") for file in (self.prefix / folder).rglob("*")]
        nameless = [file for worker in self._workers() for file in _listed(worker / "fd") if _is_nameless(file, self.prefix)]
        return sum(_size(file) for file in [*named, *nameless])

    def _workers(self) -> list[Path]:
        assert self.child is not None
        children = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text()
        return [Path("/proc", pid) for pid in children.split()]


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _is_nameless(file: Path, prefix: Path) -> bool:
    """Whether an open file was under the prefix, and has lost its name."""
    try:
        target = str(file.readlink())
    except FileNotFoundError:
        return False
    return target.startswith(str(prefix)) and target.endswith(" (deleted)")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except FileNotFoundError:
        return 0
