"""The source is parsed once for all of these tests, and let go of after them."""

import gc
from collections.abc import Iterator

import pytest

from tests.architecture import source


@pytest.fixture(scope="package", autouse=True)
def _parsed() -> Iterator[None]:
    """Spare the cycle collector the syntax of all modules, half a million nodes in no cycle."""
    gc.disable()
    yield
    source.forget()
    gc.enable()
