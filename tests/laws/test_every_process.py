"""What is told is the same in every process: maps have another order in each."""

import hashlib
import os
import subprocess
import sys

import msgspec

from domain.judging.offer import awaited_of
from tests.laws.game import walk
from tests.laws.law import each_game

SEED = 3


def digest(game: str) -> str:
    """Give the digest of everything that a walk's tables were told."""
    played, digest = walk(game, SEED), hashlib.sha256()
    for step in played.steps:
        state = step.after
        seats = [seat.id for seat in state.table.seats]
        listed = [played.options_at(state, step.facts.version, seat) for seat in seats]
        view = played.ruleset.view(state, step.seat)
        said: object = step.judgement
        if step.accepted:
            said = (step.accepted.ruling, step.accepted.effects)
        told = (said, awaited_of(played.ruleset, state), listed, view)
        digest.update(msgspec.json.encode(told))
    return digest.hexdigest()


@each_game
def test_rulings_options_and_views_do_not_depend_on_the_process(game: str) -> None:
    program = (
        "import sys; from tests.laws.test_every_process import digest; print(digest(sys.argv[1]))"
    )
    # This process has a seed of its own, by chance.
    other = subprocess.check_output(
        [sys.executable, "-c", program, game],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        text=True,
    )
    assert other.strip() == digest(game)
