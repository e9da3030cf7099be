"""A person's eyes and hands at a page. They find elements by their names and press them with a real pointer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.annexes.engines.driver import Action, Driver
from tests.support.patience import until

ENTER, RIGHT_ARROW = "\ue007", "\ue014"
STEPS = 40
"""A drag by hand is many small moves."""

_SEEN = """async (selector, text) => {
    const called = (one) => one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText ?? one.textContent;
    const one = [...document.querySelectorAll(selector)].find(
        (one) => one.getClientRects().length && (called(one) ?? "").replace(/\\s+/g, " ").trim().startsWith(text));
    if (!one) return null;
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const place = () => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; };
    const before = JSON.stringify(place());
    await new Promise((done) => setTimeout(done, 50));
    const { x, y, width, height } = place();
    if (JSON.stringify({ x, y, width, height }) !== before) return null;
    const middle = document.elementFromPoint(x + width / 2, y + height / 2);
    return { x: x + width / 2, y: y + height / 2, isFree: !!middle && (one.contains(middle) || middle.contains(one)) };
}"""
"""Return the place of the first visible element with this name when it stands still, and whether nothing covers it."""


class Spot(NamedTuple):
    """A place in the window."""

    x: int
    y: int


class Hand:
    """The eyes and hands at one page."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def sees(self, selector: str, text: str = "") -> Spot:
        """Wait until an element of this name is visible, still and not covered. Return its middle."""
        found: Any = until(
            lambda: self.driver.run(_SEEN, selector, text) or {"sought": (selector, text)},
            lambda spot: spot.get("isFree"),
        )
        return Spot(round(found["x"]), round(found["y"]))

    def misses(self, selector: str, text: str = "") -> None:
        """Wait until no such element is visible any more."""
        until(lambda: not self.driver.run(_SEEN, selector, text))

    def waits(self, condition: str, *given: Any) -> Any:
        """Wait until a function of the page finds something."""
        return until(lambda: self.driver.run(condition, *given))

    def clicks(self, selector: str, text: str = "", button: int = 0) -> None:
        """Press and release once in the middle of an element. A lost press is not repeated."""
        spot = self.sees(selector, text)
        self.driver.mouse([move(spot), press(button), release(button)])

    def drags(self, one: tuple[str, str], other: tuple[str, str]) -> None:
        """Drag one element to another."""
        start, end = self.sees(*one), self.sees(*other)
        self.driver.mouse([move(start)])
        self.waits("() => document.querySelector('.canvas .open') !== null")
        steps = [_between(start, end, n / STEPS) for n in range(1, STEPS + 1)]
        self.driver.mouse([press(), *map(move, steps), release()])

    def types(self, text: str) -> None:
        """Type into the element that has the focus."""
        keys: Sequence[Action] = [
            {"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")
        ]
        self.driver.keys(keys)

    def fills(self, selector: str, label: str, text: str) -> None:
        """Click into a field and type."""
        self.clicks(selector, label)
        self.types(text)

    def shows(self, version: int) -> None:
        """Wait until the page shows this version and waits for nothing."""
        self.waits(
            """(version) => document.querySelector("input[type=range]")?.value === version
                && !document.querySelector("[aria-busy=true]")""",
            str(version),
        )


def move(spot: Spot) -> Action:
    """The mouse goes to a place."""
    return {"type": "pointerMove", "x": spot.x, "y": spot.y, "duration": 0}


def press(button: int = 0) -> Action:
    """A button of the mouse goes down."""
    return {"type": "pointerDown", "button": button}


def release(button: int = 0) -> Action:
    """A button of the mouse goes up."""
    return {"type": "pointerUp", "button": button}


def _between(start: Spot, end: Spot, part: float) -> Spot:
    return Spot(
        round(start.x + (end.x - start.x) * part), round(start.y + (end.y - start.y) * part)
    )
