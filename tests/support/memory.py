"""Temporary files in memory: they are gone with the tests, and nothing waits for a disk."""

import os
import tempfile

MEMORY = "/dev/shm"  # noqa: S108  # its folders have unique names, as in any temporary folder
ROOM = 4 << 30
"""The free bytes that are required there: several times the use of a run."""


def use() -> None:
    """Keep temporary files in memory from now on, also in child processes.

    Change nothing if another folder is set, if memory is scarce, or if no program may run there.
    """
    if "TMPDIR" not in os.environ and _serves():
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


def _serves() -> bool:
    try:
        there = os.statvfs(MEMORY)
    except OSError:
        return False
    may = os.access(MEMORY, os.W_OK | os.X_OK) and not there.f_flag & os.ST_NOEXEC
    return may and there.f_bavail * there.f_frsize >= ROOM
