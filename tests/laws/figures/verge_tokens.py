"""The numbers of tokens in the rulings of Verge about payments."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tests.laws.figures.ruled import Ruled, parts, replaced, swapped
from verger.domain.core.ruling import Refused
from verger.domain.games.verge.model.purse import Purse

Rule = Callable[..., bool]

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    "token.pay": (lambda tokens_paid, s: _paid(s) == _spent(s),),
    "token.boost": (
        lambda boosts_paid, s: any(
            f"{boosts_paid} boost" in paid for paid in s.cites("tokens_paid", "token.pay")
        ),
    ),
    "not_enough_tokens": (
        lambda tokens_needed, tokens_held: not pays(tokens_held, tokens_needed),
        lambda seat_name, tokens_held, s: tokens_held in _funds(s, seat_name),
        lambda seat_name, tokens_needed, s: _is_price(s, seat_name, tokens_needed),
    ),
    "wrong_payment": (
        lambda tokens_offered, s: purse(tokens_offered) in _offered(s),
        lambda tokens_needed, s: any(
            s.is_same_fault(move) is False for move in _paying(s.move, _payment(tokens_needed))
        ),
    ),
}


def _paid(s: Ruled) -> list[tuple[str, int]]:
    """Return the tokens of the payments that a ruling names, in order."""
    return [
        (kind, number)
        for tokens in s.cites("tokens_paid", "token.pay")
        for kind, number in purse(tokens).items()
    ]


def _spent(s: Ruled) -> list[tuple[str, int]]:
    """Return the tokens that the move spends, in order. Tokens that go to escrow are not spent yet."""
    return [
        (str(effect.token), effect.amount)
        for effect in s.done("tokens_moved")
        if effect.rule in ("token.pay", "token.boost") and not effect.target.startswith("escrow:")
    ]


def _accounts(s: Ruled, name: str) -> list[list[str]]:
    """Return the accounts of each seat with this name. The GM also pays from the budget of the current notice."""
    notice = s.before.play.notices.current
    return [
        [
            f"seat:{seat.id}",
            *([f"fnol:{notice.seat}"] if notice and seat.id == s.before.table.gm else []),
        ]
        for seat in s.before.table.seats
        if seat.name == name
    ]


def _funds(s: Ruled, name: str) -> list[str]:
    return [_in_words(s, accounts) for accounts in _accounts(s, name)]


def _in_words(s: Ruled, accounts: list[str]) -> str:
    own, *budget = [s.before.play.ledger.get(account) for account in accounts]
    numbers = {kind: getattr(own, kind, 0) for kind in ("story", "development", "boost")}
    numbers["story"] += sum(getattr(one, "story", 0) for one in budget)
    named = [
        f"{number} {kind}{'s' if kind == 'boost' and number != 1 else ''}"
        for kind, number in numbers.items()
        if number
    ]
    return ", ".join(named) or "nothing"


def _offered(s: Ruled) -> list[dict[str, int]]:
    """Return the payments in a move."""
    payments = [part.get("payment") for part in parts(s.move) if isinstance(part, dict)]
    return [
        {kind: number for kind, number in one.items() if number}
        for one in payments
        if one is not None
    ]


def _paying(move: Any, payment: dict[str, int]) -> Iterator[Any]:
    """Yield copies of a move with another payment: in one place, or in all places with the same payment."""
    for part in parts(move):
        if isinstance(part, dict) and part.get("payment") is not None:
            yield from swapped(move, part["payment"], payment)
            yield replaced(move, part["payment"], payment)


def _payment(price: str) -> dict[str, int]:
    number, _, kind = price.partition(" ")
    return {"story": int(number)} if kind == "of any kind" else purse(price)


def _is_price(s: Ruled, name: str, needed: str) -> bool:
    """Return whether the move is possible with these tokens, and impossible with one less of some kind."""
    price = _payment(needed)
    return any(
        not _lacks(s, accounts, kept, price, needed)
        and any(_lacks(s, accounts, kept, fewer, needed) for fewer in _fewer(price))
        for accounts in _accounts(s, name)
        for kept in ({}, purse(_in_words(s, accounts)))
    )


def _fewer(price: dict[str, int]) -> Iterator[dict[str, int]]:
    """Yield a purse with one token less, and purses with a token replaced by a token of another kind."""
    last = [*price][-1]
    yield {**price, last: price[last] - 1}
    for kind, number in price.items():
        for other in {"story", "development", "boost"} - {kind}:
            yield {**price, kind: number - 1, other: price.get(other, 0) + 1}


def _lacks(
    s: Ruled, accounts: list[str], kept: dict[str, int], tokens: dict[str, int], needed: str
) -> bool:
    """Return whether the move is refused because these tokens, with the kept ones, do not pay this price."""
    ledger = s.before.play.ledger
    for account in accounts:
        ledger = ledger.delete(account) if account in ledger else ledger
    before = replace(
        s.before,
        play=replace(s.before.play, ledger=ledger.set(accounts[0], Purse(**(kept | tokens)))),
    )
    judged = s.judged(s.move, before)
    return (
        isinstance(judged, Refused)
        and judged.code == "not_enough_tokens"
        and judged.facts["tokens_needed"] == needed
    )


def purse(tokens: str) -> dict[str, int]:
    """Return the tokens in a text such as `2 story, 1 boost`, by their kinds."""
    named = [part.split(" ", 1) for part in tokens.split(", ") if part != "nothing"]
    return {kind.removesuffix("s"): int(number) for number, kind in named}


def total(tokens: str) -> int:
    """Return the number of tokens in a text."""
    return sum(purse(tokens).values())


def pays(held: str, needed: str) -> bool:
    """Return whether tokens are enough for a price. Boosts can replace other tokens."""
    have, price = purse(held), purse(needed)
    if "of any kind" in price:
        return total(held) >= price["of any kind"]
    missing = sum(
        max(0, number - have.get(kind, 0)) for kind, number in price.items() if kind != "boost"
    )
    return have.get("boost", 0) >= missing + price.get("boost", 0)
