"""Banks and ledger: the tokens of each account, and every movement of tokens."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from verger.domain.core.decider import Ruleset, State, Tokens
from verger.domain.core.identifier import Account, RuleId, SeatId
from verger.domain.core.ledger import BANK, Purse, TokensMoved
from verger.domain.core.members import made_of


class AccountView(msgspec.Struct, frozen=True):
    """The tokens of one account."""

    account: Account
    """The id of the account, such as `seat:s1`."""
    name: str
    """The owner of the account, or the purpose of its tokens, in words."""
    tokens: dict[str, int]
    """The number of tokens by kind, with an entry for each kind of the game."""


class BanksView(msgspec.Struct, frozen=True):
    """All accounts at a version. A game without tokens has no accounts."""

    version: int
    """The version that was read."""
    bank: dict[str, int]
    """The tokens in the bank, but only of the kinds that can run out, such as Verge's boosts."""
    accounts: tuple[AccountView, ...]
    """All other accounts: seats, characters, and the escrow of open actions."""


class EntryView(msgspec.Struct, frozen=True):
    """One movement of tokens, with its event."""

    version: int
    """The version of the event."""
    at: datetime
    """The time of the event."""
    token: str
    """The kind of tokens."""
    amount: int
    """The number of tokens."""
    source: Account
    """The account that loses the tokens."""
    target: Account
    """The account that receives the tokens."""
    reason: str
    """The reason for the movement, in words."""
    rule: RuleId
    """The id of the rule that moves the tokens."""
    is_undone: bool
    """Whether a rewind has undone the movement by this version. Balances do not include undone
    movements."""


class LedgerView(msgspec.Struct, frozen=True):
    """Token movements, in the order of the log."""

    entries: tuple[EntryView, ...]
    """The movements of tokens, the oldest first."""
    next_after: int | None
    """The start of the next page; null on the last page."""


def banks(ruleset: Ruleset[Any], state: State[Any], version: int) -> BanksView:
    """Return the accounts at a version: those that always exist, then all others with tokens."""
    tokens = ruleset.tokens
    if tokens is None:
        return BanksView(version, {}, ())
    ledger: Mapping[Account, Purse] = state.play.ledger
    names = tokens.accounts(state)
    named = [account for account in names if account not in tokens.sources]
    others = sorted(account for account in ledger if account not in (*tokens.sources, *named))
    accounts = tuple(
        AccountView(
            account,
            names.get(account) or _called(tokens, state, account),
            _amounts(ledger.get(account, tokens.nothing)),
        )
        for account in (*named, *others)
    )
    lying = _amounts(ledger.get(BANK, tokens.nothing))
    limited = {token: amount for token, amount in lying.items() if token in tokens.limited}
    return BanksView(version, limited, accounts)


def _called(tokens: Tokens, state: State[Any], account: Account) -> str:
    """Return the name of an account that does not belong to a current player."""
    kind, _, id = account.partition(":")
    if kind != "seat":
        return tokens.stake(state, account)
    return state.table.name(SeatId(id))


def _amounts(purse: Purse) -> dict[str, int]:
    return {token: purse.of(token) for token in purse.__struct_fields__}


def entries(
    version: int, at: datetime, effects: Iterable[Any], *, is_undone: bool
) -> Iterator[EntryView]:
    """Yield the movements of one event."""
    for effect in effects:
        if isinstance(effect, TokensMoved):
            yield made_of(EntryView, effect, version=version, at=at, is_undone=is_undone)
