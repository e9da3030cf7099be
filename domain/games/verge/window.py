"""Consent windows: if the table plays with them, silence becomes consent after a time."""

from datetime import datetime

from verger.domain.core.clock import TimePasses
from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.table import Table
from verger.domain.games.verge import proceeding
from verger.domain.games.verge.model.declaration import Declaration, WindowClosed, WindowSet
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.judging.chapters import Judges


def _waits_for_silence(declaration: Declaration, table: Table) -> bool:
    waiting = declaration.until is not None and declaration.is_asking
    if not waiting or declaration.is_contested:
        return False
    # table.fork: an unclaimed seat does not count as silent.
    return not any(seat in table.away for seat in declaration.agreement.waiting)


def due(state: State) -> datetime | None:
    """Return the end of the next consent window, or None.

    There is none if silence does not count, or if play is paused.
    """
    if not state.play.declarations or state.table.paused:
        return None
    if not proceeding.silence_counts(state.table):
        return None
    table, declarations = state.table, state.play.declarations.values()
    waiting = [open for open in declarations if _waits_for_silence(open, table)]
    return min((open.until for open in waiting if open.until), default=None)


def close(draft: Draft, move: TimePasses, facts: Facts) -> Judgement:
    """Judge the end of a window: all silent seats have consented (`consent.one_at_a_time`)."""
    sentences: list[str] = []
    for id, open in in_order(draft.play.declarations.items()):
        if _waits_for_silence(open, draft.table) and open.until and open.until <= facts.at:
            silent = open.agreement.waiting
            draft.cite(
                proceeding.ONE_AT_A_TIME,
                declaration=id,
                action_number=open.current,
                silent_seats=silent,
            )
            draft.emit(WindowClosed(id, silent))
            whose = proceeding.wish(draft.state, open)
            sentences.append(f"Time is over for {whose}.{proceeding.settle(draft, id)}")
    draft.cite("table.time")
    return draft.accept(" ".join(sentences))


def reopen(draft: Draft) -> None:
    """Restart every window with its whole time after the clock was stopped.

    The clock is stopped during a pause (`table.time`), and while silence does not count as consent.
    """
    for id, open in in_order(draft.play.declarations.items()):
        until = proceeding.window(draft) if open.until else None
        if until:
            draft.emit(WindowSet(id, until))


def open_for(draft: Draft, seat: SeatId) -> None:
    """Give a player who claims a seat emptied by a fork the whole time to answer (`table.fork`)."""
    for id, open in in_order(draft.play.declarations.items()):
        until = proceeding.window(draft) if open.until and open.is_asking else None
        if until and seat in open.agreement.waiting:
            draft.emit(WindowSet(id, until))


CHAPTER: Judges[Play] = {
    TimePasses: close,
}
