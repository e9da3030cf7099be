"""Epochs of the dice: seats' nonces go into the rolls, and a closed epoch's seed lies open.

A seed gives away face-down dice too: while there are any, it stays hidden.
"""

from typing import Annotated, Any

from verger.domain.core.decider import Draft, Facts, Judgement, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.note import Note
from verger.domain.core.option import Option, TextField, move_option
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import DiceEpochStarted, DiceRevealed, NonceGiven, Table
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import written

NONCE = "table.dice_nonce"
REVEAL = "table.dice_reveal"
NONCE_LIMIT = 64
"""Characters in a nonce."""

RULES = house_rulebook(
    {
        NONCE: (
            "Every seat with a say may give a nonce, which goes into all dice that are rolled "
            "until their seed is revealed or the seat gives another one."
        ),
        REVEAL: (
            "Every seat with a say may have the seed of the dice revealed once they have been "
            "rolled and none of them lies face down that another seat may reveal; later dice come "
            "from another seed, for which nonces are given anew."
        ),
    }
)

Nonce = Annotated[
    str,
    # Dice depend on it, so it is never redacted.
    written(
        NONCE_LIMIT, "One line of at most 64 characters, best made up by nobody else.", sign=True
    ),
]


class GiveNonce(TaggedMove, frozen=True, tag="give_nonce"):
    """Have a say in the dice: the nonce goes into every later roll of the epoch."""

    nonce: Nonce


class RevealDice(TaggedMove, frozen=True, tag="reveal_dice"):
    """Have the seed of the dice shown, so that every roll so far can be checked."""


EpochMove = GiveNonce | RevealDice


def give_nonce(draft: Draft[Any], move: GiveNonce, facts: Facts) -> Judgement:
    """A nonce counts from the next roll on (`table.dice_nonce`), exactly as it was written."""
    draft.cite(NONCE, first_roll=draft.table.dice_rolled + 1)
    draft.emit(NonceGiven(facts.seat, move.nonce))
    return draft.accept(f"{draft.table.name(facts.seat)} gives a nonce for the dice.")


def reveal_dice(draft: Draft[Any], facts: Facts) -> Judgement:
    """The epoch's seed is shown, and another one is committed to (`table.dice_reveal`)."""
    if refusal := _cannot_reveal(draft.table, facts.seat):
        return refusal
    first, last = draft.table.dice_before + 1, draft.table.dice_rolled
    revealed = facts.dice.reveal()
    draft.cite(REVEAL, first_roll=first, last_roll=last, commitment=revealed.commitment)
    draft.emit(
        DiceRevealed(
            seed=revealed.seed,
            commitment=draft.table.dice_commitment,
            first=first,
            last=last,
            version=facts.version,
        ),
        DiceEpochStarted(revealed.commitment, facts.version),
    )
    return draft.accept(
        f"{draft.table.name(facts.seat)} has the seed of dice {first} to {last} revealed."
    )


def _cannot_reveal(table: Table, seat: SeatId) -> Refused | None:
    # Epochs are kept for ever: there are never more of them than dice.
    if table.dice_rolled == table.dice_before:
        return refuse(Code.NOTHING_ROLLED, REVEAL, since_version=table.dice_epoch)
    others = [note for note in lying_face_down(table) if note.by != seat]
    if not others:
        return None
    names = tuple(dict.fromkeys(table.name(note.by) for note in others))
    return refuse(
        Code.FACE_DOWN, REVEAL, notes=tuple(note.id for note in others), author_names=names
    )


def lying_face_down(table: Table) -> list[Note]:
    """Rolls of the open epoch that lie face down, as long as there is a seat that may reveal them."""
    return [
        note
        for note in table.notes
        if note.roll is not None and note.roll > table.dice_before
        if note.is_sealed and table.seat(note.by) is not None
    ]


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """A seat's moves about the dice, if it has a say."""
    nonce = move_option(
        "give_nonce",
        (TextField("nonce", NONCE_LIMIT, label="Any words"),),
        NONCE,
        label="Stir the dice",
    )
    if _cannot_reveal(state.table, seat):
        return [nonce]
    return [nonce, move_option("reveal_dice", (), REVEAL, label="Open the dice's seed")]
