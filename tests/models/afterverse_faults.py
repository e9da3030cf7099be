"""What a model of Afterverse has to find: the server's rules made wrong."""

from collections.abc import Mapping

from msgspec.structs import replace

from tests.models.following import Fault

_OWN = "domain.games.afterverse."

FAULTS: Mapping[str, Fault] = {
    "fours hit": Fault(
        f"{_OWN}model.pool:hits", lambda right: lambda dice, pips=0: right(dice, pips + 1)
    ),
    "nobody pays for defaulting": Fault(
        f"{_OWN}model.pool:_defaulted",
        lambda right: lambda named, dice, _penalty: right(named, dice, 0),
    ),
    "assistants do not help": Fault(f"{_OWN}model.team:helping_dice", lambda _: lambda _test: 0),
    "nothing is a critical success": Fault(
        f"{_OWN}reckoning:_won",
        lambda right: (
            lambda draft, found, *, critical: right(
                draft, found, critical=critical and found is None
            )
        ),
    ),
    "one 1 is a glitch": Fault(f"{_OWN}glitch:is_glitch", lambda _: lambda dice: 1 in dice),
    "a failed test goes into its bank": Fault(
        f"{_OWN}banking:deposit",
        lambda right: (
            lambda draft, called, result: right(draft, called, replace(result, outcome="none"))
        ),
    ),
    "nobody is asked about a sheet": Fault(
        "domain.table.sheet:asked", lambda _: lambda _state, _subject, _by: ()
    ),
    "a revealed threshold is not known": Fault(
        f"{_OWN}views:needed", lambda _: lambda _test, _notes: None
    ),
}
