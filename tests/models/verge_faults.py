"""What is made wrong with the server, and the model of Verge has to find."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.models.following import Fault

Wrong = Callable[[Callable[..., Any]], Callable[..., Any]]


def gives(found: Any) -> Wrong:
    """The same whatever it is asked."""

    def wrong(_: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *_: found

    return wrong


def _highest(_: Callable[..., Any]) -> Callable[..., Any]:
    def face(dice: Sequence[int]) -> int:
        return max(dice, default=0)

    return face


FAULTS: Mapping[str, Fault] = {
    "what is struck below 0 stays": Fault("domain.games.verge.writing:falls", gives(found=False)),
    "nobody is thanked": Fault("domain.games.verge.change:_thank_creator", gives(None)),
    "overriding costs nothing": Fault("domain.games.verge.contest:_priced", gives([])),
    "nobody controls the rest": Fault("domain.games.verge.control:_residual", gives(None)),
    "a die more than the pool has": Fault(
        "domain.games.verge.rolling:pool", lambda right: lambda *seen: right(*seen) + 1
    ),
    "the highest face is the signal": Fault("domain.games.verge.rolling:best_face", _highest),
    "nobody is insured": Fault("domain.games.verge.concluding:_insure", gives(None)),
    "the last one is not asked": Fault(
        "domain.games.verge.proceeding:_asked", lambda right: lambda *seen: right(*seen)[:-1]
    ),
    "no notices are owed": Fault("domain.games.verge.views:owing", gives([])),
}
