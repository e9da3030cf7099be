"""Somebody finds a table with the Python client, and a site receives the events of many tables."""

from collections.abc import AsyncIterator

import pytest

from tests.clients.python.conftest import Table
from tests.support.receiver import Receiver
from tests.support.server import Server
from verger_client import AsyncVerger, Problem, Session, Verger, verified


@pytest.fixture
def host(verger: Verger) -> Session:
    """Return the host of a listed table with two free seats."""
    ann = verger.start("High Tide", "Ann", "Bo", "Cy")
    ann.list_table(language="pt-BR", plays="Thursdays", about="Beginners are welcome.")
    return ann


def asked(verger: Verger, language: str = "pt") -> str:
    table = next(iter(verger.tables(language=language)))
    assert (table.title, table.host, table.plays) == ("High Tide", "Ann", "Thursdays")
    return table.table


def test_a_person_who_asks_is_let_in_and_plays(
    server: Server, verger: Verger, host: Session
) -> None:
    ask = verger.ask_for_seat(asked(verger), name="Dee", note="I have played once.")
    assert "vg_" not in repr(ask)
    assert ask.token
    (waiting,) = host.get_listing().asks
    assert (waiting.ask, waiting.name, waiting.note) == (ask.ask, "Dee", "I have played once.")
    assert host.let_in(ask.ask).seat == "s2"
    with Verger(server.url, ask.token) as dee:
        assert [one.state for one in dee.list_asks().asks] == ["let_in"]
        made = dee.session(host.id).move("add_limit", kind="line", text="spiders")
    assert made.event.ruling.sentence == "Dee draws a line."


def test_an_ask_is_declined_or_withdrawn(server: Server, verger: Verger, host: Session) -> None:
    table = asked(verger)
    first, second = (verger.ask_for_seat(table, name=name) for name in ("Dee", "Eli"))
    host.withdraw_ask(first.ask)
    with Verger(server.url, first.token) as dee, Verger(server.url, second.token) as eli:
        assert [one.state for one in dee.list_asks().asks] == ["declined"]
        eli.withdraw_ask(second.ask)
        assert eli.list_asks().asks == ()
    assert host.get_listing().asks == ()


def test_a_table_is_taken_off(verger: Verger, host: Session) -> None:
    host.unlist_table()
    assert host.get_listing().listing is None
    with pytest.raises(Problem) as caught:
        verger.ask_for_seat("5e550000-0000-4000-8000-000000000001", name="Dee")
    assert caught.value.code == "no_such_table"


def test_one_address_receives_the_events_of_all_tables(
    server: Server, table: Table, receiver: Receiver
) -> None:
    with Verger(server.url, table.bo.token) as bo:
        hook = bo.session("-").register_webhook(
            url=receiver.url, description="Tells the site.", types=["add_limit"], digest=1
        )
        assert "whsec_" not in repr(hook)
        for text in ("spiders", "snakes"):
            table.ann.move("add_limit", kind="line", text=text)
        (came,) = receiver.wait(1)
        said = verified(hook.secret, came.headers, came.body)
        assert [(one["session"], one["events"]) for one in said.data["sessions"]] == [
            (table.bo.id, 2)
        ]
        assert [(one.id, one.digest) for one in bo.session("-").list_webhooks().webhooks] == [
            (hook.id, 1)
        ]
        bo.session("-").delete_webhook(hook.id)
        assert bo.session("-").list_webhooks().webhooks == ()


@pytest.fixture
async def other(server: Server) -> AsyncIterator[AsyncVerger]:
    async with AsyncVerger(server.url) as verger:
        yield verger


async def test_the_async_client_lists_a_table_and_lets_somebody_in(
    server: Server, other: AsyncVerger, receiver: Receiver
) -> None:
    ann = await other.start("High Tide", "Ann", "Bo")
    await ann.list_table(language="de")
    (table,) = [one async for one in other.tables(language="de")]
    ask = await other.ask_for_seat(table.table, name="Dee")
    await ann.let_in((await ann.get_listing()).asks[0].ask)
    async with AsyncVerger(server.url, ask.token) as dee:
        assert [one.state for one in (await dee.list_asks()).asks] == ["let_in"]
        every = dee.session("-")
        hook = await every.register_webhook(url=receiver.url, description="Tells the site.")
        assert [one.id for one in (await every.list_webhooks()).webhooks] == [hook.id]
        await every.delete_webhook(hook.id)
