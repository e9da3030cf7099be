"""Programs of the machine that some tests need: found, never downloaded, and run at a port."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.patience import until


def found(name: str) -> str | None:
    """Return the program that its variable names, such as `SYSTEMD_ANALYZE`, or the one on the PATH.

    A named program must exist.
    """
    variable = name.upper().replace("-", "_")
    if named := os.environ.get(variable):
        assert shutil.which(named), f"{variable}={named} is no program"
        return named
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


needs_haproxy = pytest.mark.skipif(found("haproxy") is None, reason="no haproxy here")


@contextmanager
def running_at(
    port: int,
    words: Sequence[str],
    log: Path,
    environment: Mapping[str, str] | None = None,
    end: signal.Signals = signal.SIGTERM,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, and wait until it listens at a port.

    At the end, send it a signal. Its output is added to a file.
    """
    with log.open("ab") as output:
        process = subprocess.Popen(words, env=environment, stdout=output, stderr=output)
    try:
        until(lambda: _listens(process, port))
        yield process
    finally:
        process.send_signal(end)
        process.wait()


def _listens(process: subprocess.Popen[bytes], port: int) -> bool:
    assert process.poll() is None, "it has ended"
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
