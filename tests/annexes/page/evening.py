"""Play an evening of each game by hand, in a window for each seat, and print the cost of its moves.

python -m tests.annexes.page.evening            # the evenings, and the budgets at tables of each size
python -m tests.annexes.page.evening verge      # only the evening of this game
python -m tests.annexes.page.evening budgets    # only the budgets
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import groupby
from statistics import median

from playwright.sync_api import Browser

from tests.annexes.page import budgets, chromium
from tests.annexes.page.evenings import afterverse, edgerunner, venus, verge
from tests.annexes.page.playing import Made, Playing
from tests.annexes.page.sizes import sittings
from tests.annexes.page.window import Window
from tests.support.postgres import fresh_database, migrated_server
from tests.support.server import serving

EVENINGS: dict[str, Callable[[Playing], None]] = {
    "verge": verge.play,
    "edgerunner": edgerunner.play,
    "venus": venus.play,
    "afterverse": afterverse.play,
}
COLUMNS = ("move", "made", "clicks", "keys", "typed", "requests", "kB", "ms", "others' ms")
MORE = ("CLS", "old nodes moved")


def played(browser: Browser, home: str, evening: Callable[[Playing], None]) -> list[Made]:
    """Play an evening from an empty table to its end."""
    with ExitStack() as windows:

        def opens() -> Window:
            return windows.enter_context(Window(browser, home, viewport=budgets.WIDE))

        playing = Playing(opens)
        evening(playing)
    return playing.made


def told(made: list[Made]) -> Iterator[str]:
    """Yield the costs of each kind of move as a Markdown table: medians, and the largest movement of the page."""
    names = [*COLUMNS, *MORE]
    yield f"| {' | '.join(names)} |"
    yield f"|{' --- |' * len(names)}"
    for called, some in groupby(
        sorted(made, key=lambda one: one.called), key=lambda one: one.called
    ):
        yield f"| {called} | {' | '.join(_cells(list(some)))} |"
    yield f"| **all** | {' | '.join(_cells(made))} |"


def _cells(some: list[Made]) -> Iterator[str]:
    yield f"{len(some)}"
    for numbers in zip(
        *((one.clicks, one.keys, one.texts, one.requests) for one in some), strict=True
    ):
        yield f"{median(numbers):.0f}"
    yield f"{median(one.bytes for one in some) / 1_000:.1f}"
    yield f"{median(one.milliseconds for one in some):.0f}"
    yield f"{median(one.others_milliseconds for one in some):.0f}"
    yield f"{max(one.shift for one in some):.3f}"
    yield f"{max(one.moved for one in some):.0f}"


def main(names: list[str]) -> None:
    """Play the evenings and measure the budgets, or do only the named parts."""
    asked = names or [*EVENINGS, "budgets"]
    with (
        migrated_server() as postgres,
        fresh_database(postgres) as url,
        serving(url) as server,
    ):
        there = sittings(server, url) if "budgets" in asked else {}
        with chromium.running() as browser:
            for game in asked:
                if game in EVENINGS:
                    _print(game, told(played(browser, server.url, EVENINGS[game])))
            measured = {of: budgets.figures(browser, server, one) for of, one in there.items()}
        if measured:
            _print("budgets", budgets.told(measured))


def _print(title: str, lines: Iterator[str]) -> None:
    sys.stdout.write(f"## {title}\n\n" + "\n".join(lines) + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
