"""Set a server's clock back by hours, and forward again, at a signal. This is a `game` for tests/support/server.py."""

import signal
import sys
from datetime import datetime, timedelta, tzinfo
from importlib import import_module
from types import FrameType

HOURS = 7
READING = (
    "verger.service.database.agreement",
    "verger.service.identity.identity",
)
"""The modules that read the clock for their records or decisions."""

_back = [timedelta()]


class Backward(datetime):
    """A `datetime` whose `now` is set back."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the time as an ordinary `datetime`, because that is the class that can be encoded."""
        return datetime.now(tz) - _back[0]


def install() -> None:
    """Make these modules use this clock."""
    for name in READING:
        module = import_module(name)
        assert module.datetime is datetime, f"{name} reads no clock any more"
        sys.modules[name].__dict__["datetime"] = Backward
    signal.signal(signal.SIGUSR1, _turn)


def _turn(_number: int, _frame: FrameType | None) -> None:
    _back[0] = timedelta() if _back[0] else timedelta(hours=HOURS)
