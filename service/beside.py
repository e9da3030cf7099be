"""What is written beside an event, in its transaction, so that nobody has to fold logs to find it."""

from collections.abc import Awaitable, Callable
from typing import Any

from domain.decider import Ruleset, State
from domain.onlookers import may_look_on
from service import deadline, onlooking
from service.database import Connection
from service.row import Row

Also = Callable[[Connection, Row], Awaitable[None]]
"""Other work that has to be in the same transaction as an event."""


def with_what_changes(
    ruleset: Ruleset[Any], before: State[Any], after: State[Any], also: Also | None
) -> Also | None:
    """The same work, and what an event changes of when time makes something happen and who looks on."""
    due, is_open = ruleset.due(after), may_look_on(after.table)
    is_due = due != ruleset.due(before)
    is_opened = is_open != may_look_on(before.table)
    if not is_due and not is_opened:
        return also

    async def all_of_it(connection: Connection, row: Row) -> None:
        if is_due:
            await deadline.keep(connection, row.session, due)
        if is_opened:
            await onlooking.keep(connection, row.session, is_open=is_open)
        if also:
            await also(connection, row)

    return all_of_it
