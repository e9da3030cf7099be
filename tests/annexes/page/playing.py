"""Play a table only by hand, with a window for each seat, and measure the costs of each move."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import expect

from tests.annexes.page.hand import Fields, Hand, begins
from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Window
from tests.annexes.page.wire import OF_EVERY_TABLE, Wire
from tests.support.client import Player

Opens = Callable[[], Window]
Ways = Sequence[tuple[str, Fields]]
"""Moves that continue play, with the values to fill in."""

WATCH = """() => {
    window.told = { shift: 0, asked: 0, shown: 0 };
    const now = () => performance.timeOrigin + performance.now();
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) told.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
    for (const kind of ["click", "keydown"]) addEventListener(kind, () => (told.asked = now()), true);
    new MutationObserver((all) => {
        const isShown = all.some(({ target }) => target instanceof Element && target.closest("#board, #question"));
        if (isShown) told.shown = now();
    }).observe(document, { childList: true, subtree: true });
}"""
"""Makes a page record the movement of its layout, the time of the last click or key, and the time of the
last change on the board or in the question."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll(".canvas svg .node, .canvas svg .zone")].map((node) => {
    const { x, y, width, height } = node.getBBox();
    return [node.dataset.id, [x + width / 2, y + height / 2]];
}))"""
"""Returns the place of each node or zone of the picture, in the units of the drawing."""


class Made(NamedTuple):
    """A move that was made by hand, and its costs."""

    called: str
    clicks: int
    keys: int
    texts: int
    milliseconds: float
    """The time from the last click or key until the last change of the mover's board."""
    others_milliseconds: float
    """The time until the last change of the others' boards."""
    requests: int
    """Requests of the mover's window."""
    others_requests: int
    """Requests of the other window with the most requests."""
    bytes: int
    shift: float
    """The largest movement of the layout in a window (CLS)."""
    moved: float
    """The longest way that an older node moved, in the units of the drawing."""

    @property
    def actions(self) -> int:
        """The number of clicks, keys and texts."""
        return self.clicks + self.keys + self.texts


class Seat:
    """A window at the table, and the hand that uses it."""

    def __init__(self, window: Window) -> None:
        self.page = window.page
        self.page.add_init_script(f"({WATCH})()")
        self.wire = Wire(self.page, but=OF_EVERY_TABLE)
        self.window = window
        self.hand = Hand(Viewer(window, ""))
        self.places: dict[str, tuple[float, float]] = {}
        self.before = (0, 0, 0.0)

    def begins(self) -> None:
        """Remember the counters before a move."""
        self.hand.did.clear()
        self.before = (len(self.wire.requests), self.wire.bytes, self.told["shift"])

    @property
    def told(self) -> dict[str, float]:
        """Return the values that the page has recorded."""
        found: dict[str, float] = self.page.evaluate("told")
        return found

    def moved(self) -> float:
        """Return the longest way that a node has moved since the last call."""
        places = self.page.evaluate(PLACES)
        both = places.keys() & self.places.keys()
        old, self.places = self.places, places
        return max((_far(old[id], places[id]) for id in both), default=0.0)


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


class Playing:
    """A session that is started and played in pages."""

    def __init__(self, opens: Opens, every: Callable[["Playing"], None] | None = None) -> None:
        self._opens, self._every = opens, every
        self.seats: dict[str, Seat] = {}
        self.made: list[Made] = []
        self.head = 0

    def starts(self, game: str, title: str, *names: str) -> None:
        """Start a session in the page. The first name is the GM. All others take their seats with their links."""
        first, *others = names
        host = self.seats[first] = Seat(self._opens())
        host.page.goto("/watch")
        links = started(host.hand, game, title, names)
        for name in others:
            seat = self.seats[name] = Seat(self._opens())
            seat.page.goto(links[name])
            seat.hand.click(seat.page.get_by_role("button", name="Take the seat"))
        self._arrive(len(names))

    def sits(self, players: Mapping[str, Player]) -> None:
        """Open a window for each player with the player's token."""
        for name, player in players.items():
            seat = self.seats[name] = Seat(self._opens())
            Viewer(seat.window, player.session, player.token).open()
        self._arrive(next(iter(players.values())).head)

    def _arrive(self, newest: int) -> None:
        for seat in self.seats.values():
            expect(seat.hand.viewer.slider).to_have_attribute("max", str(newest))
        self._at(newest)
        for seat in self.seats.values():
            seat.moved()

    def _at(self, version: int) -> None:
        self.head = version
        for seat in self.seats.values():
            seat.hand.viewer.shows(version)

    def does(self, who: str, called: str, /, **fields: Any) -> None:
        """Let a player make a move. `fields` are the labels of the page as Python names, with the values to fill in."""
        self.fills(who, called, {_spoken(field): value for field, value in fields.items()})

    def fills(
        self,
        name: str,
        called: str,
        fields: Fields,
        *,
        at: str = "",
        onto: str = "",
        near: str = "",
        item: str = "",
    ) -> None:
        """Let a player make a move. `fields` are the labels of the page. The move can be made at an element, or near one.

        The element can be dragged onto another. If the menu has another name for the move, it is the `item`.
        """
        seat = self.seats[name]
        for one in self.seats.values():
            one.begins()
        seat.hand.makes(called, fields, at=at, onto=onto, near=near, item=item)
        self._accepted(seat, called)
        self._at(self.head + 1)
        self.made.append(self._took(seat, called))
        if self._every:
            self._every(self)

    def _accepted(self, seat: Seat, called: str) -> None:
        is_over = f"""() => document.querySelector("input[type=range]").value > {self.head}
            || [...document.querySelectorAll(".outcome, .said")].some((one) => one.textContent.includes("Refused"))
            || document.querySelector("[aria-invalid=true]")"""
        seat.page.wait_for_function(is_over)
        if seat.hand.viewer.slider.input_value() == str(self.head):
            told = seat.page.locator(".outcome, .said, .problem").filter(visible=True)
            raise AssertionError(f"{called} was not made: {told.all_inner_texts()}")

    def _took(self, seat: Seat, called: str) -> Made:
        others = [one for one in self.seats.values() if one is not seat]
        told, did = seat.told, seat.hand.did
        requests, came, _ = seat.before
        return Made(
            called,
            did["clicks"],
            did["keys"],
            did["texts"],
            told["shown"] - told["asked"],
            max((one.told["shown"] for one in others), default=0.0) - told["asked"],
            len(seat.wire.requests) - requests,
            max((len(one.wire.requests) - one.before[0] for one in others), default=0),
            seat.wire.bytes - came,
            max(one.told["shift"] - one.before[2] for one in self.seats.values()),
            max(one.moved() for one in self.seats.values()),
        )

    def agrees(self, *names: str) -> None:
        """Let these players agree to their question."""
        for name in names:
            self.does(name, "Agree")

    def all_answer(self, called: str) -> None:
        """Let all players with this answer on their question give it, one after the other."""
        for name, seat in self.seats.items():
            if seat.hand.answer(called):
                self.does(name, called)

    def may(self, name: str, called: str) -> bool:
        """Return whether a move of this name is open to somebody."""
        return self.seats[name].hand.may(called)

    def goes_on(self, ways: Ways) -> None:
        """Make the first of these moves that any player may make, again and again, until there is none."""
        while found := self._next(ways):
            self.fills(*found)

    def _next(self, ways: Ways) -> tuple[str, str, Fields] | None:
        offers = {name: seat.hand.offers() for name, seat in self.seats.items()}
        for called, fields in ways:
            for name, there in offers.items():
                if any(begins(called).search(one) for one in there):
                    return name, called, fields
        return None


def _spoken(field: str) -> str:
    return field.capitalize().replace("_", " ")


def started(hand: Hand, game: str, title: str, names: tuple[str, ...]) -> dict[str, str]:
    """Fill in the form for a new table, start it, and go there. Return the links for the other players."""
    form = hand.page.get_by_role("form", name="Start a table")
    hand.ticks(form.get_by_role("radio", name=re.compile(f"^{game}")))
    hand.types(form.get_by_label("Title"), title)
    host, *others = names
    hand.types(form.get_by_label("Your name"), host)
    for n, name in enumerate(others):
        if form.get_by_label("Name", exact=True).count() <= n:
            hand.click(form.get_by_role("button", name="Add a seat"))
        hand.types(form.get_by_label("Name", exact=True).nth(n), name)
    hand.click(form.get_by_role("button", name="Start the table"))
    links = {name: _link(hand, name) for name in others}
    hand.click(hand.page.get_by_role("button", name="Go to the table"))
    return links


def _link(hand: Hand, name: str) -> str:
    return hand.page.get_by_label(f"Invitation for {name}").input_value()
