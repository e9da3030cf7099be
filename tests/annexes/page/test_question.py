"""The question for a player is above the board. One click or one key answers it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import form_of, palette
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.client import Table
from tests.support.server import Server

DECLARED = 90
"""After this number of moves of the demonstration, Cy has made its first declaration."""
NARROW = 320
NEAR = 30


ASKED = "The Ninth Bell"


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table where Cy has declared a change, and all others are asked."""
    return demonstration(server.http, DECLARED)


def opened(opens: Opens, table: Table, name: str) -> Page:
    player = table[name]
    return Viewer(opens(), player.session, player.token).open().page


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="The question for you")


def last(table: Table) -> tuple[str, str]:
    event = table["Ann"].log()[-1]
    return event["type"], event["event"]["seat"]


def test_a_question_is_in_sight_right_above_the_board_and_answered_by_one_click(
    opens: Opens, table: Table
) -> None:
    page = opened(opens, table, "Ann")
    asked = re.compile("Cy wants to create “The Ninth Bell” and join it to .* for 1 story: “.*”")
    expect(card(page)).to_contain_text(asked)
    no_violations(page, card(page))
    _is_in_sight_on_a_small_phone(page)
    form_of(page, "Declare changes").wait_for()
    low, high = card(page).bounding_box(), page.get_by_role("region", name="Board").bounding_box()
    assert low is not None
    assert high is not None
    assert high["y"] - low["y"] - low["height"] < NEAR
    card(page).get_by_role("button", name="Object…").click()
    expect(page.get_by_role("form", name=re.compile("^Object"))).to_be_visible()
    assert last(table)[0] == "declare"
    card(page).get_by_role("button", name="Consent").click()
    expect(card(page)).not_to_contain_text(ASKED)
    assert last(table) == ("consent", "s1")


def _is_in_sight_on_a_small_phone(page: Page) -> None:
    """Check that the question is visible on a small phone, even after scrolling."""
    wide = page.viewport_size
    assert wide is not None
    page.set_viewport_size({"width": NARROW, "height": 640})
    page.mouse.wheel(0, 2_000)
    consent = card(page).get_by_role("button", name="Consent")
    expect(consent).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.set_viewport_size(wide)


def test_a_phone_shows_all_other_questions(opens: Opens, table: Table) -> None:
    for name in ("Ann", "Cy", "Dee"):
        table[name].moves("propose", subject={"subject": "hand_over_gm", "seat": "s2"})
    page = opened(opens, table, "Bo")
    page.set_viewport_size({"width": 390, "height": 800})
    others = card(page).get_by_text("Also open:").get_by_role("button")
    expect(others).to_have_count(5)
    for one in others.all():
        one.scroll_into_view_if_needed()
        expect(one).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_key_answers_but_not_while_somebody_types(opens: Opens, table: Table) -> None:
    page = opened(opens, table, "Ann")
    expect(card(page).get_by_role("button", name="Consent")).to_be_visible()
    page.get_by_role("tab", name="Play").click()
    palette(page).get_by_role("combobox").press("y")
    page.keyboard.press("Escape")
    assert last(table)[0] == "declare"
    page.get_by_role("tab", name="Play").press("y")
    expect(card(page)).not_to_contain_text(ASKED)
    assert last(table) == ("consent", "s1")


def test_everybody_sees_their_own_question_and_none_in_the_past(opens: Opens, table: Table) -> None:
    cy, ann = opened(opens, table, "Cy"), table["Ann"]
    expect(card(cy)).to_contain_text("Choose what your character loses")
    expect(card(cy)).not_to_contain_text("Ninth Bell")
    past = Viewer(opens(), ann.session, ann.token).open(at=3).shows(3)
    expect(card(past.page)).to_have_count(0)


def test_a_rewind_says_what_it_would_undo(opens: Opens, table: Table) -> None:
    head = table["Ann"].head
    table["Cy"].moves("rewind", to=head - 2)
    asked = card(opened(opens, table, "Ann"))
    expect(asked).to_contain_text(re.compile(r"Take back.*\? Cy asks\."))
    asked.get_by_text("Steps that would be undone: 3").click()
    expect(asked).to_contain_text("The Ninth Bell")
    asked.get_by_role("button", name="Agree").click()
    expect(asked).not_to_contain_text("Take back")
    assert last(table) == ("agree", "s1")


def test_an_answer_holds_though_somebody_else_was_quicker(opens: Opens, table: Table) -> None:
    page = opened(opens, table, "Ann")
    expect(card(page)).to_contain_text(ASKED)
    questions: list[str | None] = []

    def overtake(route: object) -> None:
        questions.append(route.request.header_value("Verger-Question"))  # type: ignore[attr-defined]
        table["Bo"].moves("consent", declaration="d1")
        route.continue_()  # type: ignore[attr-defined]

    page.route("**/moves*", overtake)
    card(page).get_by_role("button", name="Consent").click()
    expect(card(page)).not_to_contain_text(ASKED)
    assert last(table) == ("consent", "s1")
    assert questions == ["consent-d1-1"]


def test_an_answer_by_keyboard_goes_on_at_the_next_question(opens: Opens, table: Table) -> None:
    page = opened(opens, table, "Ann")
    card(page).get_by_role("button", name="Consent").press("Enter")
    expect(card(page)).not_to_contain_text(ASKED)
    expect(card(page).get_by_role("button").first).to_be_focused()
    assert last(table) == ("consent", "s1")


def test_a_refused_answer_is_explained_and_may_be_given_again(opens: Opens, table: Table) -> None:
    page = Viewer(opens().expects("409"), table["Ann"].session, table["Ann"].token).open().page
    refusal = {"code": "paused", "title": "Paused", "detail": "Play is paused.", "status": 409}
    consent = card(page).get_by_role("button", name="Consent")
    page.route("**/moves*", lambda route: route.fulfill(status=409, json=refusal), times=1)
    consent.click()
    expect(card(page).get_by_role("status")).to_contain_text("Play is paused.")
    consent.click()
    expect(card(page)).not_to_contain_text(ASKED)


def test_the_players_own_turn_also_has_buttons(opens: Opens, compiled: Table) -> None:
    page = opened(opens, compiled, "Ann")
    expect(card(page)).to_contain_text("It is your turn: write a node.")
    card(page).get_by_role("button", name=re.compile("Write a node")).click()
    expect(page.get_by_role("form", name="Write a node").get_by_label("Label")).to_be_focused()


def test_the_board_keeps_its_place_when_a_question_comes(opens: Opens, compiled: Table) -> None:
    page = opened(opens, compiled, "Bo")
    board = page.get_by_role("region", name="Board")
    expect(page.get_by_role("region", name="The current turn")).to_contain_text(
        "Play waits for Ann."
    )
    before = board.bounding_box()
    compiled["Ann"].moves("write_node", label="Salt Fever")
    expect(card(page)).to_contain_text("It is your turn: write a node.")
    assert board.bounding_box() == before


def test_an_answer_that_destroys_something_has_no_key_and_asks_again(
    opens: Opens, table: Table
) -> None:
    table["Dee"].moves("object", declaration="d1", ground="fiction", reason="It has rusted.")
    page = opened(opens, table, "Cy")
    withdraw = card(page).get_by_role("button", name="Withdraw it")
    withdraw.wait_for()
    assert withdraw.get_attribute("aria-keyshortcuts") is None
    assert "main" not in str(withdraw.get_attribute("class"))
    withdraw.click()
    expect(card(page).get_by_role("status")).to_contain_text("again if you are sure")
    no_violations(page, card(page))
    assert last(table)[0] == "object"
    withdraw.click()
    expect(card(page)).not_to_contain_text("It has rusted")
    assert last(table) == ("withdraw", "s3")


def test_the_price_counts_while_it_is_filled_in(opens: Opens, table: Table) -> None:
    table["Dee"].moves("object", declaration="d1", ground="authorship", reason="It rusts.")
    table["Cy"].moves("override", declaration="d1")
    page = opened(opens, table, "Ann")
    raising = card(page).get_by_role("button", name=re.compile("^Raise the price… . 2 tokens each"))
    raising.click()
    form = page.get_by_role("form", name=re.compile("^Raise the price"))
    expect(form.locator("button.main")).to_contain_text("2 tokens each")
    form.get_by_label("By how much").fill("3")
    expect(form.locator("button.main")).to_have_text(re.compile(" 6 tokens$"))


def test_if_nobody_is_asked_the_ways_to_go_on_have_buttons(opens: Opens, low_tide: Table) -> None:
    page = opened(opens, low_tide, "Dee")
    idle = page.get_by_role("region", name="The current turn")
    expect(idle).to_contain_text("Play waits for Ann, Bo and Cy.")
    idle.get_by_role("button", name="Declare changes…").click()
    expect(page.get_by_role("form", name="Declare changes")).to_be_visible()


def test_a_no_has_a_reason_and_the_proposer_can_propose_again(opens: Opens, server: Server) -> None:
    table = demonstration(server.http, 0)
    subject = {"subject": "adopt_premise", "aspect": "tone", "text": "Melancholy"}
    bo, cy = opened(opens, table, "Bo"), opened(opens, table, "Cy")
    table["Bo"].moves("propose", subject=subject)
    expect(card(cy)).to_contain_text("Bo proposes the tone “Melancholy”.")
    cy.locator("body").press("n")
    cy.keyboard.type("Too gloomy")
    cy.keyboard.press("Enter")
    said = "Cy declines Bo's proposal of the tone “Melancholy”: “Too gloomy”."
    expect(bo.locator("#question")).to_contain_text(said)
    no_violations(bo, bo.locator("#question"))
    bo.get_by_role("button", name="Propose again").click()
    form = bo.get_by_role("form", name="Propose: Adopt a premise")
    expect(form.locator("textarea, input[type=text]").first).to_have_value("Melancholy")


def test_a_dispute_is_a_question_to_the_table_but_no_turn_is_behind_it(
    opens: Opens, compiled: Table
) -> None:
    bo = compiled["Bo"]
    dispute = {"about": {"of": "event", "version": compiled["Ann"].head}, "rule": "compile.finish"}
    bo.moves("dispute", **dispute, grounds="Nobody had said it.")
    page, ann = (opened(opens, compiled, name) for name in ("Cy", "Ann"))
    expect(card(page)).to_contain_text("Bo opens dispute 1. The ruling is:")
    ways = card(page).get_by_role("group", name="Answers").get_by_role("button")
    expect(ways).to_have_text(["The ruling stands…", "The ruling was wrong…", "State a view…"])
    no_violations(page, card(page))
    expect(card(ann)).to_contain_text("It is your turn: write a node.")
    card(ann).get_by_role("button", name="dispute 1", exact=True).click()
    expect(card(ann)).to_contain_text("Nobody had said it.")
    expect(card(ann).get_by_role("button", name="The ruling stands…")).to_be_focused()
    # After a new question, the card no longer shows the chosen dispute.
    bo.moves("propose", subject={"subject": "hand_over_gm", "seat": bo.seat})
    expect(card(ann).get_by_role("button", name="dispute 1", exact=True)).to_be_visible()
    card(page).get_by_role("button", name="dispute 1", exact=True).click()
    ways.nth(1).click()
    form = page.get_by_role("form", name=re.compile("^The ruling was wrong"))
    form.get_by_label("Reason").fill("It was said too late.")
    form.get_by_role("button", name="The ruling was wrong").click()
    expect(card(page)).not_to_contain_text("dispute 1")
    assert last(compiled) == ("propose_settlement", compiled["Cy"].seat)
