"""Impossible requests at tables of any game, about missing house rules, notes, events and tokens."""

from collections.abc import Iterator
from random import Random
from typing import Any

from verger.domain.core.decider import Ruleset, State

_EVENTS = ({"of": "event", "version": 9_999}, {"of": "refusal", "number": 1})


def odd(ruleset: Ruleset[Any], state: State[Any], random: Random) -> dict[str, Any]:
    """Return an impossible request."""
    return random.choice(list(_odd(ruleset, state, random)))


def _odd(ruleset: Ruleset[Any], state: State[Any], random: Random) -> Iterator[dict[str, Any]]:
    for id, value in (("luck", "on"), ("undo", "never"), ("seat_limit", 1)):
        subject = {"subject": "choose_house_rule", "house_rule": id, "value": value}
        yield {"move": "propose", "subject": subject}
    for note in state.table.notes[-2:]:
        yield {"move": "reveal_note", "note": note.id}
    rule = random.choice((*sorted(ruleset.rules), "luck.good"))
    yield {"move": "dispute", "about": random.choice(_EVENTS), "rule": rule, "grounds": "No."}
    if ruleset.tokens:
        accounts = [*ruleset.tokens.accounts(state), "seat:s99"]
        source, target = random.choice(accounts), random.choice(accounts)
        token = random.choice(ruleset.tokens.nothing.__struct_fields__)
        moved = {"token": token, "amount": 1_000, "source": source, "target": target}
        amended = {"correction": "move_tokens", **moved}
        remedy = {"remedy": "amendment", "name": "More", "corrections": [amended]}
        for dispute in sorted(state.table.disputes.open):
            settled = {"dispute": dispute, "outcome": "upheld", "reason": "No.", "remedy": remedy}
            yield {"move": "propose_settlement", **settled}
