"""Parts of evenings, played by hand: limits for the clicks, requests, bytes and movement of each move."""

import pytest

from tests.annexes.page.conftest import Opens
from tests.annexes.page.evenings import venus, verge
from tests.annexes.page.playing import Made, Playing
from tests.annexes.page.table import NAMES, demonstration
from tests.support.server import Server

REQUESTS, BYTES = 10, 40_000
"""The maximum of requests and bytes for a move, in the window of its player. Files that all tables
share do not count."""
DRAWN = 6_000
"""Additional bytes for each text of a move, because it is drawn on the board."""


@pytest.fixture
def playing(opens: Opens) -> Playing:
    return Playing(opens)


def test_an_evening_begins_only_by_clicks_and_typing(playing: Playing) -> None:
    venus.begins(playing, *venus.SEATS[:2])
    _are_cheap(playing, asked="Agree")


def test_a_change_is_declared_and_consented_to_by_one_click_each(
    playing: Playing, server: Server
) -> None:
    there = demonstration(server.http)
    playing.sits({name: there[name] for name in NAMES.values()})
    told = {"Describe what happens": "A lamp.", "Label": "The Lamp Kite", "Edge's label": "lights"}
    change = {"Kind": "Create", **told, "Joined to": "Night Market"}
    verge.declares(playing, "Dee", change, at="Night Market")
    _are_cheap(playing, asked="Consent")


def _are_cheap(playing: Playing, asked: str) -> None:
    """Check that an answer takes one click, that no move takes many requests, and that older nodes do not move."""
    answers = [one for one in playing.made if one.called == asked]
    assert answers
    for one in answers:
        assert one.actions == 1, one
    for one in playing.made:
        _is_cheap(one)


def _is_cheap(made: Made) -> None:
    assert made.requests <= REQUESTS + made.texts, made
    assert made.bytes <= BYTES + DRAWN * made.texts, made
    assert made.moved == 0, made
