"""Previews of declared changes: the state if nobody objects."""

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
    """Yield each open declaration, with all its remaining actions recorded (`consent.declare`)."""
    for id, declaration in in_order(draft.play.declarations.items()):
        scratch = draft.scratch()
        _record(scratch, declaration)
        price = held(draft.play.ledger, escrow(id)).as_price()
        yield Wish(id, declaration.mover, scratch.state, price)


def _record(scratch: Draft, declaration: Declaration) -> None:
    """Record the remaining actions of a declaration, as far as they are possible."""
    seat, made = declaration.mover, list(declaration.made)
    for action in declaration.actions[declaration.current - 1 :]:
        resolved = change.resolved(action, made)
        if isinstance(resolved, Refused) or change.unfit(scratch.state, seat, resolved):
            return
        made.append(change.record(scratch, seat, resolved))
