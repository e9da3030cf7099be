"""Undo on the page: take a move back by its name, ask for it with a reason, and answer such a question."""

import re

from playwright.sync_api import expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import LOADED, demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Json, Table
from tests.support.server import Server


def test_a_players_own_newest_move_is_undone_from_the_bar(opens: Opens, low_tide: Table) -> None:
    cy, bo = low_tide["Cy"], low_tide["Bo"]
    timeline = cy.see("/timeline")
    assert timeline["actions"][0]["seat"] == cy.seat
    for player, one in ((cy, timeline["actions"][0]), (bo, _of(bo.seat, timeline))):
        page = Viewer(opens(), player.session, player.token).open().shows(player.head).page
        page.get_by_role("region", name="Time").get_by_role("button", name="Undo my move").click()
        sentence = one["sentence"].removesuffix(".")
        undo = page.get_by_role("dialog", name=f"Take back: {sentence}?")
        expect(undo.get_by_role("status")).to_contain_text("asks to take back")
        assert "version" not in undo.inner_text()
        no_violations(page, undo)
        undo.get_by_role("button", name="Not now").click()
        expect(undo).to_have_count(0)


def _of(seat: str, timeline: Json) -> Json:
    """Return the newest action of a seat."""
    return next(one for one in timeline["actions"] if one["seat"] == seat)


def test_an_undo_is_asked_for_with_a_reason_and_declined_with_one(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http, LOADED)
    bo = Viewer(opens(), table["Bo"].session, table["Bo"].token).open().page
    newest = table["Bo"].head
    story = bo.get_by_role("tabpanel", name="Story")
    story.get_by_role("button", name="Back to before this").click()
    undo = bo.get_by_role("dialog", name=re.compile("^Take back all since: "))
    undo.get_by_label("Reason (optional)").fill("A slip")
    undo.get_by_role("button", name="Ask to take it back").click()
    ann = Viewer(opens(), table["Ann"].session, table["Ann"].token).open().page
    asked = ann.get_by_role("region", name="The question for you")
    expect(asked).to_contain_text(re.compile(r"Take back: .*\? Bo asks: “A slip”\."))
    assert str(newest - 1) not in asked.locator(".asked").inner_text()
    asked.get_by_role("button", name="Decline").click()
    asked.get_by_label("Reason (optional)").fill("It stands")
    asked.get_by_label("Reason (optional)").press("Enter")
    told = bo.get_by_text(re.compile("Ann declines to take back: .*: “It stands”"))
    expect(told.first).to_be_visible()
    bo.get_by_role("button", name="Propose again").click()
    expect(bo.get_by_role("form", name="Go back")).to_be_visible()
    expect(bo.get_by_role("button", name="Propose again")).to_have_count(0)


def test_only_moves_of_play_have_buttons_to_undo_them(opens: Opens, server: Server) -> None:
    table = demonstration(server.http, LOADED)
    bo = Viewer(opens(), table["Bo"].session, table["Bo"].token).open()
    story = bo.panel("Story")
    expect(story.get_by_role("button", name="Back to before this")).to_be_visible()
    table["Bo"].draws_a_line("Drowning")
    bo.shows(table["Bo"].head)
    expect(story.locator("[aria-current=step]")).to_contain_text("draws a line")
    expect(story.get_by_role("button", name="Back to before this")).to_have_count(0)
    expect(story.get_by_role("button", name="Dispute")).to_have_count(0)
