"""Playing by forms: filled, tried, refused, made; while others move, and while the line is lost."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import no_violations
from tests.browser.conftest import Opens
from tests.browser.forms import button, unfold
from tests.browser.viewer import Viewer
from tests.support.client import Table
from tests.support.server import Server


@pytest.fixture
def ann(opens: Opens, compiled: Table) -> Page:
    player = compiled["Ann"]
    viewer = Viewer(opens(), player.session, player.token).open(panel="play")
    return viewer.shows(player.head).page


@pytest.fixture
def veil(ann: Page) -> Locator:
    """Give a form that is filled in: Ann's, for a veil."""
    form = opened(ann, "Set a limit")
    form.get_by_label("Kind").select_option(label="veil")
    form.get_by_label("What it is").fill("spiders")
    return form


def opened(page: Page, name: str) -> Locator:
    """Open the form of a move."""
    page.locator("summary").filter(has_text=re.compile(f"^{re.escape(name)}")).click()
    return page.get_by_role("form", name=name, exact=True)


def press(form: Locator, name: str) -> None:
    form.get_by_role("button", name=name, exact=True).click()


def told(page: Page) -> Locator:
    """What the panel says has been done."""
    return page.get_by_role("tabpanel", name="Play").get_by_role("status")


def veils(compiled: Table) -> int:
    return len(compiled["Ann"].see("/state")["table"]["limits"])


def test_what_play_waits_for_stands_first_and_in_the_title(ann: Page, compiled: Table) -> None:
    expect(ann).to_have_title(re.compile("Your turn"))
    first = ann.get_by_role("tabpanel", name="Play").locator("summary").first
    expect(first).to_have_text("Write a node")
    form = opened(ann, "Write a node")
    form.get_by_label("Label").fill("Salt Fever")
    button(form).click()
    expect(told(ann)).to_contain_text("Salt Fever")
    expect(told(ann)).to_be_focused()
    assert compiled["Ann"].log()[-1]["type"] == "write_node"


def test_axe_finds_nothing_in_forms_that_lack_something(ann: Page) -> None:
    for name in ("Propose: House rule: undo", "Dispute a ruling", "Seal a note"):
        form = opened(ann, name)
        button(form).click()
        no_violations(ann, form)


def test_what_is_missing_is_said_at_its_field(ann: Page) -> None:
    form = opened(ann, "Set a limit")
    button(form).click()
    kind = form.get_by_label("Kind")
    expect(kind).to_be_focused()
    expect(kind).to_have_attribute("aria-invalid", "true")
    expect(kind).to_have_accessible_description(re.compile("needed"))


def test_trying_tells_what_would_come_of_it_and_does_nothing(
    veil: Locator, compiled: Table
) -> None:
    before = veils(compiled)
    press(veil, "Try it")
    expect(veil.get_by_text("It would stand.")).to_be_visible()
    assert veils(compiled) == before


def test_a_refusal_stands_at_the_form_with_its_rule(opens: Opens, compiled: Table) -> None:
    player = compiled["Ann"]
    player.moves("write_node", label="Salt Fever")
    compiled["Bo"].moves("write_node", label="Debt")
    window = opens().expects("409")
    cy = Viewer(window, player.session, compiled["Cy"].token).open(panel="play").page
    form = opened(cy, "Write a node")
    form.get_by_label("Label").fill("Salt  fever")
    button(form).click()
    expect(form.get_by_text("Refused.")).to_be_visible()
    expect(form.locator(":focus")).to_contain_text("Refused.")
    expect(form.get_by_role("link", name=re.compile("network")).last).to_be_visible()


def test_what_one_types_stays_while_others_change_what_is_open(ann: Page, compiled: Table) -> None:
    form = opened(ann, "Go back")
    form.get_by_label("Back to version").fill("3")
    unfold(form)
    reason = form.get_by_label("Reason")
    reason.fill("A slip")
    version = compiled["Bo"].draws_a_line("Drowning")["version"]
    expect(form.get_by_label("Back to version")).to_have_accessible_description(
        re.compile(f"to {version - 1}")
    )
    expect(reason).to_be_focused()
    expect(reason).to_have_value("A slip")
    expect(form.get_by_label("Back to version")).to_have_value("3")


def test_a_move_whose_answer_was_lost_is_made_once(
    opens: Opens, compiled: Table, server: Server
) -> None:
    player, keys = compiled["Ann"], list[str | None]()
    window = opens().expects("ERR_")
    page = Viewer(window, player.session, player.token).open(panel="play").page
    form = opened(page, "Set a limit")
    form.get_by_label("Kind").select_option(label="veil")
    form.get_by_label("What it is").fill("moths")
    before = veils(compiled)

    def lose(route: Route) -> None:
        keys.append(route.request.header_value("Idempotency-Key"))
        answer = route.fetch()
        route.abort() if len(keys) == 1 else route.fulfill(response=answer)

    page.route("**/moves*", lose)
    button(form).click()
    expect(told(page)).to_contain_text("veil")
    assert (veils(compiled), len(keys), len(set(keys))) == (before + 1, 2, 1)


def test_a_move_on_what_nobody_changed_is_made_though_another_was_quicker(
    opens: Opens, compiled: Table
) -> None:
    player, versions = compiled["Ann"], list[str | None]()
    window = opens().expects("412")
    page = Viewer(window, player.session, player.token).open(panel="play").page
    form = opened(page, "Set a limit")
    form.get_by_label("Kind").select_option(label="veil")
    form.get_by_label("What it is").fill("moths")

    def overtake(route: Route) -> None:
        versions.append(route.request.header_value("If-Match"))
        if len(versions) == 1:
            compiled["Bo"].draws_a_line("Drowning")
        route.continue_()

    page.route("**/moves*", overtake)
    button(form).click()
    expect(told(page)).to_contain_text("veil")
    assert len(set(versions)) == 2


APART = """async ([options, known]) => {
    const { differences } = await import("/watch/assets/play/differences.js");
    return differences(options, { knows: (id) => id in known, whole: (id) => known[id] });
}"""


def choices(name: str, *values: str) -> dict[str, object]:
    return {"field": "choices", "name": name, "choices": [{"value": value} for value in values]}


def group(name: str) -> dict[str, object]:
    return {"field": "group", "name": name, "shapes": []}


ALIKE: list[tuple[list[object], list[str]]] = [
    ([[group("goal")], [choices("goal", "n1")]], ["new goal", "existing goal"]),
    ([[choices("edge", "n1")], [choices("edge", "n2")]], ["Kites", "Debt"]),
    ([[choices("why", "x")], [choices("why", "x"), choices("by", "n1")]], ["", "by Kites"]),
    ([[choices("seat", "n1", "n2")], [choices("seat", "n1")]], ["Kites or Debt", "Kites"]),
    ([[choices("cap", "first_pool")], [choices("cap", "no")]], ["cap first pool", "cap no"]),
    ([[group("thing")], [group("thing")]], ["", "(2)"]),
]


def test_forms_of_one_move_are_called_by_what_they_ask_for(ann: Page) -> None:
    for fields, told in ALIKE:
        options = [{"fixed": {"move": "tie"}, "fields": one} for one in fields]
        assert ann.evaluate(APART, [options, {"n1": "Kites", "n2": "Debt"}]) == told
