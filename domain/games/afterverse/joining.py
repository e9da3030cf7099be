"""Joining a test: as assistant, team member, leader or opponent (`team.allowed`)."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import play_paused, seat_not_taken
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.afterverse.acting import (
    acting_seat,
    known_character,
    label,
    name,
    some,
    unknown_test,
)
from verger.domain.games.afterverse.calling import ACTORS_MOST, part_of, unfit_actor
from verger.domain.games.afterverse.model.pool import Counted, counted, leads
from verger.domain.games.afterverse.model.subject import JoinTest
from verger.domain.games.afterverse.model.testing import (
    Role,
    Test,
)
from verger.domain.games.afterverse.model.testing_effect import (
    TestJoined,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, State, not_in_play
from verger.domain.table.sheet import RULE as SHEETS
from verger.domain.table.sheet import CharacterId

RULE = "team.allowed"

_ROLES: dict[str, tuple[Role, ...]] = {
    "alone": (),
    "assistance": ("assistant",),
    "teamwork": ("member", "leader"),
    "opposed": ("opponent",),
}


def roles_open(test: Test) -> list[Role]:
    """Return the roles that can still be taken in a test (`team.allowed`)."""
    if test.actors[0].has_rolled or test.results:
        return []
    taken = {actor.role for actor in test.actors}
    once = {"leader", "opponent"}
    full = sum(actor.role != "leader" for actor in test.actors) >= ACTORS_MOST
    roles = [role for role in _ROLES[test.form] if not (role in once and role in taken)]
    return [role for role in roles if role == "leader" or not full]


def takes_part(test: Test, id: CharacterId, role: str) -> bool:
    """Return whether a character already has a role that excludes this one.

    A leader can also be in the team.
    """
    leading = role == "leader"
    return any(
        actor.character == id and (actor.role == "leader") == leading for actor in test.actors
    )


def may_ask(state: State, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot ask to join, because there is no GM who could allow it."""
    table = state.table
    return play_paused(table) or not_in_play(state, RULE) or seat_not_taken(table, table.gm, RULE)


def cannot_join(state: State, subject: JoinTest, seat: SeatId) -> Refused | None:
    """Return why a character cannot take this role in a test, or None (`team.allowed`)."""
    id, actor = subject.actor.character, subject.actor
    refusal = may_ask(state, seat) or unknown_test(state, subject.test, RULE)
    if refusal := refusal or unfit_actor(state, actor):
        return refusal
    if seat not in (acting_seat(state, id), state.table.gm):
        return refuse(Own.NOT_YOUR_CHARACTER, SHEETS, character=id, character_name=name(state, id))
    known_test = state.play.tests[subject.test]
    test, about, who = subject.test, known_test.about, name(state, id)
    if subject.role not in roles_open(known_test):
        return refuse(
            Own.ROLE_NOT_OPEN,
            RULE,
            test=test,
            test_subject=about,
            test_role=subject.role,
            test_form=known_test.form,
        )
    if takes_part(known_test, id, subject.role):
        return refuse(
            Own.ALREADY_IN_TEST, RULE, character=id, character_name=who, test_subject=about
        )
    if subject.role == "leader" and not leads(known_character(state, id).sheet, actor.pool):
        return refuse(Own.NOT_LEADERSHIP, "team.teamwork", test_subject=about)
    return None


def join(draft: Draft, subject: JoinTest) -> str:
    """Let a character assist, join a team, lead or oppose, as the GM agreed (`team.allowed`)."""
    state, id = draft.state, subject.actor.character
    test = state.play.tests[subject.test]
    part = part_of(draft, subject.actor, subject.role, test.risk)
    draft.cite(RULE, test=subject.test, test_role=subject.role)
    draft.emit(TestJoined(subject.test, part))
    how = f"{part.named}, {some(part.pool, 'dice')}"
    return f"{name(state, id)} joins “{test.about}” as {_ROLE[subject.role]}: {how}."


_ROLE = {
    "assistant": "an assistant",
    "member": "one of the team",
    "leader": "the leader",
    "opponent": "the opponent",
}


def describe(state: State, subject: JoinTest) -> str:
    """Describe the character, the role and the pool as the end of a sentence."""
    who = subject.actor.character
    pool = counted(known_character(state, who).sheet, subject.actor.pool)
    how = f" with {pool.named}" if isinstance(pool, Counted) else ""
    about = label(state, subject.test)
    return f"to have {name(state, who)} join “{about}” as {_ROLE[subject.role]}{how}"
