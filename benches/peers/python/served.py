"""A service that runs while it is compared."""

import contextlib
import subprocess

import psutil


@contextlib.contextmanager
def served(program):
    """The address of the service, and its process."""
    command = [program, "--listen", "127.0.0.1:0", "--log-level", "off"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[-1], psutil.Process(process.pid)
        finally:
            process.kill()
