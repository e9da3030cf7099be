"""Roll on the picture: the panel shows the paths to a target, the best first, with the dice of each."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import palette
from tests.annexes.page.table import bo_declares, demonstration
from tests.annexes.page.test_acting import covers, last, opened
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table
from tests.support.server import Server


def fights(table: Table) -> None:
    """Let Dee and Bo fight, each with a goal."""
    claimed = {one["claimed_by"]: one["id"] for one in table["Ann"].see("/network")["nodes"]}
    table["Dee"].moves("call_conflict", reason="The bell is ours.")
    for name, seat, target in (("Dee", "s4", "n3"), ("Bo", "s2", "n6")):
        goal = {"statement": "To win.", "target": target}
        table[name].moves("join_conflict", node=claimed[seat], goal=goal)
    for name in ("Ann", "Cy"):
        table[name].moves("stand_aside")


@pytest.fixture
def fighting(server: Server) -> Table:
    """Return a table where Dee and Bo fight, and are asked to roll."""
    table = demonstration(server.http)
    fights(table)
    return table


def test_the_best_way_is_chosen_and_lit_and_rolled_by_a_button_that_says_how_many_dice(
    opens: Opens, fighting: Table
) -> None:
    bo = fighting["Bo"]
    page = opened(opens, bo)
    form = page.get_by_role("form", name="Roll")
    expect(form.get_by_role("radio").first).to_be_checked()
    expect(form.get_by_role("button")).to_have_text("Roll 2 dice")
    form.get_by_role("radio", name=re.compile("cooks the books of")).check()
    expect(page.locator(".canvas .edge.onway:not(.says)")).to_have_attribute("data-id", "e6")
    no_violations(page, form)
    form.get_by_label("How you go about it").fill("By the ledger.")
    form.get_by_role("button", name="Roll 2 dice").click()
    expect(form).to_have_count(0)
    move = last(bo)
    assert (move["move"], move["path"]) == ("roll", ["e6", "n6"])
    fights = page.get_by_role("region", name="Fighters")
    expect(fights.get_by_role("listitem").first).to_contain_text("cooks the books of")
    expect(fights.get_by_role("img")).to_have_count(2)
    expect(page.locator(".canvas.fought .edge.onway:not(.says)")).to_have_attribute("data-id", "e6")
    no_violations(page, fights)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (1024, 768)])
def test_the_panel_of_dice_is_in_sight_with_the_question_and_covers_nothing_of_the_fight(
    opens: Opens, fighting: Table, width: int, height: int
) -> None:
    page = opened(opens, fighting["Bo"], viewport={"width": width, "height": height})
    form = page.get_by_role("form", name="Roll")
    expect(form).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="The question for you")).to_be_in_viewport(ratio=1)
    named = page.locator(".canvas .node.onway:is(.named, :not(.far > *))")
    expect(named.filter(has_text="Lantern Bank")).to_have_count(1)
    assert not covers(page, form, ".canvas .node.onway > .shape, .canvas .says.onway > text")


def test_a_seat_that_fights_while_another_objects_to_its_change_rolls_first(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http)
    bo_declares(table)
    declaration = table["Bo"].see("/state")["play"]["declarations"][-1]["id"]
    table["Cy"].moves("object", declaration=declaration, ground="fiction", reason="They do not.")
    fights(table)
    page = opened(opens, table["Bo"])
    expect(page.get_by_role("region", name="The question for you")).to_contain_text(
        "Choose the way"
    )
    form = page.get_by_role("form", name="Roll")
    expect(form.get_by_role("button")).to_have_text("Roll 2 dice")


def test_a_roll_without_dice_is_asked_about_first(opens: Opens, fighting: Table) -> None:
    bo = fighting["Bo"]
    page = Viewer(opens(), bo.session, bo.token)

    def poor(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        view["paths"] = [{"path": ["e6", "n6"], "pool": 0}, {"path": [], "pool": 0}]
        route.fulfill(response=answer, json=view)

    page.page.route("**/paths*", poor)
    page.open().shows(bo.head)
    form, head = page.page.get_by_role("form", name="Roll"), bo.head
    form.get_by_label("How you go about it").fill("By hope.")
    form.get_by_role("button", name="Roll 0 dice").click()
    expect(form).to_contain_text("no dice")
    assert bo.head == head
    form.get_by_role("button", name="Roll no dice").click()
    expect(form).to_have_count(0)
    assert last(bo)["move"] == "roll"


def test_its_form_has_the_best_way_too_and_asks_whether_to_roll_no_dice(
    opens: Opens, fighting: Table
) -> None:
    bo, head = fighting["Bo"], fighting["Bo"].head
    viewer = Viewer(opens(), bo.session, bo.token)

    def poor(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        (way,) = (
            one
            for option in view["options"]
            for one in option.get("fields", ())
            if one["field"] == "path"
        )
        way["power"] = 1
        route.fulfill(response=answer, json=view)

    def rolls() -> Locator:
        palette(viewer.page).get_by_text(re.compile("^Roll")).first.click()
        return viewer.tab("Play").get_by_role("form")

    viewer.open().shows(head)
    expect(rolls().get_by_role("button", name="Roll 2 dice")).to_be_visible()
    viewer.page.route("**/options*", poor)
    viewer.open().shows(head)
    form = rolls()
    form.get_by_label("How you go about it").fill("By hope.")
    form.get_by_role("button", name="Roll 0 dice").click()
    expect(form).to_contain_text("no dice")
    assert bo.head == head
    viewer.page.unroute("**/options*")
    form.get_by_role("button", name="Roll no dice").click()
    expect(form).to_have_count(0)
    assert last(bo)["move"] == "roll"


def test_nobody_else_is_shown_ways_to_roll_by(opens: Opens, fighting: Table) -> None:
    page = opened(opens, fighting["Ann"])
    expect(page.locator(".canvas svg")).to_be_visible()
    expect(page.get_by_role("form", name="Roll")).to_have_count(0)
    expect(page.locator(".canvas.choosing")).to_have_count(0)
