"""Characters and things with sheets, for every game that has them: their players and abilities."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NewType, Protocol, TypeVar

import msgspec
from immutables import Map

from verger.domain.core.decider import Draft, State
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.mastery import gm_only
from verger.domain.core.option import Field, Group, Option, TextField, choices
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.spelling import caseless
from verger.domain.core.tagged import TaggedEffect, TaggedSubject
from verger.domain.core.text import LABEL_LIMIT, Label, tidy

CharacterId = NewType("CharacterId", str)
"""A character or a thing: `c1`, `c2` … No id is used twice."""

RULE = "table.sheets"

RULES = house_rulebook(
    {
        RULE: (
            "A sheet that a player writes needs the GM's agreement. A sheet that the GM writes "
            "for a player needs this player's agreement. The GM's own characters and things need "
            "no agreement. The seat that plays a character acts for it. While that seat is empty, "
            "the GM acts for the character."
        ),
    }
)

CHARACTER_LIMIT = 200
"""The maximum number of characters and things in a session."""

Sheet = TypeVar("Sheet")


class WriteSheet(TaggedSubject, Generic[Sheet], frozen=True, tag="write_sheet"):
    """Write the sheet of a character or a thing. To replace a sheet, name its `character`.

    A sheet without a seat belongs to the GM.
    """

    name: Label
    sheet: Sheet
    seat: SeatId | None = None
    character: CharacterId | None = None


class SheetWritten(TaggedEffect, Generic[Sheet], frozen=True, tag="sheet_written"):
    """The sheet of a character or a thing was written. A seat or the GM plays it."""

    character: CharacterId
    name: str
    seat: SeatId | None
    sheet: Sheet


class Character(msgspec.Struct, Generic[Sheet], frozen=True):
    """A character or a thing with a sheet."""

    name: str
    seat: SeatId | None
    sheet: Sheet


class Characters(msgspec.Struct, Generic[Sheet], frozen=True):
    """All characters with a sheet, and the number of characters so far."""

    known: Map[CharacterId, Character[Sheet]] = Map()
    ever: int = 0

    def get(self, id: CharacterId) -> Character[Sheet] | None:
        """Return the character with this id, or None."""
        return self.known.get(id)

    def of(self, seat: SeatId) -> list[CharacterId]:
        """Return the characters of a seat, in order."""
        return [id for id, character in in_order(self.known.items()) if character.seat == seat]


def evolve(characters: Characters[Any], effect: SheetWritten[Any]) -> Characters[Any]:
    """Return the characters after an effect."""
    match effect:
        case SheetWritten(id, name, seat, sheet):
            ever = characters.ever + (id not in characters.known)
            return Characters(characters.known.set(id, Character(name, seat, sheet)), ever)


class _Play(Protocol):
    @property
    def characters(self) -> Characters[Any]: ...


PlayT = TypeVar("PlayT", bound=_Play)


def _as_written(sheet: Any) -> Any:
    return sheet


class Sheets(msgspec.Struct, frozen=True):
    """The properties of a game's sheets."""

    unfit_sheet: Callable[[Any], Refused | None]
    """Returns the refusal of a sheet that breaks a rule of the game, or None."""
    fields: tuple[Field, ...]
    """The fields of a sheet, for options."""
    written: Callable[[Any], Any] = _as_written
    """Return the sheet in its recorded form, with tidied texts."""
    suggested: dict[str, Any] | None = None
    """The first values of a new sheet in a form."""


def cannot_adopt(
    state: State[PlayT], subject: WriteSheet[Any], by: SeatId, sheets: Sheets
) -> Refused | None:
    """Return why a sheet cannot be written, or None (`table.sheets`)."""
    table, known = state.table, state.play.characters
    place = table.seat(subject.seat) if subject.seat is not None else None
    if subject.seat is not None and (place is None or not place.plays):
        return refuse(Code.UNKNOWN_SEAT, RULE, seat=subject.seat)
    if subject.seat == table.gm:
        return refuse(Code.GMS_OWN, RULE, gm=table.gm)
    old = known.get(subject.character) if subject.character is not None else None
    if subject.character is not None and old is None:
        return refuse(Code.UNKNOWN_CHARACTER, RULE, character=subject.character)
    if subject.character is None and len(known.known) >= CHARACTER_LIMIT:
        return refuse(
            Code.TOO_MANY_CHARACTERS,
            RULE,
            sheets_written=len(known.known),
            sheets_allowed=CHARACTER_LIMIT,
        )
    whose = {subject.seat, old.seat if old else subject.seat}
    if by != table.gm and whose != {by}:
        return gm_only(table, RULE)
    return sheets.unfit_sheet(subject.sheet)


def named_twice(names: Iterable[str], rule: str) -> Refused | None:
    """Return the refusal if two entries have the same name, ignoring spacing and case, or None."""
    seen: set[str] = set()
    for name in map(tidy, names):
        if caseless(name) in seen:
            return refuse(Code.NAMED_TWICE, rule, entry_name=name)
        seen.add(caseless(name))
    return None


def seats_asked(state: State[PlayT], subject: WriteSheet[Any], by: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must agree to a sheet: the GM and its players (`table.sheets`).

    Both the player in the old sheet and the player in the new sheet are asked. The seat that
    proposes is not asked.
    """
    old = state.play.characters.get(subject.character) if subject.character is not None else None
    concerned = {state.table.gm, subject.seat, old.seat if old else None}
    return tuple(seat for seat in state.table.others(by) if seat in concerned)


def adopt(draft: Draft[PlayT], subject: WriteSheet[Any], sheets: Sheets) -> str:
    """Write an agreed sheet (`table.sheets`)."""
    ever = draft.play.characters.ever
    id = CharacterId(f"c{ever + 1}") if subject.character is None else subject.character
    draft.cite(RULE, character=id)
    written = sheets.written(subject.sheet)
    draft.emit(SheetWritten(id, tidy(subject.name), subject.seat, written))
    return f"The sheet of {tidy(subject.name)} is written."


def describe(subject: WriteSheet[Any]) -> str:
    """Describe the subject as the end of a sentence."""
    return f"a sheet for {tidy(subject.name)}"


def subjects(state: State[PlayT], seat: SeatId, sheets: Sheets) -> Iterator[Option]:
    """Yield the sheets that a seat can propose to write."""
    table, known = state.table, state.play.characters
    sheet = Group("sheet", (Option({}, sheets.fields, suggested=sheets.suggested),))
    name = TextField("name", LABEL_LIMIT)
    is_gm = seat == table.gm
    own = [
        (id, character.name)
        for id, character in in_order(known.known.items())
        if is_gm or character.seat == seat
    ]
    players = [(other.id, other.name) for other in table.players if other.id != table.gm]
    whose: tuple[Field, ...] = (choices("seat", [(seat, table.name(seat))]),)
    if is_gm:
        whose = (choices("seat", players, optional=True),) if players else ()
    if own:
        fields = (name, sheet, *whose, choices("character", own))
        yield Option({"subject": "write_sheet"}, fields, (RULE,), label="Rewrite a sheet")
    if len(known.known) < CHARACTER_LIMIT:
        fields = (name, sheet, *whose)
        yield Option({"subject": "write_sheet"}, fields, (RULE,), label="Write a sheet")
