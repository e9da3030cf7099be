"""The first page: start a session, or take a seat with a claim code. A code is used only after a click."""

import re

from playwright.sync_api import expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import button
from tests.annexes.page.window import Window
from tests.support.client import started
from tests.support.server import Server


def test_a_session_starts_and_its_invitation_seats_another(opens: Opens) -> None:
    ann, bo = opens().page, opens().page
    ann.goto("/watch")
    form = ann.get_by_role("form", name="Start a table")
    form.get_by_label("Title").fill("Low Tide")
    form.get_by_label("Your name").fill("Ann")
    form.get_by_label("Name", exact=True).fill("Bo")
    form.get_by_role("button", name="Start the table").click()
    link = ann.get_by_label("Invitation for Bo").input_value()
    ann.get_by_role("button", name="Go to the table").click()
    expect(ann.get_by_role("list", name="Seats and onlookers")).to_contain_text("Ann (you)")
    bo.goto(link)
    expect(bo).to_have_url(re.compile(r"/watch/[0-9a-f-]+$"))
    expect(bo.get_by_role("heading", name="Low Tide")).to_be_visible()
    expect(bo.get_by_text("Ann invites you to play Verge as Bo.")).to_be_visible()
    bo.get_by_role("button", name="Take the seat").click()
    expect(bo.get_by_role("list", name="Seats and onlookers")).to_contain_text("Bo (you)")


def test_a_claim_code_in_a_link_is_not_used_by_looking(window: Window, server: Server) -> None:
    table = started(server.http, "Ann", "Bo")
    code = table.codes["Bo"]
    window.page.goto(f"/watch/{table['Ann'].session}#claim={code}&for=Bo")
    expect(window.page.get_by_role("button", name="Take the seat")).to_be_visible()
    assert not table["Ann"].see()["seats"][1]["taken"]
    assert code not in window.page.url


def test_the_gm_invites_to_a_new_seat_and_proposes_onlookers(opens: Opens, server: Server) -> None:
    ann = started(server.http, "Ann", "Bo")["Ann"]
    page = opens().page
    page.goto(f"/watch/{ann.session}?panel=table#token={ann.token}")
    form = page.get_by_role("form", name="Add a seat")
    form.get_by_label("Name", exact=True).fill("Cy")
    form.get_by_role("button", name="Add the seat").click()
    expect(page.get_by_label("Invitation for Cy")).to_have_value(re.compile("#claim="))
    page.get_by_role("button", name=re.compile("Propose another value for onlookers")).click()
    proposal = page.get_by_role("form", name="Propose: House rule: onlookers")
    proposal.get_by_label("anyone").check()
    button(proposal).click()
    expect(
        page.get_by_role("status").filter(has_text=re.compile("propose", re.IGNORECASE)).first
    ).to_be_visible()


def test_a_browser_keeps_a_seat_only_while_it_is_asked_to(window: Window, server: Server) -> None:
    table = started(server.http, "Ann", "Bo")
    ann, page = table["Ann"], window.page
    page.goto(f"/watch/{ann.session}?panel=table#token={ann.token}")
    box = page.get_by_label("Keep my seat in this browser")
    expect(box).not_to_be_checked()
    assert page.evaluate("localStorage.length") == 0
    box.check()
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(page.get_by_role("list", name="Seats and onlookers")).to_contain_text("Ann (you)")
    expect(box).to_be_checked()
    box.uncheck()
    assert page.evaluate("localStorage.length") == 0
    expect(page.get_by_role("list", name="Seats and onlookers")).to_contain_text("Ann (you)")


def test_a_player_who_leaves_is_forgotten_in_this_window(window: Window, server: Server) -> None:
    ann = started(server.http, "Ann", "Bo")["Ann"]
    page = window.expects("401").page
    page.goto(f"/watch/{ann.session}#token={ann.token}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0
