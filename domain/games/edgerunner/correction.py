"""Corrections to play that a table of Edgerunner can agree on (`dispute.amend`)."""

from typing import assert_never

from verger.domain.core.decider import Corrections, Described, Tokens
from verger.domain.core.identifier import Account, in_order
from verger.domain.core.ledger import BANK, character_account
from verger.domain.core.option import Option, choices
from verger.domain.core.reason import Code
from verger.domain.core.remedy import MoveTokens
from verger.domain.core.ruling import Fact, Refused, refuse
from verger.domain.core.tagged import TaggedCorrection
from verger.domain.core.text import Label
from verger.domain.games.edgerunner.ending import remove_aspect
from verger.domain.games.edgerunner.model.aspect import Aspect
from verger.domain.games.edgerunner.model.condition import BoxCleared, Moved, StressMarked
from verger.domain.games.edgerunner.model.purse import NOTHING, Token
from verger.domain.games.edgerunner.model.target import AspectId, TargetId, ZoneId
from verger.domain.games.edgerunner.outcome import end_wards_on
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    name_of,
    sheet_of,
    titled,
)
from verger.domain.games.edgerunner.stroking import unknown_zone
from verger.domain.games.edgerunner.targeting import TrackState, no_track, not_holding, track_of
from verger.domain.table.sheet import CharacterId

RULE = "dispute.amend"


class MarkBox(TaggedCorrection, frozen=True, tag="mark_box"):
    """Mark a box that should be marked."""

    character: CharacterId
    track: Label
    box: int


class UnmarkBox(TaggedCorrection, frozen=True, tag="unmark_box"):
    """Clear a box that should not be marked."""

    character: CharacterId
    track: Label
    box: int


class PutInto(TaggedCorrection, frozen=True, tag="put_into"):
    """Put a character or thing on the map into another zone."""

    character: CharacterId
    zone: ZoneId


class RemoveAspect(TaggedCorrection, frozen=True, tag="remove_aspect"):
    """Remove an aspect that was placed during play.

    If it names a consequence, the consequence ends too.
    """

    aspect: AspectId


PlayCorrection = MarkBox | UnmarkBox | PutInto | RemoveAspect
Correction = MoveTokens[Token] | PlayCorrection


def make(draft: Draft, correction: PlayCorrection) -> Refused | None:
    """Correct the play (`dispute.amend`), or return why this is not possible."""
    match correction:
        case MarkBox(character, track, box):
            state = _track(draft.state, character, track)
            if isinstance(state, Refused):
                return state
            if box not in state.free:
                return _not_that(track, box, state.free)
            draft.emit(StressMarked(character, track, box))
        case UnmarkBox(character, track, box):
            state = _track(draft.state, character, track)
            if isinstance(state, Refused):
                return state
            if box not in state.marked:
                return _not_that(track, box, state.marked)
            draft.emit(BoxCleared(character, track, box))
        case PutInto():
            return _put(draft, correction)
        case RemoveAspect(id):
            kept = draft.play.aspects.held
            if id not in kept or not _is_of_play(kept[id]):
                return not_holding(draft.state, RULE, id, lambda other: _is_of_play(kept[other]))
            remove_aspect(draft, id)
        case _:
            assert_never(correction)
    return None


def _track(state: State, character: CharacterId, name: str) -> TrackState | Refused:
    if character_of(state, character) is None:
        return refuse(Code.UNKNOWN_CHARACTER, RULE, character=character)
    track = track_of(state, TargetId(character), name)
    return track or no_track(
        state, RULE, character, name, [entry.name for entry in sheet_of(state, character).tracks]
    )


def _not_that(track: str, box: int, able: tuple[int, ...]) -> Refused:
    free = tuple(str(number) for number in able)
    return refuse(Own.BOX_NOT_FREE, RULE, track_name=track, box_number=box, boxes_free=free)


def _put(draft: Draft, correction: PutInto) -> Refused | None:
    if character_of(draft.state, correction.character) is None:
        return refuse(Code.UNKNOWN_CHARACTER, RULE, character=correction.character)
    if draft.play.condition(correction.character).zone is None:
        return refuse(
            Own.NOT_THERE, RULE, character_name=name_of(draft.state, correction.character)
        )
    if correction.zone not in draft.play.chart.zones:
        return unknown_zone(draft.state, correction.zone, RULE)
    draft.emit(Moved(correction.character, correction.zone))
    if draft.play.conflict:
        end_wards_on(draft, correction.character)
    return None


def _is_of_play(aspect: Aspect) -> bool:
    return aspect.source in ("maneuver", "consequence")


def options(state: State) -> list[Option]:
    """Return the corrections that are possible now."""
    options: list[Option] = []
    zones = in_order(state.play.chart.zones.items())
    zone = choices("zone", [(zone, at.name) for zone, at in zones])
    for id, character in in_order(state.play.characters.known.items()):
        for track in character.sheet.tracks:
            state_of_track = track_of(state, TargetId(id), track.name)
            boxes = (
                (("mark_box", state_of_track.free), ("unmark_box", state_of_track.marked))
                if state_of_track
                else ()
            )
            fixed = {"character": id, "track": track.name}
            for correction, numbers in boxes:
                if numbers:
                    box = choices("box", [(number, "") for number in numbers])
                    options.append(Option({"correction": correction, **fixed}, (box,), (RULE,)))
        if state.play.condition(id).zone is not None:
            who = choices("character", [(id, character.name)])
            options.append(Option({"correction": "put_into"}, (who, zone), (RULE,)))
    aspects = in_order(state.play.aspects.held.items())
    removable = [(id, aspect.name) for id, aspect in aspects if _is_of_play(aspect)]
    if removable:
        aspect = choices("aspect", removable)
        options.append(Option({"correction": "remove_aspect"}, (aspect,), (RULE,)))
    return options


def describe(state: State, correction: PlayCorrection) -> Described:
    """Describe a correction for those who vote on it (`dispute.settle`)."""
    if isinstance(correction, RemoveAspect):
        aspect, name = correction.aspect, name_of(state, correction.aspect)
        facts: dict[str, Fact] = {"aspect": aspect, "aspect_name": name}
        is_there = aspect in state.play.aspects.held
        what = f"the aspect “{name}”" if is_there else "an aspect that is gone"
        return Described(f"remove {what}", facts)
    who = name_of(state, correction.character)
    facts = {"character": correction.character, "character_name": who}
    match correction:
        case MarkBox(_, track, box) | UnmarkBox(_, track, box):
            verb = "mark" if isinstance(correction, MarkBox) else "clear"
            words = f"{verb} box {box} of {track} of {who}"
            return Described(words, {**facts, "track_name": track, "box_number": box})
        case PutInto(_, zone):
            name = name_of(state, zone)
            return Described(f"put {who} into {name}", {**facts, "zone": zone, "zone_name": name})
        case _:
            assert_never(correction)


CORRECTIONS: Corrections[Play] = Corrections(Correction, make, options, describe)


def _accounts(state: State) -> dict[Account, str]:
    """Return the accounts of the bank and of all characters, even of those without fate points."""
    known = in_order(state.play.characters.known.items())
    return {BANK: "the bank"} | {character_account(id): character.name for id, character in known}


def _stake(state: State, account: Account) -> str:
    """Describe the purpose of tokens on an aspect: its free invokes."""
    return f"free invokes of {titled(state, account.partition(':')[2])}"


TOKENS = Tokens(NOTHING, _accounts, stake=_stake)
