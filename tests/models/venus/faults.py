"""Faults in the server's Venus Engine, for its model to find."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.models.following import Fault

_GAME = "verger.domain.games.venus"


def _nothing(right: Callable[..., Any]) -> Callable[..., Any]:
    """Replace a function by another that does nothing and returns an empty text."""
    return lambda *_given, **_named: ""


FAULTS: Mapping[str, Fault] = {
    "a die succeeds a pip too late": Fault(
        f"{_GAME}.model.throw:strikes",
        lambda right: lambda caliber, value: right(caliber, value - 1),
    ),
    "every 6 counts twice": Fault(
        f"{_GAME}.kiss:count", lambda right: lambda dice, **_named: right(dice, is_doubled=True)
    ),
    "the odds are those of one die less": Fault(
        f"{_GAME}.views:successes", lambda right: lambda pool: right(list(pool)[1:])
    ),
    "every difficulty is routine": Fault(
        f"{_GAME}.check:judged", lambda right: lambda stage: right(stage) and 5, seed=1
    ),
    "a low die fails a check by itself": Fault(
        f"{_GAME}.check:fails_alone", lambda _right: lambda _caliber, natural: natural < 8
    ),
    "the roller is also a peer": Fault(
        f"{_GAME}.claiming:peers", lambda right: lambda state, seat: (*right(state, seat), seat)
    ),
    "a Lot KISSes for nothing": Fault(f"{_GAME}.kiss:spend_lot", _nothing),
    "nobody learns from failing": Fault(f"{_GAME}.spend:mark_exp", _nothing),
    "allies mark no exp": Fault(f"{_GAME}.task:mark_exp", _nothing),
    "a first character brings no Lots": Fault(f"{_GAME}.agenda:endow", _nothing),
}
