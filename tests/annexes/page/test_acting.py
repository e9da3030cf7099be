"""Make moves on the picture, at the element that they are about: with pointer, finger and keyboard."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player, Table, forked
from tests.support.server import Server

DECLARED = 90
"""After this number of moves of the demonstration, Cy has declared a change. Ann, Bo and Dee are asked."""
MARKING = 31
"""After this number of moves of the demonstration, Ann has to mark two elements."""


@pytest.fixture
def marking(server: Server) -> Table:
    return demonstration(server.http, MARKING)


def opened(opens: Opens, player: Player, **options: object) -> Page:
    viewer = Viewer(opens(**options), player.session, player.token).open().shows(player.head)
    return viewer.page


def element(page: Page, name: str) -> Locator:
    """Return an element of the picture, by the beginning of its name."""
    return page.locator(".canvas").get_by_role("button", name=re.compile(f"^{name}"))


@pytest.fixture(scope="module")
def unmarked(server: Server) -> Table:
    """Return a table after the same moves. Tests only read it."""
    return demonstration(server.http, MARKING)


def menu(page: Page) -> Locator:
    return page.get_by_role("menu")


def last(player: Player) -> dict[str, Any]:
    move: dict[str, Any] = player.log()[-1]["event"]["move"]
    return move


def test_a_click_marks_an_element_or_says_what_refuses_it_and_one_with_shift_strikes_it(
    opens: Opens, marking: Table
) -> None:
    ann, head = marking["Ann"], marking["Ann"].head
    page = Viewer(opens().expects("409"), ann.session, ann.token).open().shows(head).page
    refusal = {"code": "paused", "title": "Paused", "detail": "Play is paused.", "status": 409}
    page.route("**/moves*", lambda route: route.fulfill(status=409, json=refusal), times=1)
    element(page, "Kites").click()
    expect(page.get_by_role("status").filter(has_text="Play is paused.")).to_be_visible()
    element(page, "Kites").click()
    expect(element(page, "Kites · .*power 1 · 1 ratification · ")).to_be_visible()
    assert (ann.head, last(ann)) == (head + 1, {"move": "mark", "element": "n4", "mark": "!"})
    element(page, "Debt").click(modifiers=["Shift"])
    expect(element(page, "Debt · .*power 1 · 2 ratifications, 1 strike · ")).to_be_visible()
    assert last(ann) == {"move": "mark", "element": "n2", "mark": "X"}


def test_elements_that_can_be_chosen_are_lit_when_the_pointer_comes_and_arrow_keys_lead_on_from_there(
    opens: Opens, unmarked: Table
) -> None:
    page = opened(opens, unmarked["Ann"])
    expect(page.locator(".canvas .open")).to_have_count(0)
    element(page, "Kites").hover()
    expect(page.locator(".canvas .node.lit.open")).to_have_attribute("data-id", "n4")
    # Nobody can mark their own element.
    expect(page.locator(".canvas .node[data-id=n1].open")).to_have_count(0)
    expect(page.get_by_text("Shift and click")).to_be_visible()
    page.locator(".canvas [tabindex='0']").focus()
    been = set[str | None]()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 2:
        page.keyboard.press(key)
        been.add(page.evaluate("document.activeElement.ariaLabel"))
    assert len(been) > len(("right", "down", "left"))
    assert None not in been


def test_the_hint_about_clicks_covers_no_element(opens: Opens, unmarked: Table) -> None:
    page = opened(opens, unmarked["Ann"])
    element(page, "Kites").hover()
    hint = page.get_by_text("Click: ! ratify")
    expect(hint).to_be_in_viewport(ratio=1)
    said, picture = hint.bounding_box(), page.locator(".canvas").bounding_box()
    assert said is not None
    assert picture is not None
    assert said["y"] >= picture["y"] + picture["height"]


def test_a_menu_has_the_moves_of_an_element_with_their_prices(
    opens: Opens, low_tide: Table
) -> None:
    bo = low_tide["Bo"]
    page, head = opened(opens, bo), bo.head
    element(page, "Drowned Bells").click()
    strengthen = menu(page).get_by_role("menuitem", name=re.compile("^Strengthen"))
    expect(strengthen).to_contain_text("1 story")
    expect(page.locator(".menu")).to_contain_text(re.compile("Drowned Bells . idea, power 7"))
    no_violations(page, page.locator(".menu"))
    strengthen.click()
    slip = page.get_by_role("form", name="Declare changes: Strengthen · Drowned Bells")
    no_violations(page, slip)
    slip.get_by_label("Describe what happens").fill("It rings.")
    slip.get_by_role("button", name="More…").click()
    form = page.get_by_role("form", name="Declare changes", exact=True)
    expect(form.get_by_label("Describe what happens")).to_have_value("It rings.")
    expect(form.get_by_label("Element", exact=True).first).to_have_value(re.compile(".+"))
    expect(form).to_contain_text("Drowned Bells")
    assert bo.head == head


def test_everything_is_done_only_by_keyboard(opens: Opens, marking: Table) -> None:
    ann = marking["Ann"]
    page = opened(opens, ann)
    page.keyboard.press("/")
    page.keyboard.type("Debt")
    page.keyboard.press("Enter")
    expect(element(page, "Debt")).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu(page).get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(element(page, "Debt")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(element(page, "Debt · .*power 1 · 2 ratifications, 1 strike · ")).to_be_focused()
    assert last(ann) == {"move": "mark", "element": "n2", "mark": "X"}


def test_a_finger_opens_the_menu_and_marks_nothing(opens: Opens, marking: Table) -> None:
    ann = marking["Ann"]
    page, head = (
        opened(opens, ann, has_touch=True, viewport={"width": 320, "height": 640}),
        ann.head,
    )
    element(page, "Kites").tap()
    expect(menu(page)).to_be_in_viewport(ratio=1)
    assert ann.head == head
    menu(page).get_by_role("menuitem").first.tap()
    expect(element(page, "Kites · .*power 1 · 1 ratification · ")).to_be_visible()
    assert ann.head == head + 1


def test_a_press_only_shows_what_is_known_where_nobody_can_act(
    opens: Opens, unmarked: Table
) -> None:
    page, head = opened(opens, unmarked["Bo"]), unmarked["Bo"].head
    element(page, "Kites").click()
    expect(page.get_by_role("region", name="Chosen element")).to_contain_text("Dee")
    expect(menu(page)).to_have_count(0)
    assert unmarked["Bo"].head == head


@pytest.fixture
def declared(server: Server) -> Table:
    return demonstration(server.http, DECLARED)


def carry(page: Page, one: str, other: str, steps: int = 4) -> None:
    """Drag one element onto another."""
    for name in (one, other):
        box = element(page, name).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=steps)
        if name == one:
            expect(page.locator(".canvas .open").first).to_be_attached()
            page.mouse.down()
    page.mouse.up()


def pictures(page: Page) -> list[str]:
    """Return a list that collects which pictures the page requests from now on: `network.svg` or `moves/picture`."""
    found: list[str] = []
    picture = re.compile(r"/(network\.svg|moves/picture)")

    def collect(request: Request) -> None:
        if match := picture.search(request.url):
            found.append(match[1])

    page.on("request", collect)
    return found


def ghosts(page: Page) -> Locator:
    return page.locator(".canvas .ghost")


def test_a_declared_change_is_a_ghost_with_a_name(opens: Opens, declared: Table) -> None:
    page = opened(opens, declared["Ann"])
    bell = page.get_by_role("img", name="Cy wants to add The Ninth Bell")
    expect(bell).to_contain_text("Cy · 1 story")
    expect(ghosts(page)).to_have_count(2)
    for name in ("Ann", "Bo", "Dee"):
        declared[name].moves("consent", declaration="d1")
    expect(element(page, "The Ninth Bell · thing")).to_be_visible()
    expect(ghosts(page)).to_have_count(0)


def test_dragging_one_node_to_another_drafts_their_edge_and_two_texts_and_enter_declare_it(
    opens: Opens, declared: Table
) -> None:
    bo, head = declared["Bo"], declared["Bo"].head
    page = opened(opens, bo)
    carry(page, "Drowned Bells", "Debt")
    form = page.get_by_role("form", name="Declare changes: Connect · Drowned Bells → Debt")
    label = form.get_by_label("Label", exact=True)
    expect(label).to_be_focused()
    # The draft is drawn at once, and again while its text is typed.
    expect(page.get_by_role("img", name="Bo wants to add …")).to_be_attached()
    page.keyboard.type("lends to")
    expect(page.get_by_role("img", name="Bo wants to add lends to")).to_be_attached()
    no_violations(page, page.locator(".canvas"))
    form.get_by_role("button", name="Put away").click()
    expect(ghosts(page)).to_have_count(2)
    assert bo.head == head
    carry(page, "Drowned Bells", "Debt")
    expect(label).to_have_value("lends to")
    label.press("Enter")
    expect(form.get_by_label("Describe what happens", exact=True)).to_be_focused()
    page.keyboard.type("It was always so.")
    expect(page.get_by_role("img", name="Bo wants to add lends to")).to_be_attached()
    drawn = pictures(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="Bo wants to add lends to")).to_contain_text("1 story")
    expect(form).to_have_count(0)
    (action,) = last(bo)["actions"]
    assert (action["action"], action["source"], action["target"]) == ("connect", "n3", "n2")
    declared["Ann"].moves("consent", declaration="d1")
    expect(page.get_by_role("slider")).to_have_value(str(bo.head))
    assert drawn == ["network.svg"] * 2


@pytest.mark.parametrize(("one", "other"), [("Drowned Bells", "Debt"), ("Debt", "Drowned Bells")])
def test_a_slow_drag_joins_two_nodes_in_both_directions(
    opens: Opens, declared: Table, one: str, other: str
) -> None:
    page = opened(opens, declared["Bo"])
    carry(page, one, other, steps=80)
    expect(
        page.get_by_role("form", name=f"Declare changes: Connect · {one} → {other}")
    ).to_be_visible()


def test_a_double_click_on_paper_writes_something_new(opens: Opens, compiled: Table) -> None:
    ann = compiled["Ann"]
    page = opened(opens, ann)
    page.locator(".canvas").dblclick(position={"x": 300, "y": 200})
    page.get_by_role("form", name="Write a node").get_by_label("Label").fill("Salt Fever")
    expect(page.get_by_role("img", name="Ann wants to add Salt Fever")).to_be_attached()
    page.keyboard.press("Enter")
    expect(element(page, "Salt Fever")).to_be_visible()
    assert last(ann)["label"] == "Salt Fever"


def test_a_node_written_by_a_double_click_is_joined_to_the_nearest_node_and_outlasts_a_reload(
    opens: Opens, low_tide: Table
) -> None:
    page = opened(opens, low_tide["Bo"])
    spot = page.locator(".canvas .node[data-id=n1] > .shape").bounding_box()
    assert spot
    page.mouse.dblclick(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] + 12)
    page.get_by_role("form", name="Declare changes: Create").wait_for()
    page.keyboard.type("The Lamp Kite")
    page.reload()
    form = page.get_by_role("form", name="Declare changes", exact=True)
    expect(form.get_by_label("Label", exact=True)).to_have_value("The Lamp Kite")
    expect(form.locator("option:checked").filter(has_text="Salt Fever")).to_have_count(1)


SHIFTS = 26
"""A version of an evening of Edgerunner. Here Jon still has shifts to move with."""


def test_on_a_map_a_player_moves_to_a_zone_by_choosing_it(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    jon = forked(recorded("edgerunner_data_run"), version=SHIFTS, seat="s2")["Jon"]
    page = opened(opens, jon)
    zone = page.locator(".canvas [data-id=z3] > .shape")
    zone.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Fighters")).to_be_visible()
    expect(page.locator(".canvas.fought .person.onway")).not_to_have_count(0)
    go = menu(page).get_by_role("menuitem", name="Go: The other end, 6 shifts")
    expect(go).to_be_focused()
    no_violations(page, page.locator(".canvas"))
    page.keyboard.press("Enter")
    expect(element(page, "The other end · 2 are there")).to_be_visible()
    assert last(jon) == {"move": "go", "route": "b1.1 b2.1"}


def covers(page: Page, panel: Locator, parts: str) -> bool:
    """Return whether a panel lies over one of these parts of the picture."""
    box = panel.bounding_box()
    assert box
    found: bool = page.evaluate(
        """([box, parts]) => [...document.querySelectorAll(parts)].some((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return left < box.x + box.width && box.x < right && top < box.y + box.height && box.y < bottom;
        })""",
        [box, parts],
    )
    return found


@pytest.mark.parametrize("name", ["Drowned Bells", "Kites"])
def test_a_menu_and_a_slip_stand_next_to_their_element(
    opens: Opens, low_tide: Table, name: str
) -> None:
    page = opened(opens, low_tide["Bo"])
    element(page, name).click()
    expect(menu(page)).to_be_visible()
    shape = f".canvas .node > .shape[aria-label^='{name}']"
    assert not covers(page, page.locator(".menu"), shape)
    menu(page).get_by_role("menuitem", name=re.compile("^Strengthen")).click()
    slip = page.get_by_role("form", name=re.compile("Strengthen"))
    assert not covers(page, slip, shape)


def test_a_slip_gives_way_to_the_ghost_of_its_text(opens: Opens, low_tide: Table) -> None:
    page = opened(opens, low_tide["Bo"])
    element(page, "Kites").click()
    menu(page).get_by_role("menuitem", name=re.compile("^Create")).first.click()
    slip = page.locator("form.slip")
    for field in slip.get_by_role("textbox").all():
        field.fill("Gulls")
    expect(page.locator(".canvas .ghost.seat-2")).not_to_have_count(0)
    page.wait_for_function("document.getAnimations().length === 0")
    assert not covers(page, slip, ".canvas .ghost.seat-2 .shape")
