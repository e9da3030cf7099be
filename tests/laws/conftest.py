"""The walk (generated session) that a test checks a law on."""

from collections.abc import Iterator

import pytest

from tests.laws import played as of_play
from tests.laws.game import walk
from tests.laws.walk import Walk


@pytest.fixture(scope="session")
def played(request: pytest.FixtureRequest) -> Walk:
    """Return the walk of a game with a seed. Because the scope is the session, the tests of one walk run together."""
    name, seed = request.param
    return walk(name, seed)


@pytest.fixture(autouse=True)
def _remembered() -> Iterator[None]:
    with of_play.remembered():
        yield


@pytest.fixture(scope="session", autouse=True)
def _let_go() -> Iterator[None]:
    """Release the walks at the end. Otherwise, each of pytest's garbage collections would look through them."""
    yield
    walk.cache_clear()
    of_play.forget_options()
