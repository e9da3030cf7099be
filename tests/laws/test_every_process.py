"""All processes give the same answers, in any language, any time zone and any order of maps."""

import gc
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from tests.laws.game import walk
from tests.laws.law import each_game
from tests.laws.played import Played, Step
from verger.domain.judging.offer import awaited_of

pytestmark = pytest.mark.thorough

SEED = 3


def digest(game: str) -> str:
    """Return a digest of all rulings, effects, waits, options and views of a walk."""
    played, digest = walk(game, SEED), hashlib.sha256()
    for step in played.steps:
        told: object = step.judgement
        if step.accepted:
            told = (step.accepted.ruling, step.accepted.effects, *shown(played, step))
        digest.update(msgspec.json.encode(told))
    return digest.hexdigest()


def shown(played: Played, step: Step) -> Iterator[object]:
    """Yield the waits, options and view that clients can read after an accepted move."""
    state = step.after
    yield awaited_of(played.ruleset, state)
    yield [played.options_at(state, step.facts.version, seat.id) for seat in state.table.seats]
    yield played.ruleset.view(state, step.seat)


def alone(game: str) -> None:
    """Print the digest of a game, in a separate process. It needs no garbage collection."""
    gc.disable()
    print(digest(game))  # noqa: T201  # the test reads the output


ELSEWHERE = {
    "PYTHONHASHSEED": "1",
    "LANG": "tr_TR.ISO-8859-9",
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "TZ": "FAR-14",
}
"""Another order of sets and maps, another language, another encoding of texts, and another time zone."""


@each_game
def test_rulings_options_and_views_do_not_depend_on_the_process(game: str) -> None:
    program = "import sys; from tests.laws.test_every_process import alone; alone(sys.argv[1])"
    # This process has its own random seed.
    other = subprocess.check_output(
        [sys.executable, "-c", program, game],
        env={**os.environ, **ELSEWHERE},
        text=True,
    )
    assert other.strip() == digest(game)
