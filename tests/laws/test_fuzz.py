"""The long run takes up every law that holds of one walk."""

from inspect import signature

from tests.laws import fuzz


def test_the_long_run_holds_laws_of_a_walk_and_of_nothing_else() -> None:
    laws = dict(fuzz.laws())
    assert len(laws) > 20
    assert {
        name: str(signature(law))
        for name, law in laws.items()
        if len(signature(law).parameters) != 1
    } == {}
