"""Share a table: links to it, its picture, its printed pages, and your seat on another device."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.test_hostile import MARKUP, TITLE
from tests.annexes.page.viewer import Viewer, fits
from tests.support.client import Player, Table, started
from tests.support.server import Server


@pytest.fixture
def viewer(opens: Opens, low_tide: Table) -> Viewer:
    bo = low_tide["Bo"]
    return Viewer(opens(), bo.session, bo.token).open().shows(bo.head)


def menu(viewer: Viewer) -> Locator:
    viewer.page.get_by_role("button", name="Share the table").click()
    return viewer.page.get_by_role("dialog", name="Share the table")


def press(place: Locator, name: str) -> None:
    place.get_by_role("button", name=name).click()


def test_it_links_without_a_secret_keeps_the_picture_and_proposes_to_let_others_look_on(
    viewer: Viewer, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    place = menu(viewer)
    expect(place.get_by_label("Link to the table")).to_have_value(re.compile(rf"/{bo.session}$"))
    moment = place.get_by_label("Link to this moment")
    expect(moment).to_have_value(re.compile(rf"/{bo.session}\?at={bo.head}$"))
    for kind, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with viewer.page.expect_download() as download:
            press(place, f"Picture ({kind})")
        assert download.value.suggested_filename == f"network-{bo.head}.{kind.lower()}"
        assert begins in Path(download.value.path()).read_bytes()[:200]
    expect(place).to_contain_text("looking on is off")
    press(place, "Propose to let others look on")
    form = viewer.page.get_by_role("form", name="Propose: House rule: onlookers")
    expect(form.get_by_role("radiogroup", name="Value").locator(":checked")).to_have_count(1)
    expect(place).to_be_hidden()


def test_if_onlookers_are_allowed_it_says_so(opens: Opens, server: Server) -> None:
    ann = started(server.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})["Ann"]
    place = menu(Viewer(opens(), ann.session).open().shows(ann.head))
    expect(place).to_contain_text("Everybody who has this link may look on")
    expect(place.get_by_role("button", name="Propose")).to_have_count(0)


@pytest.fixture
def alone(server: Server) -> Player:
    """Return a player whose token no other test uses."""
    return started(server.http, "Ann", "Bo")["Ann"]


def test_a_code_moves_a_seat_to_another_device(opens: Opens, alone: Player) -> None:
    place = menu(Viewer(opens(), alone.session, alone.token).open().shows(alone.head))
    press(place, "On another device")
    picture = place.get_by_role("img", name="The address as a QR code")
    assert picture.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }")
    other = opens().page
    other.goto(place.get_by_label("Link for the other device").input_value())
    other.get_by_role("button", name="Take the seat").click()
    expect(other.get_by_role("list", name="Seats and onlookers")).to_contain_text("Ann (you)")


def test_a_token_is_renewed_from_the_page(opens: Opens, alone: Player) -> None:
    def ends() -> str:
        return str(alone.see("/tokens")["tokens"][0]["expires_at"])

    before = ends()
    place = menu(Viewer(opens(), alone.session, alone.token).open().shows(alone.head))
    expect(place).to_contain_text("lasts until")
    with place.page.expect_response("**/v1/tokens/renewal"):
        press(place, "Renew")
    assert ends() > before


def test_on_paper_are_board_scene_and_the_whole_story_and_nothing_to_press(
    viewer: Viewer,
) -> None:
    page = viewer.page
    page.evaluate("() => { window.print = () => { window.told = printed.innerText; }; }")
    place = menu(viewer)
    press(place, "Print")
    page.wait_for_function("() => window.told")
    page.keyboard.press("Escape")
    page.emulate_media(media="print")
    expect(page.locator(".canvas svg")).to_be_visible()
    expect(page.locator("#board")).to_contain_text("The old quay")
    story = page.locator("#printed")
    for told in ("Ann starts “Low Tide”.", "Dee consents"):
        expect(story.get_by_text(told).first).to_be_visible()
    controls = page.locator(":is(button, input, select, [role=tab])").filter(visible=True)
    assert controls.all_inner_texts() == []
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(story).to_have_count(0)


def test_the_menu_fits_a_phone_and_axe_finds_nothing(opens: Opens, server: Server) -> None:
    hostile = started(server.http, MARKUP, "Bo", title=TITLE)[MARKUP]
    viewer = Viewer(opens(viewport={"width": 320, "height": 640}), hostile.session, hostile.token)
    place = menu(viewer.open().shows(hostile.head))
    press(place, "On another device")
    expect(place.get_by_role("img")).to_be_visible()
    no_violations(viewer.page)
    assert fits(viewer.page)
