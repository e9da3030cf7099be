"""Several characters in one test: dice from assistants, and the rolls of a team that count."""

from verger.domain.games.afterverse.model.testing import Actor, Test
from verger.domain.table.sheet import CharacterId


def helping_dice(called: Test) -> int:
    """Return the dice that assistants' hits add to the main actor's pool (`team.assist`)."""
    return sum(actor.hits for actor in called.actors if actor.role == "assistant")


def members(called: Test) -> list[Actor]:
    """Return the members of a team who rolled their pools (`team.teamwork`)."""
    return [actor for actor in called.actors if actor.role == "member" and not actor.has_let_be]


def rolls_of(called: Test, character: CharacterId) -> list[Actor]:
    """Return the rolls for a character's result: its own, or those of its team."""
    if called.form == "teamwork":
        return members(called)
    own = (actor for actor in called.actors if actor.character == character)
    return [actor for actor in own if not actor.has_let_be]


def is_too_large(called: Test) -> bool:
    """Return whether more members rolled than the Leadership test's hits allow to count."""
    leader = called.leader
    return leader is not None and len(members(called)) > leader.hits


def counting(called: Test) -> list[Actor]:
    """Return the rolls that count: as many as Leadership had hits, the highest or the lowest.

    The lowest are those of the smallest pools. Of equal pools, those with fewer hits count.
    """
    leader = called.leader
    assert leader is not None, "a team is reckoned when it was led"
    ranked = sorted(members(called), key=lambda actor: (actor.hits, actor.sixes))
    if called.lowest:
        ranked.sort(key=lambda actor: actor.pool)
    else:
        ranked.reverse()
    return ranked[: leader.hits]
