"""A bot that plays a seat of any game by its options: `python bot.py SERVER CODE` (see bot.md)."""

import sys
from random import Random

from verger_client import Verger

with Verger(sys.argv[1]) as verger:
    random, seat = Random(), verger.claim(sys.argv[2])
    print(f"Playing seat {seat.seat}. Stop with Ctrl-C.", flush=True)
    for turn in seat.turns():
        # Propose nothing while the answer to another proposal is awaited.
        asked = any(wait.what == "agreement" for wait in turn.moment.awaited)
        forms = [form for form in turn.forms if not asked or form.move != "propose"]
        made = turn.answer(random.choice(forms), random) if forms else None
        if made:
            print(made.version, made.event.ruling.sentence, flush=True)
