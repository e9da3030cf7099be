"""A bot that plays a seat of any game by its options alone: `python bot.py SERVER CODE` (see bot.md)."""

import sys
from random import Random

from verger_client import Session, Verger


def play(seat: Session) -> None:
    """Play until the game is over."""
    random = Random()
    for turn in seat.turns():
        turn.move(random.choice(turn.forms).fill(random))


if __name__ == "__main__":
    with Verger(sys.argv[1]) as verger:
        play(verger.claim(sys.argv[2]))
