"""A table that the Python client has started, on a server for these tests."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.clients.conftest import QUICKER
from tests.support.receiver import QUICK
from tests.support.server import Server, serving
from verger_client import Session, Verger


class Table(NamedTuple):
    """A session, as each of its two seats uses it."""

    ann: Session
    bo: Session


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    settings = {"verger_webhook_private_targets": "on", "verger_lobby": "on"}
    with serving(database, quicker=QUICK | QUICKER, **settings) as running:
        yield running


@pytest.fixture(scope="module")
def verger(server: Server) -> Iterator[Verger]:
    with Verger(server.url) as verger:
        yield verger


@pytest.fixture
def table(verger: Verger) -> Table:
    ann = verger.start("Low Tide", "Ann", "Bo")
    return Table(ann, verger.claim(ann.invitations["Bo"]))
