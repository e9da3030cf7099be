"""What is told is the same in every process: maps have another order in each."""

import hashlib
import os
import subprocess
import sys

import msgspec

from domain.offer import awaited_of, options_of
from domain.verge import RULESET
from tests.laws.walk import walk

SEED = 3


def told() -> str:
    """Give the digest of everything that a walk's tables were told."""
    digest = hashlib.sha256()
    for step in walk(SEED).steps:
        state = step.after
        seats = [seat.id for seat in state.table.seats]
        listed = [options_of(RULESET, state, step.facts.version, seat) for seat in seats]
        view = RULESET.view(state, step.seat)
        said: object = step.judgement
        if step.accepted:
            said = (step.accepted.ruling, step.accepted.effects)
        digest.update(msgspec.json.encode((said, awaited_of(RULESET, state), listed, view)))
    return digest.hexdigest()


def test_rulings_options_and_views_do_not_depend_on_the_process() -> None:
    program = "from tests.laws.test_every_process import told; print(told())"
    found = {
        subprocess.check_output(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, text=True
        )
        for seed in ("1", "2")
    }
    assert len(found) == 1
