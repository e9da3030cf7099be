"""Corrections: points, which a table may move by agreement; everything else it rewinds."""

from typing import Any

from domain.afterverse.bank import NOTHING, hits_account
from domain.afterverse.moves import Correction
from domain.afterverse.state import Play, State
from domain.decider import Corrections, Draft, Tokens
from domain.identifier import Account, in_order
from domain.ledger import BANK, character_account
from domain.option import Option
from domain.ruling import Refused


def _accounts(state: State) -> dict[Account, str]:
    play = state.play
    characters = {
        character_account(id): one.name for id, one in in_order(play.characters.known.items())
    }
    banks = {hits_account(id): one.name for id, one in in_order(play.banks.items())}
    return {BANK: "the bank"} | characters | banks


TOKENS = Tokens(NOTHING, _accounts)


def _make(draft: Draft[Play], correction: Any) -> Refused | None:
    msg = "tokens are moved in every game alike"
    raise AssertionError(msg)


def _options(state: State) -> list[Option]:
    return []


CORRECTIONS: Corrections[Play] = Corrections(Correction, _make, _options)
