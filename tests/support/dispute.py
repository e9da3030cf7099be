"""Words for tests about disputes: a table in Run with a disputed ruling."""

from typing import Any

from tests.support.game import Game as AnyGame
from tests.support.play import Game, in_run
from verger.domain.core.decider import Accepted
from verger.domain.core.dispute import Dispute
from verger.domain.core.identifier import DisputeId

NOTHING = {"remedy": "nothing"}


def disputed(*names: str, **house_rules: str | int) -> Game:
    """A table in Run. Bo has drawn a line, and Cy disputes it."""
    game = in_run(*(names or ("Ann", "Bo", "Cy")), **house_rules)
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    disputes(game, "Cy")
    return game


def disputes(game: AnyGame, name: str, rule: str = "compile.limits", **more: Any) -> Accepted:
    """Have a seat dispute the newest event."""
    about = {"of": "event", "version": len(game.log)}
    fields = {"about": about, "rule": rule, "grounds": "It was no line.", **more}
    return game.move(name, "dispute", **fields)


def settlement(outcome: str = "overturned", dispute: str = "q1", **remedy: Any) -> dict[str, Any]:
    """A settlement, with a remedy or none."""
    return {
        "dispute": dispute,
        "outcome": outcome,
        "reason": "We have talked.",
        "remedy": remedy or NOTHING,
    }


def amendment(*corrections: dict[str, Any], name: str = "As it was") -> dict[str, Any]:
    """A remedy with these corrections."""
    return {"remedy": "amendment", "name": name, "corrections": corrections}


def settles(game: AnyGame, by: str, dispute: str = "q1", /, **more: Any) -> Accepted:
    """Have one seat propose a settlement, and all others vote for it."""
    judgement = game.move(by, "propose_settlement", **settlement(dispute=dispute, **more))
    while (found := at(game, dispute)).settlement:
        seat = found.settlement.vote.waiting[0]
        judgement = game.move(seat, "vote", dispute=dispute, yes=True)
    return judgement


def at(game: AnyGame, id: str = "q1") -> Dispute:
    """A dispute as it stands."""
    disputes = game.state.table.disputes
    key = DisputeId(id)
    return disputes.open.get(key) or disputes.closed[key]


def outcome(game: AnyGame, id: str = "q1") -> str | None:
    """Return how a dispute ended, if it has."""
    closing = at(game, id).closing
    return closing.outcome if closing else None
