"""The faults in the server that the model of Verge has to find."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tests.models.following import Fault

Wrong = Callable[[Callable[..., Any]], Callable[..., Any]]


def gives(found: Any) -> Wrong:
    """Return a fault: a function that returns this value for any arguments."""

    def wrong(_: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *_: found

    return wrong


def _lowest(_: Callable[..., Any]) -> Callable[..., Any]:
    def face(dice: Sequence[int]) -> int:
        return min(dice, default=0)

    return face


def _one_more(right: Callable[..., Any]) -> Callable[..., Any]:
    def earn(draft: Any, seat: str, amount: int, *said: str) -> None:
        right(draft, seat, amount + 1, *said)

    return earn


def _needs_scene(right: Callable[..., Any]) -> Callable[..., Any]:
    """Without a scene, a creation in the fiction is joined to no node."""

    def unfit(state: Any, action: Any) -> Any:
        is_lost = action.nature == "fiction" and state.play.scene is None
        return right(state, replace(action, other="n0") if is_lost else action)

    return unfit


FAULTS: Mapping[str, Fault] = {
    "an element that is struck below 0 stays": Fault(
        "verger.domain.games.verge.writing:falls", gives(found=False), seed=6
    ),
    "every earning is a token too high": Fault(
        "verger.domain.games.verge.token:earn", _one_more, seed=10
    ),
    "overriding costs nothing": Fault(
        "verger.domain.games.verge.contest:_priced", gives([]), seed=1
    ),
    "nobody has residual control": Fault(
        "verger.domain.games.verge.control:_residual", gives(None)
    ),
    "a pool has a die too many": Fault(
        "verger.domain.games.verge.rolling:pool",
        lambda right: lambda *seen: right(*seen) + 1,
        seed=10,
    ),
    "the lowest face is the signal": Fault(
        "verger.domain.games.verge.rolling:best_face", _lowest, seed=3
    ),
    "nobody is insured": Fault("verger.domain.games.verge.concluding:_insure", gives(None), seed=2),
    "the last seat is not asked": Fault(
        "verger.domain.games.verge.proceeding:_seats_to_ask",
        lambda right: lambda *seen: right(*seen)[:-1],
        seed=1,
    ),
    "nobody has to take a path": Fault(
        "verger.domain.games.verge.options.conflict:goes_without", gives(found=True), seed=1
    ),
    "a first notice changes everything": Fault(
        "verger.domain.games.verge.options.action:may_change", gives(found=True), seed=1
    ),
    "explanations are lost": Fault("verger.domain.games.verge.writing:trimmed", gives("")),
    "the GM gets nothing that players leave": Fault(
        "verger.domain.games.verge.control:_seated_gm", gives(None)
    ),
    "doubts are forgotten": Fault(
        "verger.domain.games.verge.model.conflict_effect:_evolve_doubts",
        lambda _: lambda conflict, _: conflict,
        seed=14,
    ),
    "a goal costs its winner nothing": Fault(
        "verger.domain.games.verge.concluding:cost", gives("free"), seed=2
    ),
    "a creation is lost when its scene ends": Fault(
        "verger.domain.games.verge.change:_unfit_create", _needs_scene, seed=2
    ),
    "no notices are owed": Fault("verger.domain.games.verge.views:owing", gives([])),
}
