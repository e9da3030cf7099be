"""The budgets of the viewer's page: each measure has a maximum, which must hold at tables of every size."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.annexes.page.axe import violations
from tests.annexes.page.load import load
from tests.annexes.page.playing import Made, Playing, Seat
from tests.annexes.page.sizes import Sitting
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Window
from tests.support.client import Player
from tests.support.server import Server

Figures = dict[str, float]
"""Measured values of a table, by the names of the budgets."""

WIDE: ViewportSize = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 320, "height": 640}
STEPS = 12
TABS_AT_MOST = 60
CARD = "#question"


class Budget(NamedTuple):
    """The maximum of a measure."""

    called: str
    most: float
    unit: str = ""
    digits: int = 0


BUDGETS = (
    Budget("first picture", 1_000, "ms"),
    Budget("requests of a load", 12),
    Budget("bytes of a load, compressed", 150, "kB"),
    Budget("bytes of a second load", 20, "kB"),
    Budget("CLS of a load", 0.05, digits=3),
    Budget("a step through time", 100, "ms"),
    Budget("Tabs to the question", 8),
    Budget("hidden part of the question at 320 px", 0, "px"),
    Budget("consent", 1, "actions"),
    Budget("declare an edge between two", 4, "actions"),
    Budget("declare something new", 4, "actions"),
    Budget("CLS of a move", 0.05, digits=3),
    Budget("old nodes moved by a new one", 0, "px"),
    Budget("axe, violations", 0),
)


def figures(browser: Browser, server: Server, sitting: Sitting) -> Figures:
    """Measure everything that has a budget, at one table."""
    with ExitStack() as windows:

        def opens(**options: object) -> Window:
            window = Window(browser, server.url, **{"viewport": WIDE, **options})
            return windows.enter_context(window.expects("409"))

        return _loaded(opens, sitting) | _played(opens, sitting)


def _loaded(opens: Callable[..., Window], sitting: Sitting) -> Figures:
    """Measure a first and a second load of the page."""
    player = list(sitting.values())[1]
    window = opens()
    first, again = load(window, player), load(window, player)
    return {
        "first picture": first.milliseconds,
        "requests of a load": len(first.requests),
        "bytes of a load, compressed": first.bytes / 1_000,
        "bytes of a second load": again.bytes / 1_000,
        "CLS of a load": first.shift,
    }


def _played(opens: Callable[..., Window], sitting: Sitting) -> Figures:
    """Measure a scene with a declared change and the consent of the others."""
    playing = Playing(opens)
    playing.sits(sitting)
    gm, who, *_ = sitting
    step = _steps(playing.seats[who])
    one, other = _oldest_nodes(playing.seats[who].page)
    tie = {"Kind": "Connect", "Describe what happens": "It is warm.", "Label": "leads to"}
    playing.fills(who, "Declare changes", {"Changes": [tie]}, at=one, onto=other, item="Connect")
    playing.all_answer("Consent")
    (declared,) = _made(playing, "Declare changes")
    told = {
        "Describe what happens": "It opens.",
        "Label": "The Thirteenth Door",
        "Edge's label": "is in",
    }
    playing.fills(who, "Declare changes", told, near=one, item="Create")
    asked = _asked(opens, sitting[gm])
    playing.all_answer("Consent")
    created = _made(playing, "Declare changes")[-1]
    consented = _made(playing, "Consent")
    return asked | {
        "a step through time": step,
        "consent": max(one.actions for one in consented),
        "declare an edge between two": declared.actions,
        "declare something new": created.actions,
        "CLS of a move": max(one.shift for one in playing.made),
        "old nodes moved by a new one": max(one.moved for one in consented),
    }


def _oldest_nodes(page: Page) -> list[str]:
    """Return the names of the two oldest nodes."""
    return [_called(page, id) for id in ("n1", "n2")]


def _called(page: Page, node: str) -> str:
    named = page.locator(f".canvas [data-id={node}]").get_by_role("button")
    called = named.or_(page.locator(f".canvas [role=button][data-id={node}]")).first
    return re.split(r"[!X]* ·", called.get_attribute("aria-label") or "")[0]


def _made(playing: Playing, called: str) -> list[Made]:
    return [one for one in playing.made if one.called == called]


def _steps(seat: Seat) -> float:
    """Return the median time from a key for a step back until the board shows the version."""
    took = []
    seat.page.locator("#board").focus()
    newest = int(seat.hand.viewer.slider.input_value())
    for version in range(newest - 1, newest - STEPS, -1):
        seat.page.keyboard.press("ArrowLeft")
        seat.hand.viewer.shows(version)
        took.append(seat.told["shown"] - seat.told["asked"])
    seat.page.keyboard.press("End")
    seat.hand.viewer.shows(newest)
    return median(took)


def _asked(opens: Callable[..., Window], player: Player) -> Figures:
    """Measure how a newcomer reaches the question: by Tab, and on a small phone."""
    page = Viewer(opens(), player.session, player.token).open().shows(player.head).page
    card = page.get_by_role("region", name="The question for you")
    expect(card.get_by_role("button").first).to_be_visible()
    tabs, found = _tabs(page), len(violations(page))
    page.set_viewport_size(NARROW)
    found += len(violations(page))
    box = card.bounding_box()
    assert box
    out = max(0, box["y"] + box["height"] - NARROW["height"], -box["y"])
    return {
        "Tabs to the question": tabs,
        "axe, violations": found,
        "hidden part of the question at 320 px": out,
    }


_IN_CARD = "document.activeElement.closest('#question') !== null"


def _tabs(page: Page) -> int:
    """Return how often you must press Tab from the beginning of the page until an answer has the focus."""
    for pressed in range(1, TABS_AT_MOST):
        page.keyboard.press("Tab")
        if page.evaluate(_IN_CARD):
            return pressed
    return TABS_AT_MOST


def told(measured: dict[str, Figures]) -> Iterator[str]:
    """Yield the lines of a Markdown table: a row for each budget, and a column for each measured table."""
    yield f"| measure | budget | {' | '.join(measured)} | result |"
    yield f"| --- | --- | {' | '.join('---' for _ in measured)} | --- |"
    for budget in BUDGETS:
        found = [figures[budget.called] for figures in measured.values()]
        cells = [f"{one:.{budget.digits}f}" for one in found]
        most = f"{budget.most:,.{2 if budget.digits else 0}f} {budget.unit}".strip()
        holds = "holds" if max(found) <= budget.most else "**does not hold**"
        yield f"| {budget.called} | {most} | {' | '.join(cells)} | {holds} |"
