"""Temporary files in memory: what tests make is gone with them, and nothing of it waits for a disk."""

import os
import tempfile

MEMORY = "/dev/shm"  # noqa: S108  # folders in it have names of their own, as in any temporary folder
ROOM = 4 << 30
"""Bytes that have to be free there: several times what a run takes at once."""


def use() -> None:
    """Have temporary files in memory from now on, in the processes begun from here too.

    Not where somebody has chosen another place, where memory is scarce, or where no program may run.
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
