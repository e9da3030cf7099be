"""Several at one test: what assistants add, and which of a team's rolls count."""

from verger.domain.games.afterverse.model.testing import Actor, Test
from verger.domain.table.sheet import CharacterId


def helping_dice(called: Test) -> int:
    """The dice that assistants' hits add to the main actor's pool (`team.assist`)."""
    return sum(one.hits for one in called.actors if one.role == "assistant")


def members(called: Test) -> list[Actor]:
    """Those of a team that rolled their pools (`team.teamwork`)."""
    return [one for one in called.actors if one.role == "member" and not one.has_let_be]


def rolls_of(called: Test, character: CharacterId) -> list[Actor]:
    """The rolls that were made for a character's result: its own, or those of its team."""
    if called.form == "teamwork":
        return members(called)
    own = (one for one in called.actors if one.character == character)
    return [one for one in own if not one.has_let_be]


def is_too_large(called: Test) -> bool:
    """Whether more have rolled than the Leadership test's hits let count."""
    leader = called.leader
    return leader is not None and len(members(called)) > leader.hits


def counting(called: Test) -> list[Actor]:
    """Return the rolls that count: as many as Leadership had hits, the highest or the lowest.

    The lowest are those of the smallest pools. Of equal pools, those with fewer hits count.
    """
    leader = called.leader
    assert leader is not None, "a team is reckoned when it was led"
    ranked = sorted(members(called), key=lambda one: (one.hits, one.sixes))
    if called.lowest:
        ranked.sort(key=lambda one: one.pool)
    else:
        ranked.reverse()
    return ranked[: leader.hits]
