"""The picture on the page: dragging, finding, zooming, printing, and its look on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player, Table

_HEARD = """() => {
    window.heard = [];
    for (const type of ["carried", "dropped"])
        document.addEventListener(type, ({ detail }) => window.heard.push([type, detail.id, detail.onto, detail.at !== null]));
}"""


@pytest.fixture
def page(opens: Opens, low_tide: Table) -> Page:
    """Open the page of the demonstration, and wait for its picture."""
    page = shown(opens, low_tide)
    page.evaluate(_HEARD)
    return page


NEAR = 50
"""If the pointer moves by 60 pixels, a dragged name must move by more than this."""
PHONE: ViewportSize = {"width": 390, "height": 844}
A4: ViewportSize = {"width": 1240, "height": 1754}


def shown(opens: Opens, table: Table, width: int = 1440) -> Page:
    """Open the page of a table at this width, and wait for its picture."""
    player = table["Bo"]
    window = opens(viewport={"width": width, "height": 900})
    page = Viewer(window, player.session, player.token).open().shows(player.head).page
    page.locator(".canvas svg").wait_for()
    return page


def middle(page: Page, id: str) -> tuple[float, float]:
    """Return the centre of an element in the window."""
    box = page.locator(f".canvas .node[data-id={id}] > .shape").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, id: str, onto: str) -> None:
    """Drag one element onto another, and do not release the button."""
    page.mouse.move(*middle(page, id))
    page.mouse.down()
    page.mouse.move(*middle(page, onto), steps=4)


def test_an_element_carried_onto_another_names_both_to_the_page_unless_escape_gives_it_up(
    page: Page,
) -> None:
    carry(page, "n1", "n2")
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.evaluate("heard")[-1] == ["dropped", "n1", None, False]
    carry(page, "n1", "n2")
    page.mouse.up()
    heard = page.evaluate("heard")
    assert heard[-2:] == [["carried", "n1", "n2", True], ["dropped", "n1", "n2", True]]


SMALLEST = 8
"""Letters that are smaller than this, in pixels, cannot be read."""
_LETTERS = """() => [...document.querySelectorAll(".canvas svg text")]
    .filter((text) => text.checkVisibility({ opacityProperty: true }))
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
_SEEN = 'document.querySelector(".canvas svg").getAttribute("viewBox")'


def test_no_letters_are_seen_from_afar_that_are_too_small_and_a_character_s_name_is_read(
    opens: Opens, low_tide: Table
) -> None:
    page = shown(opens, low_tide, width=320)
    letters = page.evaluate(_LETTERS)
    assert letters
    assert min(letters) > SMALLEST
    assert page.locator(".canvas .names .character").count()
    assert page.locator(".canvas .names .afar-node").count() < page.locator(".canvas .node").count()


def test_the_finder_flies_to_the_typed_name_unless_it_is_left_by_escape(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("market")
    page.keyboard.press("Escape")
    found = page.get_by_role("combobox", name="Find an element")
    expect(page.get_by_role("listbox", name="Found")).to_be_hidden()
    expect(found).not_to_be_focused()
    assert not page.locator(".canvas .chosen").count()
    page.keyboard.press("/")
    expect(found).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("market")
    options = page.get_by_role("listbox", name="Found").get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".canvas .node.chosen")).to_have_count(1)
    expect(page.locator(".canvas .node.chosen > .shape")).to_be_focused()
    assert page.locator(".minimap").is_visible()
    _focus_leaves_what_is_near(page)


def _focus_leaves_what_is_near(page: Page) -> None:
    """Check the focus mode: elements within two edges of the chosen one stay clear, and all others are faint."""
    page.keyboard.press("o")
    clear = set(page.eval_on_selector_all(".canvas .node:not(.dim)", _IDS))
    chosen = page.locator(".canvas .node.chosen").get_attribute("data-id")
    assert clear == near(page, {chosen}, 2)
    assert page.locator(".canvas .node.dim").count()
    expect(page.get_by_role("button", name="Focus")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".canvas .dim")).to_have_count(0)


_IDS = "nodes => nodes.map((node) => node.dataset.id)"
_ENDS = "ties => ties.map((tie) => tie.dataset.ends.split(' '))"


def near(page: Page, those: set[str | None], far: int) -> set[str | None]:
    """Return the elements that are at most this number of edges away from these."""
    for _ in range(far):
        ties = page.eval_on_selector_all(".canvas [data-ends]", _ENDS)
        those = those | {end for ends in ties if those & {*ends} for end in ends}
    return those


def test_the_minimap_is_there_while_a_part_is_seen_and_moves_it_and_a_step_leaves_the_rest(
    page: Page, low_tide: Table
) -> None:
    small = page.locator(".minimap")
    expect(small).to_be_hidden()
    for _ in range(4):
        page.keyboard.press("+")
    before = page.evaluate(_SEEN)
    box = small.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.up()
    assert page.evaluate(_SEEN) != before
    page.keyboard.press("f")
    expect(small).to_be_hidden()
    _step_leaves_what_stands(page, low_tide["Bo"].head)


def _step_leaves_what_stands(page: Page, head: int) -> None:
    """Check that a step through time keeps the page's objects for unchanged elements."""
    page.evaluate("window.standing = document.querySelector('.canvas .node[data-id=n1] > .shape')")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".canvas title").first).to_contain_text(f"at version {head - 1}")
    assert page.evaluate("standing.isConnected")


EARLIER = 60
"""A version of the demonstration before some of its nodes and edges were written."""


def elements(player: Player, version: int) -> set[str]:
    """Return the ids of the elements in the network at a version."""
    network = player.read(f"/v1/sessions/{player.session}/network", at=version)
    return {one["id"] for one in (*network["nodes"], *network["edges"])}


def test_a_reader_who_comes_back_sees_the_changes_since(opens: Opens, low_tide: Table) -> None:
    player = low_tide["Bo"]
    window = opens(viewport={"width": 1440, "height": 900})
    window.page.add_init_script(
        f"sessionStorage.setItem('verger.seen.{player.session}', {EARLIER})"
    )
    page = Viewer(window, player.session, player.token).open().shows(player.head).page
    changes = page.get_by_label("Changes", exact=True)
    changes.select_option(label=f"Since you were here, at {EARLIER}")
    came = elements(player, player.head) - elements(player, EARLIER)
    expect(page.locator(".differences")).to_contain_text(f"{len(came)} added")
    assert {*page.eval_on_selector_all(".canvas .added", _IDS)} == came


def test_a_full_picture_that_a_step_leaves_as_it_was_says_that_nothing_changed(
    opens: Opens, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    asked = next(one["version"] for one in bo.log() if one["type"] == "declare")
    page = Viewer(opens(), bo.session, bo.token).open(at=asked).shows(asked).page
    expect(page.locator(".canvas .node")).not_to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="changed")).to_have_text("nothing changed")


def test_elements_that_a_rewind_took_away_are_drawn_faint_at_their_places(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    player = recorded("second_thoughts")
    rewind = next(
        one["version"]
        for one in player.log()
        if one["type"] == "agree"
        and any(done["effect"] == "rewound" for done in one["event"]["effects"])
        and elements(player, one["version"] - 1) - elements(player, one["version"])
    )
    gone = elements(player, rewind - 1) - elements(player, rewind)
    page = Viewer(opens(), player.session, player.token).open(at=rewind).shows(rewind).page
    expect(page.locator(".differences")).to_contain_text(f"{len(gone)} gone")
    assert page.locator(".canvas .ghosts > .node, .canvas .ghosts > .edge").count() >= len(gone)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".canvas .ghosts")).to_have_count(0)


def test_all_of_the_picture_is_printed_and_none_of_its_tools(opens: Opens, low_tide: Table) -> None:
    page = shown(opens, low_tide, width=390)
    expect(page.locator(".canvas .far, .canvas .names")).not_to_have_count(0)
    for _ in range(4):
        page.keyboard.press("+")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.querySelector('.canvas').classList.contains('zoomed')") is False
    expect(page.locator(".canvas .far, .canvas .names")).to_have_count(0)
    for tool in (".tools", ".minimap", ".differences select"):
        expect(page.locator(tool)).to_be_hidden()
    page.set_viewport_size(A4)
    assert page.evaluate(_SHARE) > 0.95


_SHARE = """() => {
    const { width, height } = document.querySelector(".canvas .paper").getBoundingClientRect();
    const most = parseFloat(getComputedStyle(document.querySelector(".canvas .picture")).maxHeight);
    return Math.max(width / document.querySelector("#board").clientWidth, height / most);
}"""
"""Returns how much the picture fills of its possible width or height. The larger share counts."""


def test_on_a_phone_a_name_lies_over_no_border_and_people_on_a_map_have_theirs(
    opens: Opens, recorded: Callable[[str], Player], low_tide: Table
) -> None:
    page = shown(opens, low_tide, width=390)
    assert page.evaluate(_OVER) == []
    # Most nodes show their names. If another name is in the way, the name is a little to the side.
    nodes = page.locator(".canvas .node").count()
    assert page.locator(".canvas .names .afar-node").count() > nodes * 0.8
    player = recorded("edgerunner_data_run")
    viewer = Viewer(opens(viewport=PHONE), player.session, player.token)
    page = viewer.open(at=61).shows(61).page
    # The zones are in one row, so the current play is still visible.
    expect(page.get_by_role("heading", name="Under way")).to_be_in_viewport()
    people = page.locator(".canvas .zone > .person .label").all_text_contents()
    assert set(people) <= set(page.locator(".canvas .names .person").all_text_contents())


_OVER = """() => [...document.querySelectorAll(".canvas .names > .afar-node")].filter((name) => {
    const [text] = name.querySelectorAll("text");
    const node = [...document.querySelectorAll(".canvas .node.named")]
        .find((one) => one.querySelector("text").textContent === text.textContent);
    const shape = name.querySelector(".plate") ?? node.querySelector(".shape");
    const [inner, outer] = [text, shape].map((one) => one.getBoundingClientRect());
    return inner.left < outer.left || inner.right > outer.right;
}).map((name) => name.textContent)"""
"""Returns the names that cross the border of their elements."""


_ROOMS = """() => [...document.querySelectorAll(".canvas .node")].map((node) => {
    const shape = node.querySelector(":scope > .shape").getBBox();
    const text = node.querySelector(":scope > .label").getBBox();
    return [node.textContent, text.x >= shape.x && text.x + text.width <= shape.x + shape.width];
})"""
_TURNED = """() => [...document.querySelectorAll(".canvas .node > .label")]
    .filter((label) => getComputedStyle(label).direction === "rtl").map((label) => label.textContent)"""


def test_names_in_any_script_have_room_and_run_in_their_direction(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    player = recorded("long_evening")
    page = Viewer(opens(), player.session, player.token).open(at=200).shows(200).page
    page.keyboard.press("1")
    rooms = dict(page.evaluate(_ROOMS))
    assert [name for name, fits in rooms.items() if not fits] == []
    turned = page.evaluate(_TURNED)
    assert any("\u05d0" <= letter <= "\u05ea" for name in turned for letter in name)
    assert any("\u0621" <= letter <= "\u064a" for name in turned for letter in name)
    assert any("\u4e00" <= letter <= "\u9fff" for name in rooms for letter in name)


def test_marks_are_signs_in_the_picture_and_numbers_in_words_in_the_details(
    opens: Opens, low_tide: Table
) -> None:
    page = shown(opens, low_tide)
    salt = next(
        one for one in low_tide["Bo"].see("/network")["nodes"] if one["label"] == "Salt Fever"
    )
    part = page.locator(f".canvas .node[data-id={salt['id']}]")
    expect(part.locator(".pips")).to_have_count(1)
    expect(part.get_by_role("button")).to_have_accessible_name(
        re.compile(r"power 2 · 2 ratifications · written by \w+$")
    )
    page.locator("summary", has_text="Elements").click()
    page.locator(f"[data-thing={salt['id']}]").click()
    details = page.get_by_role("region", name="Chosen element")
    expect(details).to_contain_text("2 ratifications")
    expect(details.locator("svg.marks-drawn")).to_be_visible()
    no_violations(page, details)


def test_names_that_are_enlarged_have_their_marks_with_them(opens: Opens, low_tide: Table) -> None:
    page = shown(opens, low_tide, 800)
    expect(page.locator(".canvas svg.far")).to_be_visible()
    expect(page.locator(".names .pips").first).to_be_visible()


def test_the_legend_says_what_signs_mean_and_which_colour_each_seat_has(
    opens: Opens, low_tide: Table
) -> None:
    page = shown(opens, low_tide)
    page.locator("summary", has_text="Meaning of the signs").click()
    legend = page.locator("details.signs")
    expect(legend).to_contain_text("Three strikes eliminate the element.")
    expect(legend.locator(".name.seat-3")).to_have_text("Cy")
    no_violations(page, legend)


def test_from_afar_a_carried_element_takes_its_name_along(opens: Opens, low_tide: Table) -> None:
    page = shown(opens, low_tide, 1024)
    page.set_viewport_size({"width": 1024, "height": 700})
    node = page.locator(".canvas .node.plated").first
    node.wait_for()
    label = str(node.get_attribute("data-id"))
    name = page.locator(".canvas .names .afar-node").filter(
        has_text=node.locator(":scope > text").first.inner_html().split("<")[0]
    )
    at = _middle(page, f'.node[data-id="{label}"] > .shape')
    before = name.first.bounding_box()
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 60, at[1], steps=10)
    after = name.first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] - before["x"] > NEAR
    page.keyboard.press("Escape")
    assert name.first.bounding_box() == before
    page.mouse.up()


def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(f".canvas {selector}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
