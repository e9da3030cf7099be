"""Parse the source once for all tests of this folder, and free the memory afterwards."""

import gc
from collections.abc import Iterator

import pytest

from tests.architecture import source


@pytest.fixture(scope="package", autouse=True)
def _parsed() -> Iterator[None]:
    """Turn garbage collection off: it would search half a million nodes, and none is in a cycle."""
    gc.disable()
    yield
    source.forget()
    gc.enable()
