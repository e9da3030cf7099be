"""The walk that a law is held of."""

import pytest

from tests.laws.game import walk
from tests.laws.walk import Walk


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Walk:
    """Give the walk of a game from a seed."""
    name, seed = request.param
    return walk(name, seed)
