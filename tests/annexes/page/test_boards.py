"""Banks, the plot of banks over time, the ledger, sheets and the current play show the same data as the API."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Window, Windows
from tests.support.client import Player, Table
from tests.support.log import rewinds

Recorded = Callable[[str], Player]

REWOUND = "second_thoughts"
"""An evening with eight rewinds."""
BACK = rewinds(REWOUND)[-1].version
"""The version of the last rewind. It takes earned tokens away."""
LEFT = BACK - 1
UNDERWAY = {
    "long_evening": (150, "Scene"),
    "edgerunner_data_run": (60, "Conflict"),
    "venus_the_salt_road": (75, "Scenes"),
    "afterverse_debris": (57, "Tests"),
}
"""An evening of each game, with a version and the heading of its current play."""


class Reader:
    """Reads several evenings, one after the other, in one window."""

    def __init__(self, window: Window) -> None:
        self._window, self._viewer, self._session = window, Viewer(window, ""), ""

    def board(self, player: Player, version: int) -> Locator:
        """Show an evening at a version, and return the board."""
        if player.session == self._session:
            self._viewer.goes(version)
        else:
            self._session = player.session
            self._viewer = Viewer(self._window, player.session, player.token)
            self._viewer.open(at=version).shows(version)
        return self._window.page.get_by_role("region", name="Board")


@pytest.fixture(scope="module")
def only_window(windows: Windows) -> Iterator[Window]:
    with windows.open() as window:
        yield window


@pytest.fixture(scope="module")
def only_reader(only_window: Window) -> Reader:
    return Reader(only_window)


@pytest.fixture
def reader(only_window: Window, only_reader: Reader) -> Iterator[Reader]:
    """Yield the reader that all tests share. They change nothing.

    A fault in the window fails the test that caused it.
    """
    yield only_reader
    only_window.is_well()


@pytest.fixture
def banks(opens: Opens, recorded: Recorded) -> Viewer:
    """Open the banks of an evening with rewinds, at a version that one of them has undone."""
    player = recorded(REWOUND)
    return Viewer(opens(), player.session, player.token).open(at=LEFT, panel="banks").shows(LEFT)


def held(place: Locator) -> list[str]:
    """Return the labels of the buttons with somebody's number: `Otto: 17 story`."""
    names = place.get_by_role("button", name=re.compile(r": \d+ ")).all()
    return [str(button.get_attribute("aria-label")) for button in names]


def told(player: Player, version: int) -> list[str]:
    """Return the same labels, made from the answers of the API."""
    seats = player.see("")["seats"]
    names = {f"seat:{seat['id']}": seat["name"] for seat in seats}
    names |= {f"fnol:{seat['id']}": f"the GM's budget for {seat['name']}" for seat in seats}
    shown = player.see(f"/banks?at={version}")
    accounts = {one["account"]: one["tokens"] for one in shown["accounts"]}
    accounts |= {"bank": shown["bank"]}
    return [
        f"{names.get(account, 'the bank')}: {amount} {token}"
        for account, tokens in accounts.items()
        for token, amount in tokens.items()
    ]


def test_banks_and_the_table_of_their_plot_equal_the_apis_answers_also_after_a_rewind(
    banks: Viewer, recorded: Recorded
) -> None:
    place = banks.panel("Banks")
    for version in (LEFT, BACK, 76):
        banks.slider.fill(str(version))
        expect(place.get_by_text(f"at version {version}")).to_be_visible()
        assert held(place) == told(recorded(REWOUND), version)
    place.get_by_text("The plot as a table").click()
    link = banks.page.get_by_role("link", name=f"version {BACK}")
    first = place.get_by_role("row").filter(has=link).get_by_role("cell").first
    expect(first).to_have_text(told(recorded(REWOUND), BACK)[0].split()[1])


def test_entries_sum_up_to_each_number_also_after_a_rewind_and_lead_to_their_versions(
    banks: Viewer, recorded: Recorded
) -> None:
    banks.slider.fill(str(BACK))
    place = banks.panel("Banks")
    ledger = place.get_by_role("region", name="The ledger behind a number")
    for name, undone in (("Otto", 0), ("Ines", 1)):
        number = story_of(recorded(REWOUND), name, BACK)
        place.get_by_role("button", name=f"{name}: {number} story").click()
        expect(ledger.get_by_role("heading")).to_contain_text(name)
        values = ledger.locator("data").evaluate_all("all => all.map((one) => Number(one.value))")
        assert sum(values) == number
        expect(ledger.get_by_text("does not count")).to_have_count(undone)
    link = place.get_by_role("link", name=re.compile(r"^version \d+$")).first
    version = int(link.inner_text().split()[-1])
    link.click()
    banks.shows(version)


def story_of(player: Player, name: str, version: int) -> int:
    """Return how many story tokens a seat has at a version."""
    found = (re.fullmatch(rf"{name}: (\d+) story", one) for one in told(player, version))
    return next(int(one[1]) for one in found if one)


def test_the_plot_goes_through_versions_by_keys_and_pointer(
    banks: Viewer, recorded: Recorded
) -> None:
    plot = banks.page.get_by_role("slider", name="Position on the plot")
    for version in (LEFT, LEFT - 1):
        story = story_of(recorded(REWOUND), "Ines", version)
        expect(plot).to_have_attribute(
            "aria-valuetext", re.compile(f"^Version {version}: .*Ines {story}\\b")
        )
        plot.focus()
        banks.page.keyboard.press("ArrowLeft")
        banks.shows(version - 1)
    banks.page.get_by_role("group", name="story of each account").click(position={"x": 36, "y": 60})
    expect(plot).to_have_attribute("aria-valuenow", re.compile(r"^[123]$"))


def test_a_scene_has_its_people_and_a_check_is_shown_as_it_is_made(
    reader: Reader, recorded: Recorded
) -> None:
    player = recorded("venus_the_salt_road")
    board = reader.board(player, 61)
    turns = board.get_by_role("list", name="Turns").get_by_role("listitem")
    expect(turns).to_contain_text(["Jonna", "Kito", "Lea"])
    expect(turns.first).to_contain_text("has the turn")
    check = player.see("/state?at=61")["play"]["roll"]["check"]
    assert check["total"] < check["target"]
    track = f"{check['total']}, with {check['target']} to reach"
    expect(board.get_by_role("img", name=track, exact=True)).to_be_visible()
    expect(board.get_by_role("img", name=f"{check['natural']}", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("evening", "version", "headline", "odds"),
    [
        (
            "venus_the_salt_road",
            55,
            "Jonna rolls Grace against 15",
            "It needs 15: 40 % likely without bonuses",
        ),
        (
            "venus_the_salt_road",
            74,
            "Jonna rolls Wits against 15",
            "It needs 15: 55 % likely without bonuses",
        ),
        ("venus_glass_palace", 79, "rolls Step", "It needs 2 successes. That is 50 % likely."),
        ("venus_glass_palace", 79, "rolls Step", "2 successes: 38 %"),
        ("venus_glass_palace", 78, "rolls Step", "The difficulties are named."),
        ("afterverse_debris", 17, "A test", "5 hits needed: more than 99 % likely with 40 dice."),
        ("afterverse_debris", 57, "A test: Holding the last prop", "12 dice to roll, about 4 hits"),
        ("venus_apprentices", 116, "The game is over", "Starting lots"),
    ],
)
def test_a_roll_is_the_headline_and_its_odds_are_said_before_it_is_made(
    reader: Reader, recorded: Recorded, evening: str, version: int, headline: str, odds: str
) -> None:
    board = reader.board(recorded(evening), version)
    expect(board.get_by_role("heading", level=2).first).to_contain_text(headline)
    expect(board).to_contain_text(odds)


def test_current_play_and_the_sheets_lie_side_by_side(reader: Reader, recorded: Recorded) -> None:
    board = reader.board(recorded("venus_the_salt_road"), 55)
    headings = board.get_by_role("heading", level=2)
    first, sheets = (one.bounding_box() for one in (headings.first, headings.get_by_text("Sheets")))
    assert first
    assert sheets
    assert first["y"] == sheets["y"]


@pytest.mark.parametrize("version", [28, 46])
def test_dice_of_a_task_that_succeed_are_lit(
    reader: Reader, recorded: Recorded, version: int
) -> None:
    player = recorded("venus_glass_palace")
    task = player.see(f"/state?at={version}")["play"]["roll"]["task"]
    dice = reader.board(player, version).get_by_role("list", name="Dice").get_by_role("img")
    expect(dice).to_have_count(len(task["rolled"]))
    lit = dice.and_(dice.page.get_by_role("img", name=re.compile("a success")))
    # Before the second throw, the API counts no successes. By the rules, 5, 6 and the silver 4 succeed.
    expect(lit).to_have_count(task["successes"] or 3)


def test_dice_of_a_test_that_hit_are_lit_and_others_are_still_to_be_rolled(
    reader: Reader, recorded: Recorded
) -> None:
    player = recorded("afterverse_debris")
    board = reader.board(player, 62)
    lanes = board.get_by_role("list", name="Participants").get_by_role("listitem")
    actors = player.see("/state?at=62")["play"]["tests"][0]["actors"]
    anvil = lanes.filter(has_text="member").filter(has_text="Anvil")
    expect(anvil.get_by_role("img", name=re.compile("a hit"))).to_have_count(3)
    expect(anvil.get_by_role("img")).to_have_count(12)
    waiting = [one for one in actors if one.get("dice") is None]
    assert waiting
    chutzpah = player.see("/state?at=62")["play"]["sheets"][0]["chutzpah"]
    points = board.get_by_role("article").first.get_by_role("listitem").filter(has_text="Chutzpah")
    expect(points.locator(".counter.there")).to_have_count(chutzpah)
    expect(lanes.filter(has_text="dice to roll")).to_have_count(len(waiting))
    over = player.see("/state?at=68")["play"]["done"][-1]["results"][0]
    board = reader.board(player, 68)
    expect(board.get_by_text(f"{over['hits']} hits").first).to_be_visible()


def test_a_bank_of_hits_is_a_vessel_that_holds_them(reader: Reader, recorded: Recorded) -> None:
    player = recorded("afterverse_debris")
    for version in (40, 46):
        (bank,) = player.see("/state", at=version)["play"]["banks"]
        there = reader.board(player, version).get_by_role("list", name="Banks of hits")
        expect(there).to_contain_text(bank["name"])
        pieces = there.locator(".well .counter")
        expect(pieces.and_(there.locator(".there"))).to_have_count(bank["hits"])
        is_bound = isinstance(bank["cap"], int)
        expect(pieces).to_have_count(bank["cap"] if is_bound else bank["hits"])
        coming = "9 of 12 hits" if is_bound else "its first test sets how many it takes. Coming: "
        expect(there).to_contain_text(coming)


def test_successes_lie_in_a_vessel_until_they_are_spent(reader: Reader, recorded: Recorded) -> None:
    player = recorded("venus_glass_palace")
    task = player.see("/state", at=44)["play"]["roll"]["task"]
    board = reader.board(player, 44)
    expect(board.locator(".well .there")).to_have_count(task["left"])
    expect(board.get_by_text(f"{task['left']} of {task['successes']} successes")).to_be_visible()


def test_the_names_of_the_panels_stand_in_a_row(opens: Opens, low_tide: Table) -> None:
    player = low_tide["Bo"]
    page = Viewer(opens(), player.session, player.token).open().shows(player.head).page
    tabs = page.get_by_role("tab")
    for width in (961, 1024, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 768})
        expect(tabs).to_have_count(6)
        tops = tabs.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
        assert len({*tops}) == 1, f"{width} pixels wide"


def test_a_long_title_leaves_room_for_the_seats(opens: Opens, recorded: Recorded) -> None:
    player = recorded("edgerunner_net_run")
    window = opens(viewport={"width": 320, "height": 640})
    page = Viewer(window, player.session, player.token).open().shows(player.head).page
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.locator("#seats").evaluate("(seats) => seats.scrollWidth <= seats.clientWidth")
        assert page.locator("#title").evaluate(
            "(title) => title.getBoundingClientRect().right < innerWidth"
        )


def test_the_dice_of_a_conflict_lie_with_the_signal_lifted_out(
    reader: Reader, recorded: Recorded
) -> None:
    player, version = recorded("war"), 138
    board = reader.board(player, version)
    conflict = player.see("/state", at=version)["play"]["conflict"]
    one = next(one for one in conflict["participants"] if one["dice"])
    assert one["dice"][0] != one["face"]
    dice = board.get_by_role("list", name="Dice").first.get_by_role("img")
    expect(dice).to_have_count(len(one["dice"]))
    expect(dice.first).to_have_accessible_name(f"{one['face']}, signal")
    # An onlooker also sees on the picture which players fight.
    expect(board.get_by_role("region", name="Fighters")).to_be_visible()
    expect(board.locator(".canvas.fought .onway").first).to_be_attached()
    expect(dice.and_(board.get_by_role("img", name=re.compile("signal")))).to_have_count(
        one["dice"].count(one["face"])
    )


@pytest.mark.parametrize("version", [26, 32])
def test_fudge_dice_show_a_plus_a_minus_or_nothing(
    reader: Reader, recorded: Recorded, version: int
) -> None:
    player = recorded("edgerunner_data_run")
    roll = player.see("/state", at=version)["play"]["conflict"]["turn"]["roll"]
    dice = reader.board(player, version).get_by_role("list", name="Dice").first.get_by_role("img")
    names = {-1: "minus", 0: "blank", 1: "plus"}
    for place, value in enumerate(roll["dice"]):
        expect(dice.nth(place)).to_have_accessible_name(names[value])


@pytest.mark.parametrize("evening", UNDERWAY)
def test_current_play_has_a_card(reader: Reader, recorded: Recorded, evening: str) -> None:
    player, (version, title) = recorded(evening), UNDERWAY[evening]
    board = reader.board(player, version)
    expect(board.get_by_role("heading", name=title, level=3).first).to_be_visible()
    expect(board).not_to_contain_text("[object")
    _sheets_show(board.page, player.see(f"/state?at={version}")["play"].get("sheets", []))


def _sheets_show(page: Page, sheets: list[dict[str, Any]]) -> None:
    """Check that every sheet has a card with its name and its numbers."""
    for sheet in sheets:
        heading = page.get_by_role("heading", level=3, name=sheet["name"])
        card = page.get_by_role("article").filter(has=heading)
        expect(card).to_have_count(1)
        own = sheet.get("sheet", sheet)
        for name, number in _numbers(own):
            entry = card.get_by_role("listitem").filter(has_text=re.compile(f"^{name}"))
            expect(entry.first).to_contain_text(str(number))


def _numbers(sheet: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the ratings, scores and levels of a sheet, of any game."""
    entries = [*sheet.get("abilities", []), *sheet.get("skills", []), *sheet.get("jobs", [])]
    measures = ("rating", "score", "level")
    return [(one["name"], one[key]) for one in entries for key in measures if key in one]


def test_changes_of_a_sheet_are_said_in_words(reader: Reader, recorded: Recorded) -> None:
    player = recorded("edgerunner_data_run")
    card = reader.board(player, 42).get_by_role("article").filter(has_text="Jade")
    expect(card).to_contain_text("changed at this step")
    expect(card.get_by_role("listitem").filter(has_text="Cool")).to_contain_text(
        "box 2 marked of 4 was no box marked of 4"
    )
