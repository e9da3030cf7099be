"""Parse the source once for all of these tests, and release it after them."""

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
