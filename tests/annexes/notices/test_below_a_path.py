"""Links in deliveries and notices of a server below a path have the path."""

from collections.abc import Iterator

import pytest

from tests.support.client import Table, played
from tests.support.receiver import QUICK, Receiver, hooked
from tests.support.server import Server, serving

PATH = "/games/verger"
HOME = f"https://play.example{PATH}"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    settings = {"verger_webhook_private_targets": "on", "VERGER_URL": HOME}
    with serving(database, quicker=QUICK, **settings) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    return played(server.http, "Ann", "Bo")


def test_a_program_receives_the_path_of_an_event(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    hooked(bo, receiver.url)
    version = table["Ann"].draws_a_line("Spiders.")["version"]
    (told,) = receiver.wait(1)
    assert told.said["data"]["link"] == f"{PATH}{bo.home}/events/{version}"
    assert bo.get(told.said["data"]["link"]).json()["version"] == version


def test_a_digest_has_the_path_of_the_events(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    hooked(bo, receiver.url, digest=1)
    head = table["Ann"].draws_a_line("Spiders.")["version"]
    (told,) = receiver.wait(1)
    (moved,) = told.said["data"]["sessions"]
    assert moved["link"] == f"{PATH}{bo.home}/events?after={head - 1}"


def test_a_chat_receives_the_page_of_the_table(table: Table, receiver: Receiver) -> None:
    bo = table["Bo"]
    hook = hooked(bo, receiver.url, form="discord")
    hook.sends("ping")
    (told,) = receiver.wait(1)
    assert f"<{HOME}/watch/{bo.session}>" in told.said["content"]
