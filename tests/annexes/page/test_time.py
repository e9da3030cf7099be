"""The time bar, the story and the picture: jumps, marks, undone versions, and the changes of a step."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer, at_version
from tests.support.client import Player, Table, forked
from tests.support.log import rewinds
from tests.support.server import Server

EVENING = "second_thoughts"
BACK = rewinds(EVENING)[0]
UNDONE = BACK.to + 8
"""A version that the first rewind of the evening has undone."""
LEFT_OUT = next(one.version for one in rewinds(EVENING) if one.without)
"""The version of the rewind that left out an older move."""
OLDER = UNDONE - 44
"""A version that the story does not show at first."""


@pytest.fixture
def player(recorded: Callable[[str], Player]) -> Player:
    return recorded(EVENING)


@pytest.fixture
def viewer(opens: Opens, player: Player) -> Viewer:
    """Return the page of an evening with many rewinds. It is not open yet."""
    return Viewer(opens(), player.session, player.token)


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    """Return a table that has just begun."""
    return demonstration(server.http, moves=6)


def button(viewer: Viewer, name: str) -> Locator:
    return viewer.page.get_by_role("button", name=name, exact=True)


def test_landmarks_are_jumped_to_by_brackets_if_they_are_chosen_and_from_a_list(
    viewer: Viewer, player: Player
) -> None:
    viewer.open(at=1).shows(1)
    more = viewer.more()
    more.get_by_role("combobox", name="Jump by").select_option("conflicts")
    conflicts = {
        one["version"]: None
        for one in player.see("/landmarks")["landmarks"]
        if one["kind"] == "conflict"
    }
    viewer.page.get_by_role("heading", level=1).click()
    for version in list(conflicts)[:3]:
        viewer.page.keyboard.press("]")
        viewer.shows(version)
    viewer.page.keyboard.press("[")
    viewer.shows(list(conflicts)[1])
    landmarks = more.get_by_role("combobox", name="Landmark")
    landmarks.select_option(f"{BACK.version} · Undone: back to version {BACK.to}")
    viewer.shows(BACK.version)
    expect(viewer.page).to_have_url(at_version(BACK.version))


def test_a_line_of_the_story_is_never_only_its_number(viewer: Viewer, player: Player) -> None:
    landmarks = player.see("/landmarks")["landmarks"]
    called = next(one["version"] for one in landmarks if one["kind"] == "conflict")
    viewer.open(at=called, panel="story").shows(called)
    line = viewer.panel("Story").locator("[aria-current=step]")
    expect(line.get_by_role("heading")).to_contain_text("calls a conflict")


def test_the_bar_of_time_is_one_row(opens: Opens, low_tide: Table) -> None:
    bo = low_tide["Bo"]
    page = Viewer(opens(), bo.session, bo.token).open().shows(bo.head).page
    bar = page.get_by_role("region", name="Time")
    for width in (1440, 1024, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert bar.evaluate("(bar) => bar.getBoundingClientRect().height") <= 40, width
    no_violations(page, bar)


def test_undone_versions_say_so_in_the_story_too_which_is_read_both_ways_and_leads_back(
    viewer: Viewer,
) -> None:
    viewer.open(at=UNDONE, panel="story").shows(UNDONE)
    said = viewer.page.get_by_text(f"Undone: version {BACK.version} went back to {BACK.to}.")
    expect(said).to_be_visible()
    story = viewer.panel("Story")
    current = story.locator("[aria-current=step]")
    expect(current.get_by_role("link")).to_have_text(str(UNDONE))
    expect(current).to_contain_text(f"undone at {BACK.version}")
    stays = story.get_by_role("listitem").filter(has_text="Ruth declines to take back")
    expect(stays).to_contain_text(f"not undone at {BACK.version}")
    story.get_by_role("button", name="Older").click()
    story.get_by_role("link", name=f"Version {OLDER}", exact=True).click()
    viewer.shows(OLDER)
    expect(current.get_by_role("link")).to_have_text(str(OLDER))
    story.get_by_label("Steps of").select_option("Ruth")
    assert set(story.locator("li .name").all_inner_texts()) == {"Ruth"}
    viewer.goes(UNDONE)
    button(viewer, f"To version {BACK.to}, before the undone play").click()
    viewer.shows(BACK.to)
    expect(viewer.page.get_by_text(f"Undone: version {BACK.version}")).to_have_count(0)


def test_marks_on_the_line_are_controls_and_share_a_place_on_a_phone(viewer: Viewer) -> None:
    viewer.page.set_viewport_size({"width": 320, "height": 640})
    viewer.open(at=1).shows(1).more()
    marks = viewer.page.get_by_role("toolbar", name="Marks on the line").get_by_role("button")
    expect(marks.first).to_be_visible()
    assert marks.count() <= 320 // 24
    shared = marks.filter(has_text="2").last
    shared.focus()
    viewer.page.keyboard.press("Enter")
    no_violations(viewer.page, viewer.page.get_by_role("region", name="Time"))
    several = viewer.page.get_by_role("button", name="·").last
    version = int(several.inner_text().split(" ")[0])
    several.click()
    viewer.shows(version)


def test_it_plays_until_the_newest_version_and_keys_can_be_kept_to_the_bar_of_time(
    viewer: Viewer, player: Player
) -> None:
    head, page = player.head, viewer.page
    viewer.open(at=head - 3).shows(head - 3)
    viewer.more().get_by_label("Speed").select_option("fastest")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Space")
    viewer.shows(head)
    expect(button(viewer, "Play")).to_be_visible()
    viewer.goes(5)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    no_violations(page, dialog)
    dialog.get_by_label("Keys work everywhere").uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press(".")
    button(viewer, "Back").focus()
    page.keyboard.press(".")
    viewer.shows(6)


def test_dragging_the_slider_asks_for_few_of_the_versions(viewer: Viewer, player: Player) -> None:
    asked: list[str] = []
    viewer.open(at=1).shows(1).page.on("request", lambda request: asked.append(request.url))
    viewer.slider.focus()
    # All steps at once. Otherwise the page on a busy machine would have time for each.
    viewer.page.evaluate(
        "const line = document.activeElement;"
        " for (let step = 0; step < 100; step += 1) {"
        "   line.value = Number(line.value) + 1; line.dispatchEvent(new Event('input'));"
        " }"
    )
    viewer.shows(101)
    assert sum("/network.svg" in url for url in asked) < 50


def test_a_reader_of_the_past_sees_the_number_of_new_versions(opens: Opens, table: Table) -> None:
    bo = table["Bo"]
    viewer = Viewer(opens(), bo.session, bo.token).open(at=3).shows(3)
    for text in ("Drowning", "Cold"):
        bo.draws_a_line(text)
    expect(viewer.page.get_by_role("status").filter(has_text="2 new")).to_be_visible()
    viewer.shows(3)
    button(viewer, "Newest").click()
    viewer.shows(bo.head)


def test_a_fork_and_where_it_comes_from_are_linked(opens: Opens, table: Table) -> None:
    ann = table["Ann"]
    fork = forked(ann, version=4, title="Had it gone otherwise")["Ann"]
    viewer = Viewer(opens(), ann.session, ann.token).open().shows(ann.head)
    viewer.more().get_by_text("Forks", exact=True).click()
    link = viewer.page.get_by_role("listitem").get_by_role("link", name="Had it gone otherwise")
    expect(link).to_have_attribute("href", f"/watch/{fork.session}")
    viewer = Viewer(opens(), fork.session, fork.token).open().shows(5)
    viewer.more().get_by_text("Forks", exact=True).click()
    back = viewer.page.get_by_role("link", name="version 4 of another")
    expect(back).to_have_attribute("href", f"/watch/{ann.session}?at=4")


def test_changes_of_a_step_or_a_rewind_are_lit_and_the_picture_keeps_its_part(
    viewer: Viewer,
) -> None:
    page = viewer.open(at=60).shows(60).page
    changed, drawing = page.locator(".canvas .changed"), page.locator(".canvas svg")
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("Diver Holm")
    button(viewer, "Whole picture").click()
    whole = drawing.get_attribute("viewBox")
    button(viewer, "Larger").click()
    part = drawing.get_attribute("viewBox")
    page.keyboard.press("ArrowRight")
    viewer.shows(61)
    assert drawing.get_attribute("viewBox") == part != whole
    page.keyboard.press("0")
    expect(drawing).to_have_attribute("viewBox", whole or "")
    viewer.goes(LEFT_OUT)
    expect(changed.first).to_be_attached()


def test_an_element_is_chosen_by_keyboard_and_stays_while_one_steps(viewer: Viewer) -> None:
    page = viewer.open(at=60).shows(60).page
    page.get_by_text("Elements (").click()
    page.locator(".elements").get_by_role("button", name="Harbour Office").first.press("Enter")
    details = page.get_by_role("region", name="Chosen element")
    rule = details.get_by_role("link", name="control.own")
    expect(rule).to_have_attribute("href", "/docs/rulesets/verge#control.own")
    no_violations(page)
    details.get_by_role("button", name="Pilot Serra").click()
    expect(page.locator(".canvas .chosen").first).to_contain_text("reports to")
    page.keyboard.press("ArrowRight")
    viewer.shows(61)
    expect(page.locator(".canvas .chosen").first).to_be_attached()


def test_a_zone_lists_its_people_and_the_distances_of_the_others(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    reader = recorded("edgerunner_net_run")
    viewer = Viewer(opens(), reader.session, reader.token).open(at=109).shows(109)
    page = viewer.page
    button(viewer, "Whole picture").click()
    page.locator(".canvas .zone").first.click()
    details = page.get_by_role("region", name="Chosen element")
    expect(details).to_contain_text("Payroll 2")
    details.get_by_role("button", name="Onyx").click()
    expect(page.locator(".canvas .chosen")).to_contain_text("Onyx")
    details.get_by_role("button", name="Gateway").click()
    details.get_by_role("button", name="Gateway | Mail").click()
    expect(details.get_by_role("heading")).to_have_text("Gateway | Mail")


def test_an_element_that_is_searched_for_is_found_and_flown_to(viewer: Viewer) -> None:
    page = viewer.open(at=120).shows(120).page
    button(viewer, "Whole picture").click()
    whole = seen(page)
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Find an element")
    expect(field).to_be_focused()
    wanted = page.locator(".elements button").nth(4)
    id = wanted.get_attribute("data-thing")
    field.fill(wanted.locator("bdi").text_content() or "")
    field.press("Enter")
    expect(page.locator(f'.canvas .node.chosen[data-id="{id}"]')).to_be_attached()
    assert seen(page) != whole


WHEEL_RESTS_MS = 400
"""A pause that is longer than the pause within one turn of the wheel."""


def seen(page: Page) -> tuple[float, float, float, float]:
    """Return the visible part of the picture: left, top, width, height."""
    box = page.locator(".canvas svg").get_attribute("viewBox")
    left, top, width, height = map(float, (box or "").split())
    return left, top, width, height


LEAST_LETTERS = """() => Math.min(...[...document.querySelectorAll(".canvas text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


IS_WHOLE = """() => {
    const [canvas, ...parts] = [".canvas", ".canvas [data-id]"].flatMap((name) => [...document.querySelectorAll(name)]);
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    const boxes = parts.map((part) => part.getBoundingClientRect());
    return boxes.every((box) => box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom)
        && bottom <= document.querySelector("#board").getBoundingClientRect().bottom;
}"""
"""Returns whether every element is inside the picture, and the picture is on the board without scrolling."""


def test_at_first_all_of_the_picture_is_on_the_board(viewer: Viewer) -> None:
    page = viewer.page
    for width in (320, 390, 820, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        viewer.open(at=120) if page.url == "about:blank" else page.reload()
        viewer.shows(120)
        _shows_all_at_first(page)


def _shows_all_at_first(page: Page) -> None:
    assert page.evaluate(IS_WHOLE)
    # The tool “Put elements back” is hidden until the reader moves a node.
    tools = page.locator(".tools > :not([hidden])").evaluate_all(
        "(tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().bottom))"
    )
    assert max(tools) - min(tools) <= 1
    assert page.locator(".tools").evaluate("(tools) => tools.scrollWidth <= tools.clientWidth")
    whole = seen(page)
    page.keyboard.press("1")
    assert page.evaluate(LEAST_LETTERS) > 10.9
    page.keyboard.press("f")
    assert seen(page) == whole


def test_the_wheel_enlarges_the_part_below_the_pointer_and_scrolls_if_all_is_seen(
    viewer: Viewer,
) -> None:
    page = viewer.open(at=120).shows(120).page
    node = page.locator(".canvas .node").first
    before, board = node.bounding_box(), page.get_by_role("region", name="Board")
    assert before
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.wheel(0, -300)
    expect(page.locator(".canvas.zoomed")).to_be_attached()
    after = node.bounding_box()
    assert after
    assert after["width"] > before["width"] * 1.5
    assert after["x"] + after["width"] / 2 == pytest.approx(
        before["x"] + before["width"] / 2, abs=2
    )
    page.mouse.wheel(0, 900)
    expect(page.locator(".canvas.zoomed")).to_have_count(0)
    assert board.evaluate("board => board.scrollTop") == 0
    page.wait_for_timeout(WHEEL_RESTS_MS)
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => document.querySelector('#board').scrollTop > 0")


def test_a_double_tap_shows_the_part_below_it_and_two_fingers_enlarge_theirs(
    opens: Opens, player: Player
) -> None:
    window = opens(has_touch=True, viewport={"width": 390, "height": 844})
    page = Viewer(window, player.session, player.token).open(at=60).shows(60).page
    box = page.locator(".canvas .node").first.bounding_box()
    assert box
    for zoomed in (1, 0):
        for _ in range(2):
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".canvas.zoomed")).to_have_count(zoomed)
    canvas = page.locator(".canvas")
    canvas.evaluate("canvas => canvas.scrollIntoView({block: 'center'})")
    box = canvas.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before, touch = seen(page), page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 45), ("touchMove", 60), ("touchEnd", 0)):
        fingers = [{"x": x + side * apart, "y": y, "id": side + 1} for side in (-1, 1) if apart]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    left, top, width, height = seen(page)
    assert width == pytest.approx(before[2] / 2, rel=0.05)
    assert left + width / 2 == pytest.approx(before[0] + before[2] / 2, rel=0.02)
    assert top + height / 2 == pytest.approx(before[1] + before[3] / 2, rel=0.02)


def test_nothing_of_one_version_is_asked_for_twice(viewer: Viewer) -> None:
    asked: list[str] = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.open(at=60).shows(60)
    for name in viewer.tabs:
        viewer.tab(name)
        viewer.settled()
    reads = [url for url in asked if "at=60" in url and "/v1/" in url]
    assert len(reads) == len(set(reads)) > 5


def test_the_picture_is_downloaded_as_the_reader_sees_it_at_this_moment(
    viewer: Viewer, player: Player
) -> None:
    kept = '{ "pins": [["n1", 999, 300, 40]] }'
    viewer.page.add_init_script(
        f"sessionStorage.setItem('verger.picture.{player.session}', '{kept}')"
    )
    viewer.open(at=60).shows(60)
    viewer.page.get_by_text("Download", exact=True).click()
    with viewer.page.expect_download() as download:
        button(viewer, "network.svg").click()
    picture = player.get(
        f"{player.home}/network.svg", at=60, laid_out=player.head, pinned="n1:999:300:40"
    ).content
    assert download.value.path().read_bytes() == picture
