"""Several characters in one test: dice from assistants, and the rolls of a team that count."""

from verger.domain.games.afterverse.model.testing import Actor, Test
from verger.domain.table.sheet import CharacterId


def helping_dice(test: Test) -> int:
    """Return the dice that assistants' hits add to the main actor's pool (`team.assist`)."""
    return sum(actor.hits for actor in test.actors if actor.role == "assistant")


def members(test: Test) -> list[Actor]:
    """Return the members of a team who rolled their pools (`team.teamwork`)."""
    return [actor for actor in test.actors if actor.role == "member" and not actor.has_let_be]


def rolls_of(test: Test, character: CharacterId) -> list[Actor]:
    """Return the rolls for a character's result: its own roll, or the rolls of its team."""
    if test.form == "teamwork":
        return members(test)
    own = (actor for actor in test.actors if actor.character == character)
    return [actor for actor in own if not actor.has_let_be]


def is_too_large(test: Test) -> bool:
    """Return whether more members rolled than the Leadership test's hits allow to count."""
    leader = test.leader
    return leader is not None and len(members(test)) > leader.hits


def counting(test: Test) -> list[Actor]:
    """Return the rolls that count: as many as Leadership had hits, the highest or the lowest.

    The lowest are the rolls of the smallest pools. Of equal pools, rolls with fewer hits count.
    """
    leader = test.leader
    assert leader is not None, "a team is reckoned when it was led"
    ranked = sorted(members(test), key=lambda actor: (actor.hits, actor.sixes))
    if test.lowest:
        ranked.sort(key=lambda actor: actor.pool)
    else:
        ranked.reverse()
    return ranked[: leader.hits]
