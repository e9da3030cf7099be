"""Every kind of question, as recorded evenings ask it: the card has all of its answers, and no other."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple
from uuid import uuid4

import asyncpg
import pytest
from playwright.sync_api import Locator, expect

from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Windows
from tests.golden.record import NAMES, game_of
from tests.support.client import Json, Player
from tests.support.log import evening, rows
from tests.support.seated import seated
from tests.support.server import Server
from verger.domain.core.decider import fold
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.deed import deed
from verger.domain.judging.offer import awaited_of
from verger.service.log.row import Row

pytestmark = pytest.mark.thorough

UNREACHED = {
    "verge": {"lose_interest", "reword_narration"},
    "edgerunner": {"finish_action", "turn_door"},
    "venus": {"cancel_roll", "end_scene", "lack_job"},
    "afterverse": {"call_off", "reject_fact"},
}
"""The questions of each game that are never the most urgent one of a seat in an evening."""


class Moment(NamedTuple):
    """A version of an evening after which a question is the most urgent one of a seat."""

    evening: str
    version: int
    seat: SeatId


@cache
def moments(game: str) -> Mapping[str, Moment]:
    """The first moment of each kind of question at which it is the most urgent one of a seat."""
    found: dict[str, Moment] = {}
    for name in NAMES:
        if game_of(name) == game:
            for kind, moment in _asked(name):
                found.setdefault(kind, moment)
    return found


def _asked(name: str) -> Iterator[tuple[str, Moment]]:
    ruleset, past = RULESETS[game_of(name)], GrowingPast()
    state = ruleset.empty
    for version, event in enumerate(evening(name), 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
        waits = awaited_of(ruleset, state)
        # The server would answer at once for seats whose time has ended.
        for seat in () if state.table.due else state.table.sitting:
            own = [wait for wait in waits if seat in wait.seats]
            turns = [wait for wait in own if wait.what != "play"] or own
            if turns:
                yield min(turns, key=_urgency).what, Moment(name, version, seat)


def _urgency(wait: Awaited) -> int:
    """Somebody's question comes first, then what only this seat can do."""
    return 0 if wait.about else 1 if len(wait.seats) == 1 else 2


class Asked(NamedTuple):
    """A seat in a session that was played up to a question."""

    session: str
    token: str
    seat: SeatId


@pytest.fixture
def asked(database: str, game: str) -> Mapping[str, Asked]:
    """Give a session for each kind of question of a game."""
    # The browser has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _stored(database, game)).result()


async def _stored(database: str, game: str) -> Mapping[str, Asked]:
    connection = await asyncpg.connect(database)
    stored: dict[str, Asked] = {}
    for kind, (name, version, seat) in moments(game).items():
        log = rows(evening(name)[:version], uuid4())
        await connection.copy_records_to_table("events", records=log, columns=Row._fields)
        session = log[-1].session
        stored[kind] = Asked(str(session), str(await seated(connection, session, seat)), seat)
    await connection.close()
    return stored


@pytest.mark.parametrize("game", RULESETS)
def test_evenings_ask_every_question_of_a_game(game: str) -> None:
    assert set(RULESETS[game].questions) - set(moments(game)) == UNREACHED[game]


@pytest.mark.parametrize("game", RULESETS)
def test_a_card_has_all_answers_of_its_question_and_no_other(
    windows: Windows, server: Server, asked: Mapping[str, Asked], game: str
) -> None:
    for kind, (session, token, seat) in asked.items():
        wait, options = question(Player(server.http, token, session, seat), kind)
        with windows.open() as window:
            card = Viewer(window, session, token).open().page.locator("#question")
            if kind != "play":
                expect(card.locator(".asked")).to_have_text(wait["sentence"])
            assert options, (game, kind)
            has_all(card, options)


def question(player: Player, kind: str) -> tuple[Json, Sequence[Json]]:
    """A question to a seat, and the options that answer it."""
    waits = player.see("/awaited")["awaited"]
    (wait,) = [one for one in waits if one["what"] == kind and player.seat in one["seats"]]
    options = player.see("/options")["options"]
    return wait, [one for one in options if one.get("answers", {}).get("question") == wait["id"]]


def has_all(card: Locator, options: Sequence[Json]) -> None:
    """Require exactly one button for each answer on a card, in their order."""
    buttons = card.get_by_role("group", name="Answers").get_by_role("button")
    expect(buttons.first).to_be_visible()
    said = [words(button) for button in buttons.all()]
    assert len(said) == len(set(said)), said
    verbs = [option["answers"]["verb"] for option in options]
    order = [of(one, verbs) for one in said]
    assert order == sorted(order), said
    assert set(order) == set(range(len(verbs))), (said, verbs)
    for button, place in zip(buttons.all(), order, strict=True):
        answer = options[place]["answers"]
        told = str(button.get_attribute("aria-describedby"))
        assert card.locator(f"#{told}").inner_text() == answer["consequence"]
        if answer.get("destroys"):
            assert "main" not in str(button.get_attribute("class"))
            assert button.get_attribute("aria-keyshortcuts") is None


def words(button: Locator) -> str:
    """The words of a button, without its price and its key."""
    text: str = button.evaluate("button => button.firstChild.textContent")
    return text.removeprefix("Propose: ").removesuffix("…")


def of(said: str, verbs: Sequence[str]) -> int:
    """The place of the answer that a button gives: its own words, or with a value behind them."""
    fitting = [n for n, verb in enumerate(verbs) if said == verb or said.startswith(f"{verb}: ")]
    assert fitting, (said, verbs)
    return max(fitting, key=lambda n: len(verbs[n]))
