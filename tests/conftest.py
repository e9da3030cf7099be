"""Fixtures of several folders: real servers, started once for each run and worker."""

import asyncio
import functools
import gc
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from inspect import iscoroutinefunction

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from tests.support import memory, postgres, supervised, valkey
from tests.support.receiver import Receiver, receiving
from tests.support.settings import DURABILITY

# There is no deadline, because a slow machine is no fault of the code. Each test sets its number of examples.
settings.register_profile("verger", deadline=None)
settings.load_profile("verger")

memory.use()

# The processes of xdist are not supervised themselves: they are children of the supervised process.
if "PYTEST_XDIST_WORKER" not in os.environ:
    supervised.supervise()

# The tests' PostgreSQL does not wait for its disk. These settings make all tested programs accept that.
os.environ.update(DURABILITY)

# As in the server, few objects are in cycles, and walks are large. So collections are slow, and should be rare.
gc.set_threshold(50_000, 20, 50)

_TOGETHER = re.compile(
    r"tests/(?:(?:laws|models)/.*\[(?:[0-9.]+-)?|(?=deploy/|architecture/))([a-z]+)"
)
"""Folders with tests that share slow preparations, such as a game's walks or an image."""
_SHORT = re.compile("tests/(architecture|domain|projections)/")
"""Folders with files that start no server, and need only a second or two."""


def pytest_collection_finish() -> None:
    """Exclude everything that stays to the end from garbage collection: modules, tests, their parameters.

    A collection before this would take 0.4 s in each process, and find little garbage.
    """
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move short files to the end, so that all processes end at about the same time."""
    items.sort(key=lambda item: _SHORT.match(item.nodeid) is not None)


class ByFileAndGame(LoadFileScheduling):  # type: ignore[misc]
    """One process takes all tests of a file, or of several files that share preparations."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        # By default, xdist sorts files by the number of their tests, but the slowest files have the fewest tests.
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        several = _TOGETHER.match(nodeid)
        return several[1] if several else super()._split_scope(nodeid)

    def remove_node(self, node: object) -> str | None:
        """Return the test that ended its process, and do not give it to another process.

        Its finished files are not given away again either, because a process that gets only such files
        waits for ever.
        """
        work = self.assigned_work[node]
        crashed = next(
            (test for unit in work.values() for test, ended in unit.items() if not ended), None
        )
        for scope, unit in [*work.items()]:
            if crashed in unit:
                unit[crashed] = True
            if all(unit.values()):
                del work[scope]
        super().remove_node(node)
        return crashed


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFileAndGame | None:
    by_file = config.getoption("dist") == "loadfile"
    return ByFileAndGame(config, log) if by_file else None


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Fail an async test after half the time limit of its process. The failure then shows where it waits."""
    if iscoroutinefunction(pyfuncitem.obj):
        seconds = float(pyfuncitem.config.getini("faulthandler_timeout")) / 2
        pyfuncitem.obj = _limited(pyfuncitem.obj, seconds)


def _limited(
    test: Callable[..., Awaitable[None]], seconds: float
) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def run(**fixtures: object) -> None:
        async with asyncio.timeout(seconds):
            await test(**fixtures)

    return run


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Start a PostgreSQL server only for this run, and yield its URL. The URL's role may create databases."""
    with postgres.migrated_server() as url:
        yield url


@pytest.fixture
def database_url(postgres_url: str) -> Iterator[str]:
    """Yield the URL of a fresh database at the newest schema, which is dropped after the test."""
    with postgres.fresh_database(postgres_url) as url:
        yield url


@pytest.fixture(scope="module")
def database(postgres_url: str) -> Iterator[str]:
    """Yield the URL of a database that all tests of a file share."""
    # This PostgreSQL server never crashes, so nothing has to wait for the disk.
    with postgres.fresh_database(postgres_url, durable=False) as url:
        yield url


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Start a server that receives webhooks."""
    with receiving() as running:
        yield running


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Start a valkey server only for this run, and yield its URL. Tests share it and use separate keys."""
    with valkey.server() as url:
        yield url
