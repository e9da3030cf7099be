"""The accounts of Verge's tokens, and the payment of prices."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

Purse = Mapping[str, int]

KINDS = ("story", "development", "boost")
BANK = "bank"


@dataclass
class Bank:
    """The tokens in each account."""

    accounts: dict[str, Counter[str]] = field(default_factory=dict)

    def held(self, account: str, kind: str) -> int:
        """Return the number of tokens of a kind in an account."""
        return self.accounts.get(account, Counter())[kind]

    def purse(self, account: str) -> dict[str, int]:
        """All tokens in an account."""
        return {kind: number for kind, number in self.accounts.get(account, {}).items() if number}

    def move(self, purse: Purse, source: str, target: str) -> None:
        """Move tokens from one account to another."""
        for kind, number in purse.items():
            if number:
                self.accounts.setdefault(source, Counter())[kind] -= number
                self.accounts.setdefault(target, Counter())[kind] += number

    def shown(self) -> dict[str, dict[str, int]]:
        """All accounts that hold tokens."""
        return {account: purse for account in self.accounts if (purse := self.purse(account))}


def seat_account(seat: str) -> str:
    """The account of a seat's tokens."""
    return f"seat:{seat}"


def exactly(price: Purse, held: Purse) -> dict[str, int]:
    """Pay the kinds of a price, and boosts for the missing tokens (`token.pay`)."""
    paid = {kind: min(number, max(held.get(kind, 0), 0)) for kind, number in price.items()}
    missing = sum(price.values()) - sum(paid.values())
    return {**paid, "boost": missing + paid.get("boost", 0)}


def pays(paid: Purse, price: Purse) -> bool:
    """Return whether a payment is exactly a price. Boosts can replace other kinds (`token.pay`)."""
    fits = all(paid.get(kind, 0) <= price.get(kind, 0) for kind in ("story", "development"))
    return fits and sum(paid.values()) == sum(price.values())


def of_any_kind(total: int, held: Purse) -> dict[str, int]:
    """Pay with tokens of any kind: story tokens first and boosts last (`override.cost`)."""
    paid = {}
    for kind in KINDS:
        paid[kind] = min(total, max(held.get(kind, 0), 0))
        total -= paid[kind]
    return paid
