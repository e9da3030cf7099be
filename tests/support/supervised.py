"""A supervisor above the tests: however the tests end, none of their processes is left.

The process that was started waits for the supervisor, which starts the tests. All processes below the supervisor become
its own children when their parents end, also daemons and servers in their own sessions. So after the end of the
tests the supervisor finds them all. If one of the three processes is killed, the others notice.
"""

import ctypes
import os
import signal
import sys
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

STEPS = ((0, 10.0), (signal.SIGTERM, 5.0), (signal.SIGKILL, 60.0))
"""The signals to the processes that are left, each with the seconds until the next signal. With signal 0, nothing is sent."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_FORWARDED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_WAITED_FOR = (*_FORWARDED, signal.SIGCHLD)
_FROM_TERMINAL = 0x80
"""The origin (SI_KERNEL) of a signal that a terminal sends to each process of a group."""


def supervise() -> None:
    """Continue this program in a child of a new supervisor. The process must have one thread."""
    if sys.platform != "linux":
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _WAITED_FOR)
    # If make started the tests, they end with make.
    if "MAKELEVEL" in os.environ:
        _end_with(os.getppid(), signal.SIGTERM)
    caller = os.getpid()
    if supervisor := os.fork():
        _wait_for(supervisor)
    _end_with(caller, signal.SIGTERM)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    supervisor = os.getpid()
    if tests := os.fork():
        try:
            # No signal to the group of the tests ends the supervisor.
            os.setsid()
            _supervise(tests)
        finally:
            # The supervisor is a copy of the tests' program, and must never run the tests itself.
            os._exit(os.EX_SOFTWARE)
    _end_with(supervisor, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def _end_with(parent: int, number: signal.Signals) -> None:
    """Ask for a signal when the parent ends. Send it now if the parent has already ended."""
    _prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def _wait_for(supervisor: int) -> NoReturn:
    while True:
        told = signal.sigwaitinfo(_WAITED_FOR)
        if told.si_signo == signal.SIGCHLD:
            if status := _ended(supervisor):
                os._exit(_code(status[0]))
        elif told.si_code != _FROM_TERMINAL:
            os.kill(supervisor, told.si_signo)


def _ended(child: int) -> list[int]:
    """Reap the children that have ended, and return the status of one of them if it is among these."""
    found: list[int] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if not pid:
            return found
        if pid == child:
            found.append(status)


def _code(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _supervise(tests: int) -> NoReturn:
    while True:
        told = signal.sigwaitinfo(_WAITED_FOR)
        if told.si_signo != signal.SIGCHLD:
            os.kill(tests, told.si_signo)
        elif status := _ended(tests):
            _end_all()
            os._exit(_code(status[0]))


def _end_all() -> None:
    """End every process below this one."""
    for number, seconds in STEPS:
        end = time.monotonic() + seconds
        told: set[int] = set()
        while time.monotonic() < end:
            _ended(0)
            left = below(os.getpid())
            if not left:
                return
            for pid in {*left} - told:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            told.update(left)
            time.sleep(0.02)


def below(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have started."""
    children = defaultdict(list)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name before it can hold anything, but no later parenthesis follows.
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        children[parent].append(int(stat.parent.name))
    found = list(children[pid])
    for one in found:
        found += children[one]
    return found
