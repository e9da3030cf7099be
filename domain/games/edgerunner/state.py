"""The state of a session of Edgerunner, and the effects that change it."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import decider, table
from verger.domain.core.identifier import Account, SeatId, in_order
from verger.domain.core.ledger import TokensMoved, character_account, held, moved
from verger.domain.games.edgerunner.model import aspect, chart, condition, conflict_fold
from verger.domain.games.edgerunner.model.aspect import AspectEffect, Aspects
from verger.domain.games.edgerunner.model.chart import Chart, ChartEffect, MapDrawn
from verger.domain.games.edgerunner.model.condition import (
    NO_SIDE,
    WELL,
    Condition,
    ConditionEffect,
    Conditions,
    after_conflict,
    off_the_map,
)
from verger.domain.games.edgerunner.model.conflict import Bidding, Conflict
from verger.domain.games.edgerunner.model.conflict_effect import (
    BidMade,
    CallHandedOver,
    ClaimYielded,
    ConflictBegun,
    ConflictEnded,
    DeclaringEffect,
    InitiativeEffect,
    OppositionNamed,
    RollingEffect,
    TurnClaimed,
    UsingEffect,
    WardsEnded,
)
from verger.domain.games.edgerunner.model.purse import NOTHING, Purse
from verger.domain.games.edgerunner.model.sheet import Sheet
from verger.domain.games.edgerunner.model.subject import Subject
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, ZoneId
from verger.domain.table import sheet
from verger.domain.table.folding import folding, part
from verger.domain.table.proposal import Proposals
from verger.domain.table.sheet import Character, CharacterId, Characters, SheetWritten


class Play(msgspec.Struct, frozen=True):
    """The play: the part of the state that a rewind changes."""

    proposals: Proposals[Subject] = Proposals()
    ledger: Map[Account, Purse] = Map()
    characters: Characters[Sheet] = Characters()
    conditions: Conditions = Map()
    chart: Chart = Chart()
    aspects: Aspects = Aspects()
    conflict: Conflict | None = None
    """The open conflict. If there is none, the table prepares the next conflict."""
    moment: int = 0
    """The number of effects on conflicts so far, except effects that leave the questions to other
    seats open. It is a part of the ids of questions."""

    def condition(self, id: CharacterId) -> Condition:
        """Return the condition of a character or thing."""
        return self.conditions.get(id, WELL)


State = decider.State[Play]
Draft = decider.Draft[Play]

NAMED_AT_MOST = 12
"""The maximum number of names in a sentence."""

EMPTY: State = decider.State(table.Table(), Play())


def step_name(state: State) -> str:
    """Return the step as a word: a conflict is being prepared, or is open."""
    return "conflict" if state.play.conflict else "prepare"


def character_of(state: State, id: str) -> Character[Sheet] | None:
    """Return the character or thing with this id, or None."""
    return state.play.characters.known.get(CharacterId(id))


def sheet_of(state: State, id: str) -> Sheet:
    """Return the sheet of a character or thing that has one."""
    return state.play.characters.known[CharacterId(id)].sheet


def name_of(state: State, id: str) -> str:
    """Return the name of anything for a sentence; an unknown id is quoted."""
    play = state.play
    zone, aspect = play.chart.zones.get(ZoneId(id)), play.aspects.held.get(AspectId(id))
    border = play.chart.borders.get(BorderId(id))
    if border is not None:
        start, other = (name_of(state, end) for end in border.ends)
        return f"the border between “{start}” and “{other}”"
    subject = character_of(state, id) or zone or aspect
    return subject.name if subject else f"“{id}”"


def titled(state: State, id: str) -> str:
    """Return the name of anything for a sentence. Places and aspects have quotation marks."""
    play, name = state.play, name_of(state, id)
    if play.aspects.has_lost(id):
        return "an aspect that is gone"
    is_quoted = ZoneId(id) in play.chart.zones or AspectId(id) in play.aspects.held
    return f"“{name}”" if is_quoted else name


def names_of(state: State, ids: Iterable[str]) -> tuple[str, ...]:
    """Return names for a sentence; only the first ones if there are many."""
    return tuple(name_of(state, id) for id in islice(ids, NAMED_AT_MOST))


def fate_of(state: State, id: CharacterId) -> int:
    """Return the fate points of a character."""
    return held(state.play.ledger, character_account(id), NOTHING).fate


def leader(state: State) -> SeatId:
    """Return the referee: the GM, or the first taken seat while the GM's is empty."""
    gm, sitting = state.table.gm, state.table.sitting
    return gm if gm in sitting or not sitting else sitting[0]


def player_of(state: State, id: str) -> SeatId:
    """Return the seat that plays a character or thing; the referee if its seat is empty."""
    character = character_of(state, id)
    seat = character.seat if character else None
    return seat if seat in state.table.sitting and seat else leader(state)


def present(state: State) -> list[CharacterId]:
    """Return all characters and things that take part and are not taken out."""
    conditions = in_order(state.play.conditions.items())
    return [id for id, condition in conditions if condition.there and not condition.is_out]


def actors(state: State) -> list[CharacterId]:
    """Return all characters that have turns and are not taken out."""
    return [id for id in present(state) if takes_turns(state, id)]


def takes_turns(state: State, id: CharacterId) -> bool:
    """Return whether a character is on a side and can act for it (`exchange.once`)."""
    return state.play.condition(id).side != NO_SIDE and sheet_of(state, id).acts


def _on_chart(play: Play, effect: ChartEffect) -> Play:
    drawn = replace(play, chart=chart.evolve(play.chart, effect))
    if not isinstance(effect, MapDrawn):
        return drawn
    return replace(drawn, conditions=off_the_map(play.conditions))


def _on_begin(play: Play, effect: ConflictBegun) -> Play:
    conflict = Conflict(effect.reason, effect.length)
    return replace(play, conflict=conflict, moment=play.moment + 1)


def _on_end(play: Play, effect: ConflictEnded) -> Play:
    del effect  # The story of the ending is only a text, which the log keeps.
    return replace(play, conflict=None, conditions=after_conflict(play.conditions))


def _of_conflict(evolve: Callable[[Any, Any], Conflict]) -> Callable[[Play, Any], Play]:
    def fold(play: Play, effect: Any) -> Play:
        moment = play.moment + (not _leaves_questions(play, effect))
        return replace(play, conflict=evolve(play.conflict, effect), moment=moment)

    return fold


def _leaves_questions(play: Play, effect: Any) -> bool:
    """Return whether the questions to other seats stay open after an effect."""
    if isinstance(effect, ClaimYielded):
        return play.conflict is not None and isinstance(play.conflict.stage, Bidding)
    return isinstance(effect, TurnClaimed | BidMade | CallHandedOver | OppositionNamed | WardsEnded)


_CHAPTERS: dict[Any, Callable[[Play, Any], Play]] = {
    TokensMoved: part("ledger", partial(moved, nothing=NOTHING)),
    SheetWritten: part("characters", sheet.evolve),
    ChartEffect: _on_chart,
    ConditionEffect: part("conditions", condition.evolve),
    AspectEffect: part("aspects", aspect.evolve),
    ConflictBegun: _on_begin,
    ConflictEnded: _on_end,
    InitiativeEffect: _of_conflict(conflict_fold.on_initiative),
    DeclaringEffect: _of_conflict(conflict_fold.on_declaring),
    RollingEffect: _of_conflict(conflict_fold.on_rolling),
    UsingEffect: _of_conflict(conflict_fold.on_using),
}

evolve: decider.Evolve[Play] = folding(_CHAPTERS)
"""Return the state after an effect. Every effect that a decision can emit is handled."""
