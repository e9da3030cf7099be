"""Corrections: what a table puts right in its play by agreement, all of it or nothing.

The log is never edited: a correction is made by effects of the event that settles a dispute.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.decider import Draft, Ruleset, State
from domain.identifier import Account, RuleId
from domain.ledger import BANK, Token, TokensMoved, held, seat_account
from domain.option import Number, Option, choices
from domain.reason import Code
from domain.remedy import TOKEN_LIMIT, MoveTokens, Plain
from domain.ruling import Refused, refuse
from domain.table import Table


def impossible(
    draft: Draft[Any], corrections: Sequence[Plain], ruleset: Ruleset[Any], rule: str
) -> Refused | None:
    """Why corrections cannot all be made now, one after the other, if they cannot."""
    return make(draft.scratch(), corrections, ruleset, rule)


def make(
    draft: Draft[Any], corrections: Sequence[Plain], ruleset: Ruleset[Any], rule: str
) -> Refused | None:
    """Make corrections up to the first that is not possible."""
    for correction in corrections:
        wanted = msgspec.convert(correction, ruleset.corrections.kinds)
        if isinstance(wanted, MoveTokens):
            refusal = _move_tokens(draft, wanted, rule)
        else:
            refusal = ruleset.corrections.make(draft, wanted)
        if refusal:
            return refusal
    return None


def _move_tokens(draft: Draft[Any], move: MoveTokens, rule: str) -> Refused | None:
    """Between the bank and seats that play, as far as there are tokens (`token.kinds`)."""
    source, target = move.source, move.target
    accounts = _accounts(draft.table)
    if source == target or source not in accounts or target not in accounts:
        return refuse(Code.UNFIT_ACCOUNT, rule, source=source, target=target)
    there = _there(draft.state, source, move.token)
    if there < move.amount:
        return refuse(
            Code.TOO_FEW_THERE,
            rule,
            source=source,
            token=move.token,
            there=there,
            amount=move.amount,
        )
    draft.emit(TokensMoved(move.token, move.amount, source, target, "a correction", RuleId(rule)))
    return None


def _accounts(table: Table) -> dict[Account, str]:
    """The accounts that tokens are moved between, with their names: none holds a stake."""
    return {BANK: "the bank"} | {seat_account(seat.id): seat.name for seat in table.players}


def _there(state: State[Any], account: Account, token: Token) -> int:
    """How many tokens may be taken; the bank has no end of all but boosts."""
    if account == BANK and token is not Token.BOOST:
        return TOKEN_LIMIT
    return min(TOKEN_LIMIT, dict(held(state.play.ledger, account).items()).get(token, 0))


def options(ruleset: Ruleset[Any], state: State[Any]) -> list[Option]:
    """The corrections that are possible now, each taken by itself."""
    return [*_token_options(state), *ruleset.corrections.options(state)]


def _token_options(state: State[Any]) -> Iterator[Option]:
    accounts = _accounts(state.table)
    for source in accounts:
        targets = [(account, name) for account, name in accounts.items() if account != source]
        for token in Token:
            there = _there(state, source, token)
            if there > 0 and targets:
                fixed = {"correction": "move_tokens", "token": token.value, "source": source}
                yield Option({**fixed}, (Number("amount", 1, there), choices("target", targets)))
