"""The names of seats: no two seats of a table have the same name."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table
from verger.domain.core.text import tidy
from verger.domain.core.unicode import folded

RULE = "table.names"

RULES = house_rulebook(
    {RULE: "A seat does not take the name of another seat. Case and spacing make no other name."}
)


def cannot_name(table: Table, name: str, seat: SeatId | None = None) -> Refused | None:
    """Return why a seat cannot have a name, or None: another seat has it (`table.names`)."""
    wanted = folded(tidy(name))
    others = (other for other in table.seats if other.id != seat)
    like = next((other for other in others if folded(other.name) == wanted), None)
    return refuse(Code.NAME_TAKEN, RULE, seat=like.id, seat_name=like.name) if like else None
