"""The long run takes up every law that holds of one walk."""

from importlib import import_module
from inspect import signature
from pathlib import Path

from tests.laws import fuzz


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
