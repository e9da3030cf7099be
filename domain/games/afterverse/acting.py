"""Acting in tests: the seat that acts for a character, and the open tests and rolls."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import counted
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.testing import Actor, Test, TestId
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import State, not_in_play
from verger.domain.table.sheet import RULE as SHEETS
from verger.domain.table.sheet import Character, CharacterId


def acting_seat(state: State, id: CharacterId) -> SeatId:
    """Return the seat that acts for a character: its player's seat, or the GM's seat if that is empty."""
    player = player_of(state, id)
    return player if player in state.table.sitting else state.table.gm


def player_of(state: State, id: CharacterId) -> SeatId | None:
    """Return the player's seat of a character, or None if it belongs to the GM."""
    character = state.play.characters.get(id)
    return character.seat if character else None


def name(state: State, id: CharacterId) -> str:
    """Return a character's name for a sentence."""
    character = state.play.characters.get(id)
    return character.name if character else f"“{id}”"


def label(state: State, id: TestId) -> str:
    """Return the topic of a test for a sentence."""
    if id in state.play.tests or state.play.closed(id):
        return state.play.test(id).about
    return "a test long over"


def some(number: int, noun: str) -> str:
    """Return a number with its noun: `1 hit`, `2 hits`, `1 die`, `3 dice`, `1 point of stun`."""
    if noun == "dice":
        return counted(number, "die", "dice")
    if noun in {str(kind) for kind in Kind}:
        return f"{some(number, 'point')} of {noun}"
    return counted(number, noun)


def with_luck(pips: int) -> str:
    """Return the words for pips that Good Luck adds to each die, or "" (`chutzpah.good_luck`)."""
    return f", with {some(pips, 'pip')} more on each die by Good Luck" if pips else ""


def unknown(state: State, id: CharacterId, rule: str) -> Refused | None:
    """Return the refusal of an unknown character, or None."""
    if state.play.characters.get(id):
        return None
    return refuse(Code.UNKNOWN_CHARACTER, rule, character=id)


def not_gm(state: State, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal of a move that only the GM can make in play, or None."""
    if seat != state.table.gm:
        return gm_only(state.table, rule)
    return not_in_play(state, rule)


def not_acting_seat(state: State, seat: SeatId, id: CharacterId, rule: str) -> Refused | None:
    """Return the refusal outside of play, or of a seat that does not act for a character; or None."""
    if refusal := not_in_play(state, rule) or unknown(state, id, rule):
        return refusal
    if seat == acting_seat(state, id):
        return None
    return refuse(Own.NOT_YOUR_CHARACTER, SHEETS, character=id, character_name=name(state, id))


def not_player(state: State, seat: SeatId, id: CharacterId, rule: str) -> Refused | None:
    """Return the refusal unless a seat is the player of a character, or None.

    Nobody else can spend a character's chutzpah.
    """
    if refusal := not_in_play(state, rule) or unknown(state, id, rule):
        return refusal
    if seat == player_of(state, id):
        return None
    return refuse(Own.NOT_YOUR_CHARACTER, SHEETS, character=id, character_name=name(state, id))


def known_character(state: State, id: CharacterId) -> Character[Sheet]:
    """Return a character that is known to exist."""
    character = state.play.characters.get(id)
    assert character is not None, "the character was found before this call"
    return character


def unknown_test(state: State, id: TestId, rule: str) -> Refused | None:
    """Return the refusal of an unknown test, or None."""
    if id in state.play.tests:
        return None
    return refuse(Own.UNKNOWN_TEST, rule, test=id)


def place_to_roll(test: Test, id: CharacterId) -> int | None:
    """Return the index in `actors` of a character's next roll in a test, or None if no roll is open.

    A leader who is also in the team makes two rolls. The roll for Leadership comes first.
    """
    open_places = [
        place
        for place, actor in enumerate(test.actors)
        if actor.character == id and actor.is_to_roll
    ]
    leading = (place for place in open_places if test.actors[place].role == "leader")
    return next(leading, open_places[0] if open_places else None)


def place_to_throw(test: Test, id: CharacterId) -> int | None:
    """Return the place of the roll that a character makes now.

    It can be a roll of real dice that waited for the other side and is due now.
    """
    due = (at for at, actor in enumerate(test.actors) if actor.character == id and is_due(test, at))
    place = place_to_roll(test, id)
    return next(due, None) if place is None else place


def is_due(test: Test, place: int) -> bool:
    """Return whether real dice that waited for the other side are due (`test.opposed`)."""
    return test.actors[place].ready and not any(actor.is_to_roll for actor in test.actors)


def place_to_keep(test: Test, id: CharacterId) -> int | None:
    """Return the place of a character's roll that can still be changed, or None."""
    return next(
        (
            place
            for place, actor in enumerate(test.actors)
            if actor.character == id and actor.has_rolled and not actor.stands
        ),
        None,
    )


def no_open_roll(state: State, test: TestId, id: CharacterId, rule: str) -> Refused | None:
    """Return the refusal of a roll in a test, or None if a roll of the character is still open.

    A roll is open even if it must wait for another roll: see `waits_for`.
    """
    if refusal := unknown_test(state, test, rule):
        return refusal
    known_test = state.play.tests[test]
    if not any(actor.character == id for actor in known_test.actors):
        return refuse(
            Own.NOT_IN_TEST,
            rule,
            test=test,
            test_subject=known_test.about,
            character_name=name(state, id),
        )
    if place_to_roll(known_test, id) is None:
        return refuse(
            Own.ALREADY_ROLLED,
            rule,
            test=test,
            test_subject=known_test.about,
            character_name=name(state, id),
        )
    return None


def waits_for(test: Test, place: int) -> str:
    """Name the event that must come before a roll (a role's roll or a threshold), or return ""."""
    actor = test.actors[place]
    if test.begun:
        return "threshold"
    match test.form:
        case "alone":
            return ""
        case "opposed":
            return "" if len(test.actors) > 1 else "opponent"
        case "assistance":
            helping = [other for other in test.actors if other.role == "assistant"]
            waiting = actor.role == "main" and not all(other.stands for other in helping)
            return "assistant" if waiting else ""
        case "teamwork":
            leader = test.leader
            led = actor.role == "leader" or (leader is not None and leader.stands)
            return "" if led else "leader"


def may_roll(test: Test, place: int) -> bool:
    """Return whether a roll can be made now."""
    is_open = test.actors[place].is_to_roll or is_due(test, place)
    return is_open and not waits_for(test, place)


def rollers(state: State, test: Test, actor: Actor) -> SeatId:
    """Return the seat that rolls for an actor; the GM's if the roll is hidden."""
    return state.table.gm if test.hidden else acting_seat(state, actor.character)
