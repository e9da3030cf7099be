"""The long run (`make fuzz`) checks every law of single walks, and its saved sessions can be replayed."""

from importlib import import_module
from inspect import signature
from pathlib import Path

from tests.laws import fuzz
from tests.laws.game import walk
from tests.laws.kept import keep, play_again
from verger.domain.core.mover import Unseated


def test_the_long_run_holds_laws_of_a_walk_and_of_nothing_else() -> None:
    laws = dict(fuzz.laws())
    assert len(laws) > 20
    assert {
        name: str(signature(law))
        for name, law in laws.items()
        if len(signature(law).parameters) != 1
    } == {}


def test_the_long_run_holds_the_laws_of_every_module() -> None:
    names = [path.stem for path in Path(__file__).parent.glob("test_*.py")]
    modules = [import_module(f"tests.laws.{name}") for name in names]
    assert {name for one in modules for name, _ in fuzz.laws_of(one)} == dict(fuzz.laws()).keys()


def test_a_kept_session_is_replayed_with_the_same_rulings(tmp_path: Path) -> None:
    played = walk("verge", 0)
    assert any(step.mover is Unseated.SERVER for step in played.steps)
    keep(tmp_path / "kept.jsonl", played, [])
    again = play_again(tmp_path / "kept.jsonl")
    assert [step.judgement for step in again.steps] == [step.judgement for step in played.steps]
    assert again.state == played.state
