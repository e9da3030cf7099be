"""Corrections to play that a table agrees on. Either all of them are made, or none.

The log is never edited. The effects of the settling event make the corrections.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Described, Draft, Ruleset, State, Tokens
from verger.domain.core.identifier import Account, RuleId
from verger.domain.core.ledger import BANK, Purse, TokensMoved, held
from verger.domain.core.option import Choices, Number, Option, choice, plain
from verger.domain.core.reason import Code
from verger.domain.core.remedy import TOKEN_LIMIT, MoveTokens, Plain
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import counted
from verger.domain.core.union import classes_of

AMEND, OVERRIDE = "dispute.amend", "dispute.override"


def impossible(
    draft: Draft[Any], corrections: Sequence[Plain], ruleset: Ruleset[Any], rule: str
) -> Refused | None:
    """Return why corrections cannot all be made now, one after the other, or None."""
    return make(draft.scratch(), corrections, ruleset, rule)


def make(
    draft: Draft[Any], corrections: Sequence[Plain], ruleset: Ruleset[Any], rule: str
) -> Refused | None:
    """Make corrections up to the first impossible one.

    Return the refusal of that correction, or None.

    The fact `correction_number` is the place of this correction, from 1.
    """
    for place, correction in enumerate(corrections, 1):
        wanted = msgspec.convert(correction, ruleset.corrections.kinds)
        if isinstance(wanted, MoveTokens):
            refusal = _move_tokens(draft, wanted, ruleset.tokens, rule)
        else:
            refusal = ruleset.corrections.make(draft, wanted)
        if refusal:
            return replace(refusal, facts={**refusal.facts, "correction_number": place})
    return None


def _move_tokens(
    draft: Draft[Any], move: MoveTokens[Any], tokens: Tokens | None, rule: str
) -> Refused | None:
    """Move tokens between the bank and another account, or refuse if the source has too few."""
    source, target = move.source, move.target
    accounts = tokens.accounts(draft.state) if tokens else {}
    if tokens is None or source == target or not {source, target} <= set(accounts):
        return refuse(Code.UNFIT_ACCOUNT, rule, source_account=source, target_account=target)
    available = _available(draft.state, tokens, source, move.token)
    if available < move.amount:
        return refuse(
            Code.TOO_FEW_THERE,
            rule,
            source_account=source,
            token_kind=move.token,
            tokens_in_account=available,
            tokens_to_move=move.amount,
        )
    draft.emit(
        TokensMoved(
            token=move.token,
            amount=move.amount,
            source=source,
            target=target,
            reason="a correction",
            rule=RuleId(rule),
        )
    )
    return None


def _available(state: State[Any], tokens: Tokens, account: Account, token: str) -> int:
    """Return the number of tokens that can be taken from an account.

    The bank never runs out of most kinds.
    """
    if token not in tokens.nothing.__struct_fields__:
        return 0
    if account == BANK and token not in tokens.limited:
        return TOKEN_LIMIT
    purse: Purse = held(state.play.ledger, account, tokens.nothing)
    return min(TOKEN_LIMIT, purse.of(token))


_ENDED = "an account that does not exist any more"


def described(ruleset: Ruleset[Any], state: State[Any], correction: Plain) -> Described:
    """Describe a correction for the seats that vote on it."""
    wanted = msgspec.convert(correction, ruleset.corrections.kinds)
    if not isinstance(wanted, MoveTokens):
        return ruleset.corrections.describe(state, wanted)
    accounts = ruleset.tokens.accounts(state) if ruleset.tokens else {}
    # An account can end while the table votes: a bank is closed, or a rewind undoes a character.
    source, target = (accounts.get(id, _ENDED) for id in (wanted.source, wanted.target))
    return Described(
        f"move {counted(wanted.amount, 'token')} ({plain(wanted.token)}) from {source} to {target}",
        {
            "token_kind": wanted.token,
            "tokens_to_move": wanted.amount,
            "source_account": wanted.source,
            "target_account": wanted.target,
        },
    )


def options(ruleset: Ruleset[Any], state: State[Any]) -> list[Option]:
    """Return the corrections that are possible now, each considered separately."""
    return [*_token_options(ruleset, state), *ruleset.corrections.options(state)]


def _token_options(ruleset: Ruleset[Any], state: State[Any]) -> Iterator[Option]:
    tokens = ruleset.tokens
    if tokens is None or MoveTokens not in classes_of(ruleset.corrections.kinds):
        return
    accounts = tokens.accounts(state)
    named = {account: choice(account, name) for account, name in accounts.items()}
    for source in accounts:
        others = tuple(
            [account_choice for account, account_choice in named.items() if account != source]
        )
        targets = Choices("target", others)
        for token in tokens.nothing.__struct_fields__:
            available = _available(state, tokens, source, token)
            if available > 0 and others:
                fixed = {"correction": "move_tokens", "token": token, "source": source}
                yield Option({**fixed}, (Number("amount", 1, available), targets))
