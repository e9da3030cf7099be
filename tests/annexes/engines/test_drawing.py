"""Strokes, the ring of the focus and marks of time have their size on the screen in each engine.

A browser on a busy machine still shows its last frame for a moment, so each test looks again until the change is drawn.
"""

import pytest

from tests.annexes.engines.hand import RIGHT_ARROW, Hand, Spot, move
from tests.annexes.engines.pixels import inked, stroke
from tests.annexes.engines.test_short_evening import DECLARED, sits
from tests.annexes.page.table import demonstration
from tests.support.client import Player
from tests.support.patience import until
from tests.support.server import Server

RING = ".canvas .node:not(.plated) > .shape:focus-visible, .names .afar-focused > .plate"
"""A plate takes the place of its shape, and shows the focus too."""
_MARKS = """() => [...document.querySelectorAll(".marks .lane > *")].map((mark) => {
    const { x, y, width, height } = mark.getBoundingClientRect();
    return { x, y, width, height };
})"""


@pytest.fixture(scope="module")
def joined(server: Server) -> Player:
    """Return Bo at a table where the last event added Bo's edge."""
    table = demonstration(server.http, DECLARED)
    edge = {"action": "connect", "source": "n3", "target": "n2"}
    for name in ("Ann", "Bo", "Dee"):
        table[name].moves("consent", declaration="d1")
    action = edge | {"label": "lends to", "narration": "It was so."}
    table["Bo"].moves("declare", overview="Ropes.", actions=[action])
    for name in ("Ann", "Cy", "Dee"):
        table[name].moves("consent", declaration="d2")
    return table["Bo"]


@pytest.fixture
def seat(hand: Hand, server: Server, joined: Player) -> Hand:
    sits(hand, server, joined)
    hand.driver.mouse([move(Spot(5, 5))])
    return hand


def test_a_changed_edge_is_wider_by_two_pixels(seat: Hand) -> None:
    seat.waits("() => document.querySelector('.canvas .edge.changed > .line') !== null")
    until(
        lambda: stroke(seat.driver, ".canvas .edge.changed > .line"),
        lambda drawn: drawn.width == pytest.approx(drawn.weight + 2, abs=0.75),
    )


def test_a_focused_node_has_a_ring_that_can_be_seen(seat: Hand) -> None:
    # Only the keyboard shows a ring. The arrow leads from the first edge to a node.
    seat.waits("() => document.querySelector(\"[tabindex='0'].line\")?.focus() === undefined")
    seat.types(RIGHT_ARROW)
    seat.waits("() => document.activeElement.matches('.node > .shape')")
    assert seat.waits("(ring) => document.querySelector(ring) !== null", RING)
    until(lambda: stroke(seat.driver, RING), lambda drawn: drawn.width >= 3)


def test_marks_of_time_are_drawn_along_the_line(seat: Hand) -> None:
    marks = seat.driver.run(_MARKS)
    until(lambda: min(inked(seat.driver, marks)), lambda count: count > 20)
    assert marks[-1]["x"] - marks[0]["x"] > 300
    assert len({round(mark["x"]) for mark in marks}) == len(marks)
