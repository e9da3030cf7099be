"""A run of the tests that is ended from outside leaves no process behind."""

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.annexes.page import chromium
from tests.support.hanging import HANGS, HERE, RUN, environment
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.root import ROOT
from tests.support.supervised import below

# A shell ignores SIGINT for a program in the background, and all processes below it would, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

PROGRAMS = {"postgres", "valkey-server", "tests.support.forked", "verger.service.layout.worker"}


@contextmanager
def hanging(folder: Path, command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the tests that hang, and continue when all their processes run."""
    hangs, said = folder / "hangs", folder / "said"
    with said.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(**{HANGS: str(hangs)}),
            stdout=log,
            stderr=log,
            process_group=0,
        )
    started: list[int] = []
    try:
        until(lambda: hangs.exists() or process.poll() is not None)
        assert process.poll() is None, said.read_text()
        started += below(process.pid)
        yield process
    finally:
        left = started or below(process.pid)
        process.kill()
        process.wait(PATIENCE_SECONDS)
        for pid in filter(is_there, left):
            os.kill(pid, signal.SIGKILL)


def is_there(pid: int) -> bool:
    """Return whether a process runs. A zombie does not count."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def words(pid: int) -> str:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def whole_group(pid: int) -> None:
    """Send the signal to the whole process group, as `timeout` does."""
    os.killpg(pid, signal.SIGTERM)


def killed_tests(pid: int) -> None:
    """Kill the process of the tests, as the kernel does if the memory is full."""
    supervisor = below(pid)[0]
    os.kill(below(supervisor)[0], signal.SIGKILL)


def ends(process: subprocess.Popen[bytes], end: Callable[[int], None]) -> str:
    """End a run, and require that none of its processes is left. Return the commands of these processes."""
    started = below(process.pid)
    told = " ".join(map(words, started))
    end(process.pid)
    until(lambda: [pid for pid in started if is_there(pid)], lambda left: not left)
    assert process.wait(PATIENCE_SECONDS) != 0
    return told


@pytest.mark.parametrize("end", [whole_group, killed_tests])
def test_every_kind_of_process_ends_with_the_run(
    end: Callable[[int], None], tmp_path: Path
) -> None:
    with hanging(tmp_path, [*RUN, f"{HERE}::test_with_everything", "-n1"]) as process:
        told = ends(process, end)
    browser = Path(chromium.found() or "").name
    assert {name for name in {*PROGRAMS, browser} if name not in told} == set()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_to_a_run_of_the_tests_ends_all_its_processes(number: int, tmp_path: Path) -> None:
    with hanging(tmp_path, [*RUN, f"{HERE}::test_with_a_server"]) as process:
        assert "tests.support.forked" in ends(process, lambda pid: os.kill(pid, number))


def test_a_run_of_the_tests_ends_when_make_is_killed(tmp_path: Path) -> None:
    makefile = tmp_path / "Makefile"
    makefile.write_text("test:\n\t$(RUN)\n")
    run = shlex.join([*RUN, f"{HERE}::test_with_a_server"])
    with hanging(tmp_path, ["make", "--file", str(makefile), f"RUN={run}"]) as process:
        assert "tests.support.forked" in ends(process, lambda pid: os.kill(pid, signal.SIGKILL))
