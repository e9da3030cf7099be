"""Step through a recorded evening with keys and with the slider. Each version shows its own sentence."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer, at_version
from tests.annexes.page.wire import Wire
from tests.support.client import Player

STEPS = 10
AT_ONCE = 7
"""The number of steps that can follow each other at once. The next step waits."""
READ_AT = re.compile(r"(?:\?at=|/events/)(\d+)")


@pytest.fixture
def player(recorded: Callable[[str], Player]) -> Player:
    return recorded("second_thoughts")


@pytest.fixture
def viewer(opens: Opens, player: Player) -> Viewer:
    """Open a recorded evening of Verge at its first version."""
    return Viewer(opens(), player.session, player.token).open(at=1, panel="step").shows(1)


@pytest.fixture
def sentences(player: Player) -> dict[int, str]:
    return {one["version"]: one["event"]["ruling"]["sentence"] for one in player.log()}


def test_every_key_press_shows_the_next_versions_sentence(
    viewer: Viewer, sentences: dict[int, str]
) -> None:
    told = viewer.page.get_by_role("region", name="Time")
    for version in range(2, STEPS):
        viewer.page.keyboard.press("ArrowRight")
        viewer.shows(version)
        expect(told).to_contain_text(sentences[version])
        expect(viewer.panel("This step")).to_contain_text(sentences[version])
        expect(_picture(viewer, version)).to_be_visible()
    viewer.page.keyboard.press("End")
    viewer.shows(max(sentences))
    expect(_picture(viewer, max(sentences))).to_be_visible()
    viewer.page.keyboard.press("Home")
    viewer.shows(1)


def test_the_slider_goes_on_by_tens_to_the_end(viewer: Viewer, sentences: dict[int, str]) -> None:
    newest = max(sentences)
    viewer.slider.focus()
    for version in (11, 21, 31):
        _goes_on(viewer, version, sentences)
    for version in (newest // 2, newest - 13):
        viewer.goes(version)
        _goes_on(viewer, version + 10, sentences)
    _goes_on(viewer, newest, sentences)


def _goes_on(viewer: Viewer, version: int, sentences: dict[int, str]) -> None:
    viewer.page.keyboard.press("PageUp")
    viewer.shows(version)
    expect(viewer.panel("This step")).to_contain_text(sentences[version])


def test_a_few_steps_wait_only_for_their_answers_and_more_for_their_time(viewer: Viewer) -> None:
    page, wire = viewer.page, Wire(viewer.page)
    page.evaluate("() => { window.setTimeout = () => 0; performance.now = () => 9_000; }")
    for version in range(2, 2 + AT_ONCE):
        page.keyboard.press("ArrowRight")
        viewer.shows(version)
        expect(page).to_have_url(at_version(version))
    page.keyboard.press("ArrowRight")
    wire.rests()
    expect(page).to_have_url(at_version(1 + AT_ONCE))


def test_the_next_version_in_the_readers_direction_is_read_in_advance(viewer: Viewer) -> None:
    wire = Wire(viewer.page)
    viewer.page.keyboard.press("ArrowRight")
    viewer.shows(2)
    wire.rests()
    came = _versions(wire)
    viewer.page.keyboard.press("ArrowRight")
    viewer.shows(3)
    wire.rests()
    viewer.slider.press("PageUp")
    viewer.shows(13)
    wire.rests()
    assert (came[-1], _versions(wire)) == (3, [4, 12, 13])


def _versions(wire: Wire) -> list[int]:
    """Return the versions that the page has read since the last call."""
    read = {int(found[1]) for one in wire.requests if (found := READ_AT.search(one))}
    wire.requests.clear()
    return sorted(read)


def _picture(viewer: Viewer, version: int) -> Locator:
    """Return the picture of the network at a version."""
    return viewer.page.get_by_role("group", name=re.compile(rf"network at version {version}\b"))


def test_the_browser_goes_back_and_forward_between_jumps(viewer: Viewer) -> None:
    page = viewer.page
    for version in (30, 60):
        number = viewer.more().get_by_role("spinbutton", name="Version")
        number.fill(str(version))
        number.press("Enter")
        viewer.shows(version)
        expect(page).to_have_url(at_version(version))
    page.go_back()
    viewer.shows(30)
    page.go_back()
    viewer.shows(1)
    page.go_forward()
    viewer.shows(30)
