"""The views of a session of Edgerunner. Every seat can see everything."""

import msgspec

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import character_account, held
from verger.domain.core.members import made_of
from verger.domain.games.edgerunner.model.action import Action
from verger.domain.games.edgerunner.model.aspect import Source
from verger.domain.games.edgerunner.model.chart import Way
from verger.domain.games.edgerunner.model.condition import Severity
from verger.domain.games.edgerunner.model.conflict import (
    Acting,
    Asking,
    Bidding,
    Choosing,
    Closing,
    Compel,
    Conflict,
    Deciding,
    Declared,
    Spending,
)
from verger.domain.games.edgerunner.model.purse import NOTHING, aspect_account
from verger.domain.games.edgerunner.model.sheet import Kind, Sheet, Skill
from verger.domain.games.edgerunner.model.subject import Subject
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId, ZoneId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.games.edgerunner.moment import caller_of, moment_of, waiting
from verger.domain.games.edgerunner.route import distances
from verger.domain.games.edgerunner.state import State, step_name
from verger.domain.games.edgerunner.targeting import holds, track_of
from verger.domain.table import proposal
from verger.domain.table.proposal import ProposalView
from verger.domain.table.sheet import Character, CharacterId


class AspectView(msgspec.Struct, frozen=True):
    """An aspect, with its free invokes."""

    id: AspectId
    name: str
    on: TargetId
    source: Source
    by: CharacterId | None
    free_invokes: int
    boxes: int
    marked: tuple[int, ...]
    holds: bool
    """Whether seats can invoke or compel the aspect now."""


class TrackView(msgspec.Struct, frozen=True):
    """A stress track in its current state."""

    name: str
    threshold: int
    """The current threshold. A defense can replace the threshold of the sheet."""
    marked: tuple[int, ...]


class SheetView(msgspec.Struct, frozen=True):
    """A character, a thing or a faction, with its condition."""

    character: CharacterId
    name: str
    seat: SeatId | None
    kind: Kind
    skills: tuple[Skill, ...]
    tracks: tuple[TrackView, ...]
    aspects: tuple[AspectId, ...]
    consequences: tuple[Severity, ...]
    fate: int
    spin: int
    there: bool
    """Whether it takes part in the current conflict or its preparation."""
    zone: ZoneId | None
    side: int
    is_out: bool


class ZoneView(msgspec.Struct, frozen=True):
    """A zone, the characters in it, and its distances."""

    id: ZoneId
    name: str
    there: tuple[CharacterId, ...]
    distances: dict[ZoneId, int]
    """For each zone that can be reached, the smallest number of borders on the way to it."""


class BorderView(msgspec.Struct, frozen=True):
    """A border between two zones."""

    id: BorderId
    one: ZoneId
    other: ZoneId
    ways: tuple[Way, ...]
    threshold: int | None
    marked: tuple[int, ...]


class MapView(msgspec.Struct, frozen=True):
    """The map on the table."""

    name: str
    metaphorical: bool
    zones: tuple[ZoneView, ...]
    borders: tuple[BorderView, ...]


class RollView(msgspec.Struct, frozen=True):
    """The action that is being carried out, and its roll."""

    action: Action
    narration: str
    continued: bool
    rating: int
    dice: tuple[int, ...]
    opposition: int
    range: int
    bid: int
    shifts: int
    left: int | None
    """The number of unused shifts, if there are any."""
    invoked: tuple[AspectId, ...]
    compel: Compel | None
    taken_out: TargetId | None


class TurnView(msgspec.Struct, frozen=True):
    """The current turn."""

    character: CharacterId
    bid: int
    has_moved: bool
    roll: RollView | None


class WardView(msgspec.Struct, frozen=True):
    """A threshold that a character keeps up (`action.defense`)."""

    by: CharacterId
    target: CharacterId
    track: str
    threshold: int


class ConflictView(msgspec.Struct, frozen=True):
    """The open conflict."""

    reason: str
    length: Span
    caller: SeatId
    exchange: int
    moment: str
    acted: tuple[CharacterId, ...]
    waiting: tuple[CharacterId, ...]
    claims: tuple[CharacterId, ...]
    """The characters that want to act next, or bid for the turn."""
    bids: dict[CharacterId, int]
    turn: TurnView | None
    defenses: tuple[WardView, ...]


class PlayView(msgspec.Struct, frozen=True):
    """The play of a session, without its banks."""

    step: str
    phase: int | None
    """The number of the exchange."""
    proposals: tuple[ProposalView[Subject], ...]
    sheets: tuple[SheetView, ...]
    map: MapView
    aspects: tuple[AspectView, ...]
    conflict: ConflictView | None


def view(state: State, seat: SeatId) -> PlayView:
    """Return the play as a seat can see it."""
    del seat  # Nothing in Edgerunner is hidden from a seat.
    play = state.play
    return PlayView(
        step=step_name(state),
        phase=play.conflict.exchange if play.conflict else None,
        proposals=proposal.shown(play.proposals),
        sheets=tuple(
            _sheet(state, id, character)
            for id, character in in_order(play.characters.known.items())
        ),
        map=_map(state),
        aspects=_aspects(state),
        conflict=_conflict(state, play.conflict) if play.conflict else None,
    )


def _sheet(state: State, id: CharacterId, character: Character[Sheet]) -> SheetView:
    condition = state.play.condition(id)
    purse = held(state.play.ledger, character_account(id), NOTHING)
    aspects = in_order(state.play.aspects.held.items())
    return made_of(
        SheetView,
        character,
        character.sheet,
        condition,
        purse,
        character=id,
        tracks=tuple(_track(state, id, track.name) for track in character.sheet.tracks),
        aspects=tuple(aspect for aspect, held_ in aspects if held_.on == TargetId(id)),
    )


def _track(state: State, id: CharacterId, name: str) -> TrackView:
    track = track_of(state, TargetId(id), name)
    assert track is not None
    return TrackView(name, track.threshold, track.marked)


def _map(state: State) -> MapView:
    chart = state.play.chart
    zones = tuple(_zone(state, id) for id, _ in in_order(chart.zones.items()))
    borders = tuple(
        made_of(BorderView, border, id=id) for id, border in in_order(chart.borders.items())
    )
    return MapView(chart.name, chart.metaphorical, zones, borders)


def _zone(state: State, id: ZoneId) -> ZoneView:
    conditions = in_order(state.play.conditions.items())
    present = tuple(character for character, condition in conditions if condition.zone == id)
    far = in_order(distances(state.play.chart, id).items())
    return ZoneView(id, state.play.chart.zones[id].name, present, dict(far))


def _aspects(state: State) -> tuple[AspectView, ...]:
    return tuple(
        made_of(
            AspectView,
            aspect,
            id=id,
            free_invokes=held(state.play.ledger, aspect_account(id), NOTHING).invoke,
            holds=holds(state, id),
        )
        for id, aspect in in_order(state.play.aspects.held.items())
    )


def _conflict(state: State, conflict: Conflict) -> ConflictView:
    stage = conflict.stage
    claims = stage.claims if isinstance(stage, Asking) else ()
    bidding = stage if isinstance(stage, Bidding) else Bidding(())
    return made_of(
        ConflictView,
        conflict,
        caller=caller_of(state),
        moment=moment_of(conflict),
        waiting=tuple(waiting(state)),
        claims=claims or bidding.bidders,
        bids=dict(in_order(bidding.bids.items())),
        turn=_turn(stage) if isinstance(stage, Acting) else None,
        defenses=tuple(made_of(WardView, ward) for ward in conflict.wards),
    )


def _turn(acting: Acting) -> TurnView:
    return TurnView(acting.actor, acting.bid, acting.has_moved, _roll(acting))


def _roll(acting: Acting) -> RollView | None:
    part = acting.part
    if isinstance(part, Choosing | Closing):
        return None
    deed = part.deed
    return made_of(
        RollView,
        deed,
        left=part.left if isinstance(part, Spending) else None,
        invoked=deed.used,
        compel=part.compel if isinstance(part, Declared) else None,
        taken_out=part.target if isinstance(part, Deciding) else None,
    )
