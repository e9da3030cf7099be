"""Tables that look for players: a stranger asks for a seat on the page, and the host answers there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.test_hostile import MARKUP
from tests.annexes.page.viewer import fits
from tests.annexes.page.window import Window, Windows
from tests.support.client import Client, Player, of, started
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving


@pytest.fixture(scope="module")
def lobby(postgres_url: str) -> Iterator[Server]:
    with fresh_database(postgres_url, durable=False) as url, serving(url, verger_lobby="on") as on:
        yield on


@pytest.fixture(scope="module")
def windows(browser: Browser, lobby: Server) -> Windows:
    """Return windows on the server with a lobby."""
    return Windows(browser, lobby.url)


@pytest.fixture
def window(windows: Windows) -> Iterator[Window]:
    with windows.open() as opened:
        yield opened


@pytest.fixture
def guest(windows: Windows) -> Iterator[Page]:
    with windows.open() as opened:
        # Allowed errors: the host can answer before the guest's request, and a request can be cut off.
        yield opened.expects("409", "ERR_FAILED").page


def sits(page: Page, player: Player) -> None:
    page.goto(f"/watch/{player.session}#token={player.token}")
    page.get_by_role("list", name="Seats and onlookers").wait_for(state="attached")
    page.goto("/watch")


def listed(host: Player, **more: str) -> str:
    body = {"language": "en", **more}
    found = of(host.ask("PUT", f"{host.home}/listing", json=body), 200)
    return str(found["listing"]["table"])


def test_a_stranger_asks_for_a_seat_and_the_host_lets_them_in(
    window: Window, guest: Page, lobby: Server
) -> None:
    ann = started(lobby.http, "Ann", "Bo", title="The Salt Road")["Ann"]
    host = window.page
    sits(host, ann)
    own = host.get_by_role("listitem").filter(has=host.get_by_role("link", name="The Salt Road"))
    own.get_by_text("Look for players").click()
    own.get_by_label("When you play").fill("Thursdays")
    own.get_by_role("button", name="List the table").click()
    expect(own).to_contain_text("The table is listed.")
    guest.goto("/watch")
    table = guest.get_by_role("listitem").filter(has_text="The Salt Road")
    expect(table).to_contain_text("Verge, hosted by Ann")
    expect(table).to_contain_text("1 of 2 seats free, in English. Plays: Thursdays")
    table.get_by_text("Ask for a seat").click()
    table.get_by_label("Your name at the table").fill("Dee")
    table.get_by_label("A note for the host").fill("I am new.")
    table.get_by_role("button", name="Ask").click()
    expect(guest.get_by_text("Your request waits for the host.")).to_be_visible()
    own.get_by_text("Look for players").click()
    own.get_by_text("Look for players").click()
    expect(own.get_by_role("list", name="Requests for a seat")).to_contain_text("Dee: I am new.")
    own.get_by_role("button", name="Let Dee in").click()
    expect(own.get_by_text("No seat is free")).to_be_visible()
    # The host has already accepted the guest, so the withdrawal is refused.
    guest.get_by_role("button", name="Withdraw the request").click()
    guest.get_by_role("button", name="Go to the table").click()
    expect(guest.get_by_role("list", name="Seats and onlookers")).to_contain_text("Dee (you)")


def test_a_declined_asker_reads_so_and_puts_it_away(
    guest: Page, lobby: Server, window: Window
) -> None:
    ann = started(lobby.http, "Ann", "Bo", title="The Long Night")["Ann"]
    listed(ann)
    guest.goto("/watch")
    table = guest.get_by_role("listitem").filter(has_text="The Long Night")
    table.get_by_text("Ask for a seat").click()
    table.get_by_label("Your name at the table").fill("Dee")
    table.get_by_role("button", name="Ask").click()
    expect(guest.get_by_text("Your request waits for the host.")).to_be_visible()
    guest.route("**/v1/asks", lambda route: route.abort())
    guest.reload()
    expect(guest.get_by_role("heading", name="Start a table")).to_be_visible()
    guest.unroute("**/v1/asks")
    host = window.page
    sits(host, ann)
    own = host.get_by_role("listitem").filter(has=host.get_by_role("link", name="The Long Night"))
    own.get_by_text("Look for players").click()
    own.get_by_role("button", name="Decline Dee").click()
    expect(own).to_contain_text("Nobody has asked for a seat yet.")
    guest.reload()
    expect(guest.get_by_text("The host has no seat for you.")).to_be_visible()
    guest.get_by_role("button", name="Dismiss").click()
    expect(guest.get_by_text("The host has no seat for you.")).to_have_count(0)


def test_texts_of_hosts_stay_text_and_fit_a_phone(guest: Page, lobby: Server) -> None:
    ann = started(lobby.http, MARKUP[:100], "Bo", title=MARKUP[:100])[MARKUP[:100]]
    listed(ann, plays=MARKUP[:100], about=MARKUP)
    guest.set_viewport_size({"width": 320, "height": 700})
    guest.goto("/watch")
    expect(guest.get_by_role("listitem").filter(has_text=MARKUP[:20]).first).to_be_visible()
    guest.get_by_text("Ask for a seat").first.click()
    assert fits(guest)
    no_violations(guest)


def test_if_there_is_no_lobby_the_page_does_not_mention_it(
    browser: Browser, server: Server
) -> None:
    with Windows(browser, server.url).open() as opened:
        opened.page.goto("/watch")
        expect(opened.page.get_by_role("heading", name="Start a table")).to_be_visible()
        expect(opened.page.get_by_text("Tables that look for players")).to_be_hidden()
        assert Client(server.http).read("/v1/tables")["tables"] == []
