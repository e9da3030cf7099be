"""The budget for loading the page: requests, bytes and movement before the reader does anything."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.annexes.page.conftest import Opens
from tests.annexes.page.load import load
from tests.annexes.page.window import Window
from tests.support.client import Player, Table
from tests.support.server import Server

REQUESTS, BYTES, SHIFT = 12, 150_000, 0.05


@pytest.fixture
def opens(browser: Browser, server: Server) -> Iterator[Opens]:
    """Return a function that opens new windows. The shared windows already have the scripts in their cache."""
    with ExitStack() as windows:

        def open(**options: Any) -> Window:
            return windows.enter_context(Window(browser, server.url, **options))

        yield open


def test_a_player_s_page_is_loaded_by_few_requests_and_bytes(opens: Opens, low_tide: Table) -> None:
    window = opens(viewport={"width": 1440, "height": 900})
    took = load(window, low_tide["Bo"])
    assert len(took.requests) <= REQUESTS, took.requests
    assert took.bytes <= BYTES


@pytest.mark.parametrize(
    ("game", "width"),
    [("", 1440), ("", 390), ("edgerunner_data_run", 390), ("venus_glass_palace", 390)],
)
def test_nothing_moves_while_it_is_loaded(
    opens: Opens, low_tide: Table, recorded: Callable[[str], Player], game: str, width: int
) -> None:
    window = opens(viewport={"width": width, "height": 900})
    assert load(window, recorded(game) if game else low_tide["Bo"]).shift < SHIFT


def test_scripts_and_styles_are_not_asked_for_again(opens: Opens, low_tide: Table) -> None:
    window = opens()
    first, again = (load(window, low_tide["Bo"]) for _ in range(2))
    assert first.bytes - again.bytes > 40_000
