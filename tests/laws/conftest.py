"""The walk that a law is held of."""

import pytest

from tests.laws.game import walk
from tests.laws.walk import Walk


@pytest.fixture(scope="session")
def played(request: pytest.FixtureRequest) -> Walk:
    """Give the walk of a game from a seed; of the session, so that its laws follow one another."""
    name, seed = request.param
    return walk(name, seed)
