"""Dice epochs: nonces of seats affect the rolls, and the seed of a closed epoch is public.

A seed also reveals face-down dice. So the seed stays secret while there are face-down dice.
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
"""The maximum length of a nonce, in characters."""

RULES = house_rulebook(
    {
        NONCE: (
            "Every seat that plays may give a nonce. The nonce affects all dice that are rolled "
            "until their seed is revealed, or until the seat gives another nonce."
        ),
        REVEAL: (
            "Every seat that plays may have the seed of the dice revealed after dice were rolled "
            "with it. The seed stays secret while another seat may still reveal dice that lie "
            "face down. Later dice come from another seed, with new nonces."
        ),
    }
)

Nonce = Annotated[
    str,
    # Dice depend on a nonce, so it is never redacted.
    written(NONCE_LIMIT, "One line of at most 64 characters. Make it up yourself.", sign=True),
]


class GiveNonce(TaggedMove, frozen=True, tag="give_nonce"):
    """Influence the dice. The nonce affects every later roll until the seed is revealed."""

    nonce: Nonce


class RevealDice(TaggedMove, frozen=True, tag="reveal_dice"):
    """Reveal the seed of the dice, so that you can check every roll so far."""


EpochMove = GiveNonce | RevealDice


def give_nonce(draft: Draft[Any], move: GiveNonce, facts: Facts) -> Judgement:
    """Record a nonce exactly as written. It affects the next rolls (`table.dice_nonce`)."""
    draft.cite(NONCE, first_roll=draft.table.dice_rolled + 1)
    draft.emit(NonceGiven(facts.seat, move.nonce))
    return draft.accept(f"{draft.table.name(facts.seat)} gives a nonce for the dice.")


def reveal_dice(draft: Draft[Any], facts: Facts) -> Judgement:
    """Reveal the seed of the epoch, and commit to the next one (`table.dice_reveal`)."""
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
    # Epochs are kept forever. This check keeps their number below the number of dice.
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
    """Return the face-down rolls of the open epoch that some seat can still reveal."""
    return [
        note
        for note in table.notes
        if note.roll is not None and note.roll > table.dice_before
        if note.is_sealed and table.seat(note.by) is not None
    ]


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """Return a seat's moves about the dice, if it takes part in play."""
    nonce = move_option(
        "give_nonce",
        (TextField("nonce", NONCE_LIMIT, label="Any words"),),
        NONCE,
        label="Influence the dice",
    )
    if _cannot_reveal(state.table, seat):
        return [nonce]
    return [nonce, move_option("reveal_dice", (), REVEAL, label="Open the dice's seed")]
