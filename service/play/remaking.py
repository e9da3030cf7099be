"""Leave a move out: judge the later moves again, one by one, so that other requests get turns between."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from verger.domain.core.decider import State
from verger.domain.core.divergence import Divergence
from verger.domain.core.timeline import Rewound, spans
from verger.domain.judging.rejudge import Remade, remake
from verger.service.play.history import History
from verger.service.play.session import Session
from verger.service.work import Charging


class Made(NamedTuple):
    """The repeated moves, the moves that cannot be repeated (`missed`), and the state after all of them."""

    again: Sequence[Remade]
    missed: tuple[Divergence, ...]
    after: State[Any]


async def made_again(
    history: History,
    session: Session,
    rewound: Rewound,
    after: State[Any],
    at: datetime,
    head: int,
) -> Made:
    """Repeat the moves of a line after a rewind that leaves one out.

    `head` is the last version of the log. In a preview, the rewind has a later version, because it is not
    recorded. Other requests get a turn after each move. The work is charged to the caller.
    """
    line = spans(after.table.timeline, min(head, rewound.version - 1))
    events = await history.line(session, line, rewound.to + 1)
    again: list[Remade] = []
    missed: list[Divergence] = []
    steps = remake(session.codec.ruleset, after, events, rewound, at)
    while True:
        with Charging():
            step = next(steps, None)
        if step is None:
            return Made(again, tuple(missed), again[-1].after if again else after)
        if isinstance(step, Remade):
            again.append(step)
        else:
            missed.append(step)
        await asyncio.sleep(0)
