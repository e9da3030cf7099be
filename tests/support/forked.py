"""The server's program, loaded once and forked: a separate process without slow imports."""

import atexit
import gc
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Never

from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import ROOT

LOADED = (
    "verger.service.cli.operators",
    "verger.service.server",
    "anyio._backends._asyncio",
    "litestar.plugins.pydantic",
    "redis.asyncio",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
)
"""The imports of a server until it answers. None of them starts a thread."""

OWN = "verger"
"""The package that is imported again if a test's code runs before the server. Other packages stay imported."""
_FORGOTTEN: list[ModuleType] = []


class Forked:
    """A forked process, with the methods of `subprocess.Popen`."""

    def __init__(self, stem: "_Stem", pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._stem = stem

    def poll(self) -> int | None:
        """Return the exit status of the child, or None while it runs."""
        if self.returncode is None:
            self.returncode = self._stem.ask(ended=self.pid)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait for its end, and return its exit status."""
        if (status := self.poll()) is not None:
            return status
        end = os.pidfd_open(self.pid)
        try:
            poll = select.poll()
            poll.register(end, select.POLLIN)
            poll.poll(timeout * 1000)
        finally:
            os.close(end)
        if (status := self.poll()) is None:
            raise subprocess.TimeoutExpired([str(self.pid)], timeout)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


class _Stem:
    """The parent of the forked processes. It has one thread, and returns their exit statuses."""

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            # No settings of Python, because a server has none. The server's environment is set after the fork.
            env={"PATH": os.environ.get("PATH", os.defpath)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        atexit.register(self._process.communicate)

    def ask(self, **asked: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        with self._one:
            self._process.stdin.write(f"{json.dumps(asked)}\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())


@cache
def _stems() -> Iterator[_Stem]:
    """Return two parents in turn. They hash differently, so two servers of a test have sets in different orders."""
    return cycle((_Stem(), _Stem()))


def forked(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    printed: Path,
    log: Path,
    before: str = "",
) -> Forked:
    """Run a command of the server's program.

    Its output is added to one file, its errors to another. If there is code to run `before` the program
    is imported, the program is imported again.
    """
    stem = next(_stems())
    command = {"arguments": arguments, "environment": dict(environment), "folder": str(Path.cwd())}
    outputs = [str(printed), str(log)]
    return Forked(stem, stem.ask(**command, outputs=outputs, before=before))


def run(*arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, and return its exit status and its output."""
    with TemporaryDirectory(prefix="verger-test-") as folder:
        printed, log = Path(folder, "printed"), Path(folder, "said")
        status = forked(arguments, environment, printed, log).wait(PATIENCE_SECONDS)
        said = printed.read_text(), log.read_text()
    return subprocess.CompletedProcess(arguments, status, *said)


def _fork_as_asked() -> None:
    for name in LOADED:
        import_module(name)
    # If this were missing, the collector of each fork would copy the loaded pages when it looks
    # through them.
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        answer: int | None
        if "ended" in asked:
            pid, status = os.waitpid(asked["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if not answer:
                _become(**asked)
                _end(_main())
        print(json.dumps(answer), flush=True)  # noqa: T201  # that is how it answers


def _become(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: str,
    outputs: Sequence[str],
    before: str,
) -> None:
    """Become like a new process."""
    os.setsid()
    files = [os.open(os.devnull, os.O_RDONLY)]
    files += [os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND) for path in outputs]
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    if before:
        own = [name for name in sys.modules if name.partition(".")[0] == OWN]
        # Keep the old modules, because to free them would take as long as to import some.
        _FORGOTTEN.extend([sys.modules.pop(name) for name in own])
        exec(before, {})  # noqa: S102  # a test's own text


def _main() -> int:
    try:
        return int(import_module("verger.service.cli").main())
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        return end.code


def _end(status: int) -> Never:
    """End as Python does, but do not free the modules. To free them takes most of the time of a command."""
    threading._shutdown()  # type: ignore[attr-defined]  # noqa: SLF001
    atexit._run_exitfuncs()  # noqa: SLF001
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    _fork_as_asked()
