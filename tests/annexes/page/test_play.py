"""Make moves with forms: fill them in, try, be refused, and send. Other players move at the same time, or an answer is lost."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import button, form_of, palette, unfold
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player, Table, forked
from tests.support.server import Server


@pytest.fixture
def ann(opens: Opens, compiled: Table) -> Page:
    player = compiled["Ann"]
    viewer = Viewer(opens(), player.session, player.token).open(panel="play")
    return viewer.shows(player.head).page


@pytest.fixture
def veil(ann: Page) -> Locator:
    """Return Ann's form for a veil, filled in."""
    form = form_of(ann, "Set a limit")
    form.get_by_label("veil", exact=True).check()
    form.get_by_label("Say what it is").fill("spiders")
    return form


def press(form: Locator, name: str) -> None:
    form.get_by_role("button", name=name, exact=True).click()


def told(page: Page) -> Locator:
    """Return the panel's report of the last move."""
    return page.get_by_role("tabpanel", name="Play").get_by_role("status")


def veils(compiled: Table) -> int:
    return len(compiled["Ann"].see("/state")["table"]["limits"])


def test_the_last_move_is_shown_until_somebody_goes_on(ann: Page, compiled: Table) -> None:
    expect(ann).to_have_title(re.compile("Your turn"))
    card = ann.get_by_role("region", name="The question for you")
    expect(card.get_by_text("It is your turn: write a node.")).to_be_visible()
    card.get_by_role("button", name="Write a node").click()
    form = ann.get_by_role("tabpanel", name="Play").get_by_role("form", name="Write a node")
    form.get_by_label("Label").fill("Salt Fever")
    button(form).click()
    expect(told(ann)).to_contain_text("Salt Fever")
    expect(told(ann)).to_be_focused()
    assert compiled["Ann"].log()[-1]["type"] == "write_node"
    compiled["Bo"].moves("write_node", label="Debt")
    expect(told(ann)).to_have_text("")


def test_a_missing_value_is_said_at_its_field_and_axe_finds_nothing_there(ann: Page) -> None:
    form = form_of(ann, "Set a limit")
    button(form).click()
    kind = form.get_by_role("radiogroup", name="Kind")
    expect(kind.get_by_label("line")).to_be_focused()
    expect(kind).to_have_attribute("aria-invalid", "true")
    expect(kind).to_have_accessible_description(re.compile("required"))
    for name in ("Propose: House rule: undo", "Dispute a ruling", "Seal a note"):
        form = form_of(ann, name)
        button(form).click()
        no_violations(ann, form)


def test_the_palette_finds_a_move_only_by_its_words_and_keys(ann: Page) -> None:
    dialog = palette(ann)
    no_violations(ann, dialog)
    field = dialog.get_by_role("combobox", name="Find a move")
    expect(field).to_be_focused()
    expect(dialog.get_by_role("group", name="Pending questions")).to_contain_text("Write a node")
    ann.keyboard.type("rule dice")
    rules = ["Propose: House rule: dice", "Propose: House rule: undo dice"]
    expect(dialog.get_by_role("option")).to_have_text(rules)
    ann.keyboard.press("Control+a")
    ann.keyboard.type("limit")
    ann.keyboard.press("ArrowDown")
    ann.keyboard.press("ArrowUp")
    chosen = dialog.get_by_role("option", selected=True)
    expect(chosen).to_contain_text("limit")
    expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
    ann.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(ann.get_by_role("form", name="Set a limit").get_by_label("line")).to_be_focused()
    palette(ann)
    ann.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_forms_use_only_the_players_words_show_one_form_and_keep_texts_of_the_others(
    ann: Page,
) -> None:
    form = form_of(ann, "Write a node")
    form.get_by_label("Label").fill("Salt Fever")
    for name in ("Set a limit", "Go back", "Seal a note"):
        other = form_of(ann, name)
        other.wait_for()
        expect(form).to_have_count(0)
        unfold(other)
        assert not re.search(r"\bid\b|JSON|null|a1\.|_", other.inner_text())
    form_of(ann, "Write a node").wait_for()
    expect(form.get_by_label("Label")).to_have_value("Salt Fever")


def test_a_trial_shows_the_result_of_a_move_and_does_nothing(
    veil: Locator, compiled: Table
) -> None:
    before = veils(compiled)
    press(veil, "Try it")
    expect(veil.get_by_text("The move would be accepted.")).to_be_visible()
    veil.get_by_text("The rules that decide this").click()
    expect(veil.get_by_role("link", name="Any seat may draw a line or a veil")).to_be_visible()
    assert veils(compiled) == before


def test_a_refusal_stands_at_the_form_with_its_rule(opens: Opens, compiled: Table) -> None:
    player = compiled["Ann"]
    player.moves("write_node", label="Salt Fever")
    compiled["Bo"].moves("write_node", label="Debt")
    window = opens().expects("409")
    cy = Viewer(window, player.session, compiled["Cy"].token).open(panel="play").page
    form = form_of(cy, "Write a node")
    form.get_by_label("Label").fill("Salt  fever")
    button(form).click()
    expect(form.get_by_text("Refused.", exact=True)).to_be_visible()
    expect(form.locator(":focus")).to_contain_text("Refused.")
    form.get_by_text("The rule that decides this").click()
    expect(form.get_by_role("link", name="No element may be written twice")).to_be_visible()
    expect(form).not_to_contain_text("network.similar")
    # The facts are hidden until the player opens them. On a phone, the question does not cover them.
    expect(form.get_by_text("Element: Salt Fever")).to_be_hidden()
    form.get_by_text("Facts for the rule").click()
    expect(form.get_by_text("Element: Salt Fever")).to_be_visible()
    cy.set_viewport_size({"width": 390, "height": 844})
    expect(cy.get_by_role("region", name="The question for you")).to_be_hidden()


def test_typed_text_stays_while_others_change_the_options(ann: Page, compiled: Table) -> None:
    form = form_of(ann, "Go back")
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
    form = form_of(page, "Set a limit")
    form.get_by_label("veil", exact=True).check()
    form.get_by_label("Say what it is").fill("moths")
    before = veils(compiled)

    def lose(route: Route) -> None:
        keys.append(route.request.header_value("Idempotency-Key"))
        answer = route.fetch()
        route.abort() if len(keys) == 1 else route.fulfill(response=answer)

    page.route("**/moves*", lose)
    button(form).click()
    expect(told(page)).to_contain_text("veil")
    assert (veils(compiled), len(keys), len(set(keys))) == (before + 1, 2, 1)


def test_a_move_on_an_unchanged_element_is_made_though_another_move_was_quicker(
    opens: Opens, compiled: Table
) -> None:
    player, versions = compiled["Ann"], list[str | None]()
    window = opens().expects("412")
    page = Viewer(window, player.session, player.token).open(panel="play").page
    form = form_of(page, "Set a limit")
    form.get_by_label("veil", exact=True).check()
    form.get_by_label("Say what it is").fill("moths")

    def overtake(route: Route) -> None:
        versions.append(route.request.header_value("If-Match"))
        if len(versions) == 1:
            compiled["Bo"].draws_a_line("Drowning")
        route.continue_()

    page.route("**/moves*", overtake)
    button(form).click()
    expect(told(page)).to_contain_text("veil")
    assert len(set(versions)) == 2


CALLED = 13
"""A version of an evening of Afterverse. Here the GM can call for a test."""


@pytest.fixture
def ida(recorded: Callable[[str], Player]) -> Player:
    return forked(recorded("afterverse_warehouse"), version=CALLED, seat="s1")["Ida"]


@pytest.fixture
def call(opens: Opens, ida: Player) -> Locator:
    """Open the form of a test. The first field has the focus."""
    page = Viewer(opens(), ida.session, ida.token).open().shows(ida.head).page
    page.get_by_role("button", name="Call for a test…").first.click()
    return page.get_by_role("form", name="Call for a test")


def test_some_of_all_are_ticked_and_none_and_a_test_of_all_is_called_by_a_text_and_two_presses(
    call: Locator, ida: Player
) -> None:
    expect(call.get_by_label("About")).to_be_focused()
    call.page.keyboard.type("Over the crates")
    everybody, one = (call.get_by_role("checkbox", name=name) for name in ("All", "Sable"))
    one.check()
    expect(everybody).to_have_js_property("indeterminate", value=True)
    everybody.check()
    expect(everybody).to_be_focused()
    one.uncheck()
    expect(everybody).not_to_be_checked()
    everybody.check()
    everybody.uncheck()
    expect(call.get_by_role("checkbox", checked=True)).to_have_count(0)
    everybody.check()
    expect(call.get_by_role("checkbox", checked=True)).to_have_count(4)
    no_violations(call.page, call)
    button(call).click()
    expect(call).to_have_count(0)
    (option,) = [one for one in ida.see("/options")["options"] if _calls(one)]
    (shapes,) = [one["shapes"] for one in option["fields"] if one["name"] == "actors"]
    move = ida.log()[-1]["event"]["move"]
    assert move["form"] == option["suggested"]["form"]
    assert move["actors"] == [one["fixed"] | one["suggested"] for one in shapes]


def _calls(option: dict[str, Any]) -> bool:
    return bool(option["fixed"]["move"] == "call_test")


def test_a_ticked_participant_rolls_with_the_choices_of_the_one_before(
    call: Locator, ida: Player
) -> None:
    page, form = call.page, call
    form.get_by_label("About").fill("Over the crates")
    form.get_by_role("checkbox", name="Finch").check()
    form.get_by_label("Kind of pool").select_option(label="Attributes")
    form.get_by_label("Attribute", exact=True).select_option(label="PER 4")
    form.get_by_label("Second attribute").select_option(label="INT 3")
    for name, is_on in (("Sable", True), ("Watchman", True), ("Watchman", False)):
        form.get_by_role("checkbox", name=name).set_checked(is_on)
        expect(form.get_by_role("checkbox", name=name)).to_be_focused()
    no_violations(page, form)
    button(form).click()
    expect(form).to_have_count(0)
    pool = {"pool": "attributes", "attribute": "PER", "second": "INT"}
    move = ida.log()[-1]["event"]["move"]
    assert move["actors"] == [{"character": one, "pool": pool} for one in ("c2", "c1")]
