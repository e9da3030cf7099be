"""The models and the server agree on generated play, and disagree with a faulty server."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.models.following import MODELS, mismatches, play
from tests.support.few import few

SEEDS = range(4)
MORE_SEEDS = range(16)
"""The seeds to try for a fault, after its own seed. The first session that shows the fault is enough."""
OF_SERVER = re.compile(r"^\s*(?:from|import) verger\b.*", re.MULTILINE)


def test_a_model_knows_nothing_of_the_server() -> None:
    files = [path for path in Path(__file__).parent.glob("*/*.py") if path.name != "habits.py"]
    assert len(files) > len(MODELS)
    assert [line for path in files for line in OF_SERVER.findall(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("seed", few(SEEDS, 1))
@pytest.mark.parametrize("game", MODELS)
def test_a_model_agrees_after_every_move(game: str, seed: int) -> None:
    assert mismatches(game, play(game, seed)) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "fault"), [(game, fault) for game, kind in MODELS.items() for fault in kind.faults]
)
def test_a_model_disagrees_with_a_faulty_server(
    game: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = MODELS[game].faults[fault]
    module, _, name = made.where.partition(":")
    right = getattr(import_module(module), name)
    monkeypatch.setattr(f"{module}.{name}", made.wrong(right))
    seeds = sorted(MORE_SEEDS, key=lambda seed: seed != made.seed)
    assert any(mismatches(game, play(game, seed)) for seed in seeds)
