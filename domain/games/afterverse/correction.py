"""Corrections: a table can agree to move points between the bank, characters and banks of hits."""

from msgspec.structs import replace

from verger.domain.core.decider import NO_CORRECTIONS, Corrections, Tokens
from verger.domain.core.identifier import Account, in_order
from verger.domain.core.ledger import BANK, character_account
from verger.domain.core.remedy import MoveTokens
from verger.domain.games.afterverse.model.bank import NOTHING, Kind, hits_account
from verger.domain.games.afterverse.state import Play, State

Correction = MoveTokens[Kind]


def _accounts(state: State) -> dict[Account, str]:
    play = state.play
    characters = {
        character_account(id): character.name
        for id, character in in_order(play.characters.known.items())
    }
    banks = {hits_account(id): bank.name for id, bank in in_order(play.banks.items())}
    return {BANK: "the bank"} | characters | banks


def _stake(state: State, account: Account) -> str:
    """Describe the purpose of the hits in an account.

    The account stays after its bank is closed.
    """
    del state, account
    return "a bank of hits that is closed"


TOKENS = Tokens(NOTHING, _accounts, stake=_stake)


# Everything else is corrected with a rewind.
CORRECTIONS: Corrections[Play] = replace(NO_CORRECTIONS, kinds=Correction)
