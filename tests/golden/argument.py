"""What the end of an evening may be: two arguments, with what was corrected made again between them."""

from collections.abc import Sequence
from typing import Any

from tests.golden.evening import Evening
from tests.golden.second_thought import leaves_out


def argues(game: Evening, corrections: Sequence[dict[str, Any]], aside: str) -> None:
    """Corrections are agreed on, and stay without the question. A rule is set aside for once."""
    *_, bo, cy = (game.state.table.name(seat) for seat in game.state.table.sitting)
    asked = len(game.log) + 1
    amendment = {"remedy": "amendment", "name": "As it was", "corrections": corrections}
    _settles(game, (bo, cy), amendment)
    leaves_out(game, cy, asked, reason="It was only a question.")
    assert [type(event.move).__struct_config__.tag for event in game.log[-1:]] == ["correct_again"]
    _settles(game, (cy, bo), {"remedy": "override", "rule": aside})


def _settles(game: Evening, by: tuple[str, str], remedy: dict[str, Any]) -> None:
    """The newest ruling is disputed; everybody agrees on a remedy."""
    about = {"of": "event", "version": len(game.log)}
    why = {"about": about, "rule": "table.text", "grounds": "Not as I remember it."}
    game.move(by[0], "dispute", **why)
    id = f"q{game.state.table.disputes.ever}"
    end = {"dispute": id, "outcome": "overturned", "reason": "We were all there."}
    game.move(by[1], "propose_settlement", **end, remedy=remedy)
    while dispute := game.state.table.disputes.open.get(id):  # type: ignore[call-overload]
        seat = dispute.settlement.vote.waiting[0]
        game.move(game.state.table.name(seat), "vote", dispute=id, yes=True)
