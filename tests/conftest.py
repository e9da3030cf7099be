"""What tests of several folders ask for: real servers, started once a run and worker."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support import postgres, valkey

# A slow machine is no failure of the code; how many examples there are is each test's choice.
settings.register_profile("verger", deadline=None)
settings.load_profile("verger")


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Give the URL of a server of this run alone; its role may create databases."""
    with postgres.migrated_server() as url:
        yield url


@pytest.fixture
def database_url(postgres_url: str) -> Iterator[str]:
    """Give the URL of a fresh database at the newest schema, gone after the test."""
    with postgres.fresh_database(postgres_url) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Give the URL of a valkey of this run alone; tests share it, so keys are theirs to tell."""
    with valkey.server() as url:
        yield url
