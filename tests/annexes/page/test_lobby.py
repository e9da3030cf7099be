"""The lobby page: your tables, your invitations, and the ways to another table."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.test_hostile import HOSTILE, MARKUP, TITLE
from tests.annexes.page.viewer import fits
from tests.annexes.page.window import Window
from tests.support.client import Player, Table, started
from tests.support.server import Server


def sits(page: Page, player: Player) -> None:
    """Open a player's table in a page, so that the browser knows the table."""
    page.goto(f"/watch/{player.session}#token={player.token}")
    page.get_by_role("list", name="Seats and onlookers").wait_for(state="attached")


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=title))


def come_in(page: Page, text: str) -> None:
    page.goto("/watch")
    form = page.get_by_role("form", name="Come in")
    form.get_by_label("Link, claim code or token").fill(text)
    form.get_by_role("button", name="Go").click()


def test_my_tables_show_their_turns_and_their_last_events(
    window: Window, server: Server, low_tide: Table
) -> None:
    page = window.page
    sits(page, low_tide["Bo"])
    other = started(server.http, "Ines", "Kit", title="Quiet")
    other.claim("Kit").draws_a_line("moths")
    sits(page, other["Ines"])
    page.goto("/watch")
    mine = card(page, "Low Tide")
    expect(mine).to_contain_text("Verge, as Bo")
    expect(mine).to_contain_text("It is your turn.")
    expect(card(page, "Quiet")).to_contain_text(
        re.compile("(just now|minutes? ago): Kit draws a line")
    )
    mine.get_by_role("link").click()
    expect(page.get_by_role("list", name="Seats and onlookers")).to_contain_text("Bo (you)")


def test_a_browser_keeps_a_table_only_if_it_is_asked_to(window: Window, low_tide: Table) -> None:
    page = window.page
    sits(page, low_tide["Bo"])
    page.goto("/watch")
    expect(card(page, "Low Tide")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    page.get_by_label("Keep Low Tide in this browser").check()
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(page.get_by_label("Keep Low Tide in this browser")).to_be_checked()
    page.get_by_label("Keep Low Tide in this browser").uncheck()
    assert page.evaluate("localStorage.length") == 0


def test_a_table_that_opens_no_more_says_why_and_is_forgotten(
    window: Window, server: Server
) -> None:
    ann = started(server.http, "Ann", "Bo")["Ann"]
    page = window.expects("401").page
    sits(page, ann)
    (own,) = ann.see("/tokens")["tokens"]
    ann.ask("DELETE", f"{ann.home}/tokens/{own['id']}")
    page.goto("/watch")
    lost = page.get_by_role("listitem").filter(has_text="cannot open")
    expect(lost).to_contain_text("ended or was revoked")
    expect(lost.get_by_role("link", name="Get back in")).to_be_visible()
    lost.get_by_role("button", name="Forget the table").click()
    expect(lost).to_have_count(0)
    assert page.evaluate("sessionStorage.length") == 0


def test_an_invitation_waits_in_the_lobby_until_it_is_put_away(
    window: Window, server: Server
) -> None:
    table = started(server.http, "Ann", "Bo")
    hints = {"for": "Bo", "title": "The Salt Road", "game": "Venus Engine", "host": "Ann"}
    page = window.page
    page.goto(f"/watch/{table.session}#{urlencode({'claim': table.codes['Bo'], **hints})}")
    page.get_by_role("link", name="All your tables").click()
    invited = card(page, "The Salt Road")
    expect(invited).to_contain_text("Ann invites you to play Venus Engine as Bo.")
    invited.get_by_role("link").click()
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()
    page.go_back()
    invited.get_by_role("button", name="Dismiss").click()
    page.reload()
    expect(page.get_by_text("None yet.")).to_be_visible()
    expect(page.get_by_role("heading", name="Invitations")).to_have_count(0)


def test_one_field_takes_a_link_a_session_a_code_and_a_token(opens: Opens, server: Server) -> None:
    table = started(server.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})
    looks, claims, returns = opens().page, opens().page, opens().page
    for text in (table.session, f"{server.url}/watch/{table.session}?at=1"):
        come_in(looks, text)
        expect(looks.get_by_role("heading", level=1)).to_have_text("An evening of Verge")
    come_in(claims, table.codes["Bo"] or "")
    claims.get_by_role("button", name="Take the seat").click()
    expect(claims.get_by_role("list", name="Seats and onlookers")).to_contain_text("Bo (you)")
    come_in(returns, table["Ann"].token or "")
    expect(card(returns, "An evening of Verge")).to_contain_text("as Ann")


def test_an_address_without_a_table_is_reported_and_kept(window: Window) -> None:
    page = window.expects("404").page
    come_in(page, "ABCD-EFGH-JKLM-NPQR")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("alert")).to_contain_text("mistyped")
    expect(page.get_by_label("Claim code")).to_have_value("ABCD-EFGH-JKLM-NPQR")


@pytest.fixture
def hostile(window: Window, server: Server) -> Page:
    """Return a lobby with the worst titles, names and invitations."""
    page = window.page
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    sits(page, started(server.http, *HOSTILE, title=TITLE)[MARKUP])
    hints = dict.fromkeys(("for", "title", "game", "host"), f"{MARKUP} {'W' * 300}")
    page.goto(f"/watch/{'0' * 8}-0000-0000-0000-{'0' * 12}#{urlencode({'claim': 'x', **hints})}")
    expect(page.get_by_role("heading", level=2)).to_contain_text("onerror")
    assert page.locator("img, b, [onerror]").count() == 0
    page.goto("/watch")
    expect(card(page, TITLE)).to_contain_text("onerror")
    return page


def test_markup_stays_text_in_the_lobby_and_axe_finds_nothing(hostile: Page) -> None:
    assert hostile.locator(".card :is(img, b), [onerror]").count() == 0
    no_violations(hostile)
    hostile.set_viewport_size({"width": 320, "height": 640})
    assert fits(hostile)
    no_violations(hostile)
