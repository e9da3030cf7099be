"""The names of seats. A reader must be able to distinguish all names at a table."""

import re
from itertools import count

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.spelling import are_confusable
from verger.domain.core.table import Table
from verger.domain.core.text import LABEL_LIMIT, REDACTED, tidy
from verger.domain.core.unicode import cut

RULE = "table.names"

RULES = house_rulebook(
    {
        RULE: (
            "The seats of a table have names that a reader can distinguish. Names are the same if they "
            "differ only in case, spacing, invisible characters or another form of the same characters. "
            "Two names also count as the same if they look alike because of letters from another script."
        ),
    }
)

_NUMBER = re.compile(r" [0-9]+\Z")
_ROOM = 10
"""The number of characters that are kept free for a space and a number behind a name."""


def cannot_name(table: Table, name: str, seat: SeatId | None = None) -> Refused | None:
    """Return the refusal of a name that is too similar to another seat's name, or None (`table.names`).

    A seat can always keep the name that it has. Redacted names are not compared.
    """
    wanted, own = tidy(name), table.seat(seat) if seat is not None else None
    if wanted == REDACTED or (own and own.name == wanted):
        return None
    others = [other for other in table.seats if other.id != seat]
    like = next((other for other in others if are_confusable(wanted, other.name)), None)
    if like is None:
        return None
    free = _free_name(wanted, [other.name for other in others])
    return refuse(
        Code.NAME_TAKEN,
        RULE,
        seat=like.id,
        seat_name=like.name,
        wanted_name=wanted,
        free_name=free,
    )


def _free_name(name: str, taken: list[str]) -> str:
    """Return a name with a number behind it that no seat has."""
    begun = cut(_NUMBER.sub("", name), LABEL_LIMIT - _ROOM)
    numbered = (f"{begun} {number}" for number in count(2))
    return next(one for one in numbered if not any(are_confusable(one, other) for other in taken))
