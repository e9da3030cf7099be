"""What declared changes would come to, if nobody objected."""

from collections.abc import Iterator

from verger.domain.core.decider import Wish
from verger.domain.core.identifier import in_order
from verger.domain.core.ruling import Refused
from verger.domain.games.verge import change
from verger.domain.games.verge.model.declaration import Declaration
from verger.domain.games.verge.model.purse import held
from verger.domain.games.verge.state import Draft
from verger.domain.games.verge.token import escrow


def wishes(draft: Draft) -> Iterator[Wish]:
    """Each open declaration, with all that is left of it recorded (`consent.declare`)."""
    for id, declaration in in_order(draft.play.declarations.items()):
        scratch = draft.scratch()
        _record(scratch, declaration)
        price = held(draft.play.ledger, escrow(id)).as_price()
        yield Wish(id, declaration.mover, scratch.state, price)


def _record(scratch: Draft, declaration: Declaration) -> None:
    """Record what is left of a declaration, as far as it is possible."""
    seat, made = declaration.mover, list(declaration.made)
    for action in declaration.actions[declaration.current - 1 :]:
        resolved = change.resolved(action, made)
        if isinstance(resolved, Refused) or change.unfit(scratch.state, seat, resolved):
            return
        made.append(change.record(scratch, seat, resolved))
