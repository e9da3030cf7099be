"""Sessions of play: they begin and end by agreement, and set chutzpah at the beginning."""

from verger.domain.core.identifier import in_order
from verger.domain.core.mastery import play_paused
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import house_rule
from verger.domain.games.afterverse import banking
from verger.domain.games.afterverse.acting import known_character, name, some
from verger.domain.games.afterverse.effects import SessionBegun, SessionEnded
from verger.domain.games.afterverse.house_rules import BY_DIE, HOUSE_RULES
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.pool import FACES, hits
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, InSession, State, not_in_play, step_name
from verger.domain.table.sheet import CharacterId

BEGIN, END = "session.begin", "session.end"
RULE = "chutzpah.bank"


def cannot_begin(state: State) -> Refused | None:
    """Return the refusal if no session can begin: one is open, or no player has a character."""
    if isinstance(state.play.step, InSession):
        return refuse(
            Code.WRONG_STEP, BEGIN, step_needed=("prepare", "over"), step=step_name(state)
        )
    return None if protagonists(state) else refuse(Own.NO_CHARACTERS, BEGIN)


def protagonists(state: State) -> list[CharacterId]:
    """Return the characters of players. A removed seat's character is the GM's."""
    known, players = in_order(state.play.characters.known.items()), state.table.players
    seats = {seat.id for seat in players}
    return [id for id, character in known if character.seat in seats]


def begin(draft: Draft) -> str:
    """Begin a session, and set the chutzpah of every player's character (`chutzpah.bank`)."""
    number = draft.play.sessions + 1
    draft.cite(BEGIN, session_number=number)
    draft.emit(SessionBegun(number))
    sentences = [set_chutzpah(draft, id) for id in protagonists(draft.state)]
    return f"Session {number} begins.{''.join(sentences)}"


def set_chutzpah(draft: Draft, id: CharacterId) -> str:
    """Set the bank to the value of the attribute, without earlier points (`chutzpah.bank`)."""
    named, rating = _attribute(draft, id)
    points = rating
    if house_rule(draft.table, HOUSE_RULES, "chutzpah") == "rolled":
        points = hits(draft.facts.dice.roll(rating, FACES).values) if rating else 0
    held = draft.play.holds(id, Kind.CHUTZPAH)
    draft.cite(RULE, character=id, attribute_name=named, rating=rating, chutzpah_held=points)
    banking.take(draft, id, Kind.CHUTZPAH, held, RULE)
    banking.give(draft, id, Kind.CHUTZPAH, points, RULE)
    has = f"{name(draft.state, id)} has {some(points, 'chutzpah')}"
    by_die = house_rule(draft.table, HOUSE_RULES, "chutzpah_attribute") == BY_DIE
    return f" The die chooses {named}: {has}." if by_die else f" {has}."


def _attribute(draft: Draft, id: CharacterId) -> tuple[str, int]:
    """Return the attribute that chutzpah is set from, with its rating (`chutzpah.bank`)."""
    sheet = known_character(draft.state, id).sheet
    named = str(house_rule(draft.table, HOUSE_RULES, "chutzpah_attribute"))
    if named == BY_DIE:
        count = len(sheet.attributes)
        place = draft.facts.dice.roll(1, count).values[0] if count > 1 else 1
        own = sheet.attributes[place - 1]
        return own.name, own.rating
    found = sheet.attribute(named)
    return named, found.rating if found else 0


def cannot_end(state: State) -> Refused | None:
    """Return the refusal if a session cannot end, because a roll, statement or choice is pending."""
    if refusal := not_in_play(state, END):
        return refusal
    # The GM can state the result of a hidden roll on another day.
    waiting = [
        id for id, test in in_order(state.play.tests.items()) if not (test.hidden and test.results)
    ]
    if not waiting:
        return None
    # During a pause, nothing can be rolled or called off.
    if refusal := play_paused(state.table):
        return refusal
    named = tuple(f"“{state.play.tests[id].about}”" for id in waiting)
    return refuse(Own.TESTS_OPEN, END, tests=tuple(waiting), test_subjects=named)


def end(draft: Draft) -> str:
    """End the session of play (`session.end`)."""
    draft.cite(END, session_number=draft.play.sessions)
    draft.emit(SessionEnded())
    return f"Session {draft.play.sessions} is over."
