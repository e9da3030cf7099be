"""Renames: a seat takes another name in the middle of a game."""

from typing import Any

from msgspec.structs import replace

from verger.domain.core.decider import Draft, Facts, Judgement
from verger.domain.core.option import TextField, move_option
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import refuse
from verger.domain.core.seat import SeatRenamed
from verger.domain.core.table import Table
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import LABEL_LIMIT, Label, tidy
from verger.domain.table import naming

RULE = "table.rename"

RULES = naming.RULES | house_rulebook(
    {
        RULE: (
            "A seat may take another name at any time, and nobody has to agree. Earlier sentences "
            "keep the old name, and a rewind does not bring the old name back."
        ),
    }
)


OPTION = move_option(
    "rename", (TextField("name", LABEL_LIMIT, label="New name"),), RULE, label="Change your name"
)
"""The option to rename, which every taken seat has."""


class Rename(TaggedMove, frozen=True, tag="rename"):
    """Change the name of your seat. The seat, its tokens and its questions stay."""

    name: Label


def rename(draft: Draft[Any], move: Rename, facts: Facts) -> Judgement:
    """Give a seat the name that its holder asks for (`table.rename`)."""
    earlier, name = draft.table.name(facts.seat), tidy(move.name)
    if name == earlier:
        return refuse(Code.NAME_UNCHANGED, RULE, seat=facts.seat, seat_name=name)
    if refusal := naming.cannot_name(draft.table, name, facts.seat):
        return refusal
    draft.cite(RULE, seat=facts.seat, earlier_name=earlier)
    draft.emit(SeatRenamed(facts.seat, name))
    return draft.accept(f"{earlier} is called {name} now.")


def nameless(table: Table) -> Table:
    """Return a table with seat ids in place of names."""
    return replace(table, seats=tuple(replace(seat, name=seat.id) for seat in table.seats))
