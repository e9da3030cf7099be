"""The scene and the limits are above the board. Each seat shows its tokens."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import bo_declares, demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table
from tests.support.server import Server


def opened(opens: Opens, table: Table, name: str) -> Page:
    player = table[name]
    return Viewer(opens(), player.session, player.token).open().shows(player.head).page


def scene(page: Page) -> Locator:
    return page.get_by_role("region", name="The scene")


def purse(page: Page, name: str) -> Locator:
    seats = page.get_by_role("list", name="Seats and onlookers").get_by_role("listitem")
    return seats.filter(has_text=re.compile(rf"^{name}\b")).locator(".purse")


def test_the_scene_has_its_place_its_characters_and_the_limits_of_the_table(
    opens: Opens, low_tide: Table
) -> None:
    page = opened(opens, low_tide, "Bo")
    told = scene(page)
    expect(told).to_contain_text("The old quay")
    expect(told).to_contain_text("Rain on the quay.")
    expect(told).to_contain_text(
        "First notice of Dee: 12 tokens. At stake for Dee: “Her Brother Pim”."
    )
    expect(told).to_contain_text("There: Wren")
    expect(told).to_contain_text("Limits: harm to animals")
    no_violations(page, told)
    page.get_by_role("slider").press("Home")
    expect(page.locator("#scene")).to_be_empty()


def test_the_text_of_a_scene_is_shown_before_anybody_acts_in_it(
    opens: Opens, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    landmarks = bo.see("/landmarks")["landmarks"]
    framed = next(one["version"] for one in landmarks if one["kind"] == "scene")
    page = Viewer(opens(), bo.session, bo.token).open(at=framed).shows(framed).page
    expect(scene(page)).to_contain_text("Rain on the quay.")


def test_the_tokens_of_a_seat_are_at_its_name_and_follow_each_move(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http)
    page = opened(opens, table, "Ann")
    before = table["Bo"].see("/banks")["accounts"][1]["tokens"]["story"]
    expect(purse(page, "Bo")).to_have_text(f"{before} story · 0 development · 0 boost")
    bo_declares(table)
    expect(purse(page, "Bo")).to_have_text(f"{before - 1} story · 0 development · 0 boost")
