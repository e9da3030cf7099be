"""For every kind of question in play, the card on the page has all its answers, and no others."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple
from uuid import uuid4

import asyncpg
import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from tests.annexes.page.viewer import Viewer
from tests.annexes.page.window import Windows
from tests.domain.games.afterverse.test_knowledge import declared
from tests.domain.games.afterverse.test_team import UNLED
from tests.domain.games.edgerunner.test_doors import at_the_door
from tests.domain.games.venus.test_job import lacking
from tests.golden.record import NAMES, game_of
from tests.support import afterverse
from tests.support.client import Json, Player
from tests.support.game import Game
from tests.support.log import evening, rows
from tests.support.seated import seated
from tests.support.server import Server
from tests.support.venus import FC, in_scene
from verger.domain.core.clock import AnswersDue
from verger.domain.core.decider import Event, fold
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.venus.claiming import CLAIM_LIMIT
from verger.domain.judging.deed import deed
from verger.domain.judging.offer import awaited_of
from verger.service.log.row import Row

pytestmark = pytest.mark.thorough


class Moment(NamedTuple):
    """A log that ends with a question to a seat."""

    log: Sequence[Event[Any, Any]]
    seat: SeatId


def the_door_is_gone() -> Game:
    """The table has redrawn the map, so that the shifts of a move lead nowhere."""
    game = at_the_door(-1, 0, 0, 0)
    change = {"move": "redefine_border", "border": "b1", "ways": [{"value": 4}]}
    game.agreed("Ann", "redraw_map", change=change, why="It is walled up.")
    return game


def no_job_fits() -> Game:
    """Ann has no job for the ability of her task."""
    game = in_scene()
    game.calls("Ann", "task", ability="Nerve")
    return game


def no_peer_may_name_a_job() -> Game:
    """Each peer has named as many jobs as they can, and the others declined all of them."""
    game, peers = lacking(), (FC, "Bo", "Cy")
    for claim, peer in enumerate(peers * CLAIM_LIMIT, 1):
        game.move(peer, "put_job", name=f"Climber of wall {claim}", ability="Grace")
        for other in peers:
            if other != peer:
                game.move(other, "answer_claim", claim=claim, valid=False)
    return game


def nobody_can_lead() -> Game:
    """The characters of a test by teamwork have lost the skill to lead it."""
    game = afterverse.in_session("Ann", "Bo")
    game.calls("c1", form="teamwork")
    sheet = afterverse.sheet(**UNLED)
    game.agreed("Ann", "write_sheet", name="X", seat="s2", character="c1", sheet=sheet)
    game.agreed("Ann", "write_sheet", name="Guard", character="c2", sheet=sheet)
    return game


def an_interest_is_gone() -> Game:
    """A player has declared a fact about an interest that is no longer on the sheet."""
    game, sheet = declared(), afterverse.sheet(interests=[])
    game.agreed("Ann", "write_sheet", name="X", seat="s2", character="c1", sheet=sheet)
    return game


PLAYED: Mapping[str, Mapping[str, Callable[[], Game]]] = {
    "verge": {},
    "edgerunner": {
        "turn_door": lambda: at_the_door(-1, 0, 0, 0),
        "finish_action": the_door_is_gone,
    },
    "venus": {
        "lack_job": no_job_fits,
        "cancel_roll": no_peer_may_name_a_job,
    },
    "afterverse": {"call_off": nobody_can_lead, "reject_fact": an_interest_is_gone},
}
"""For each game, the kinds of questions that no recorded evening has, with play that leads to each."""


@cache
def moments(game: str) -> Mapping[str, Moment]:
    """Return a moment for each kind of question of a game: the first in its evenings, or one from `PLAYED`."""
    found: dict[str, Moment] = {}
    for name in NAMES:
        if game_of(name) == game:
            for wait, moment in _asked(name):
                found.setdefault(wait.what, moment)
    for kind, play in PLAYED[game].items():
        played = play()
        assert kind not in found
        found[kind] = Moment(played.log, played.question(kind).seats[0])
    return found


def _asked(name: str) -> Iterator[tuple[Awaited, Moment]]:
    ruleset, past, events = RULESETS[game_of(name)], GrowingPast(), evening(name)
    state = ruleset.empty
    for version, event in enumerate(events, 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
        # The times of the log are long ago. Without this, the server would answer for the seat at once.
        timeless = replace(event, effects=(*event.effects, AnswersDue((), state.table.silent)))
        log = [*events[: version - 1], timeless]
        for wait in awaited_of(ruleset, state):
            yield from [
                (wait, Moment(log, seat)) for seat in wait.seats if seat in state.table.sitting
            ]


class Asked(NamedTuple):
    """A stored session that ends with a question to this seat."""

    session: str
    token: str
    seat: SeatId


@pytest.fixture
def asked(database: str, game: str) -> Mapping[str, Asked]:
    """Store a session for each kind of question of a game."""
    # In another thread, because the event loop of the browser runs in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _stored(database, game)).result()


async def _stored(database: str, game: str) -> Mapping[str, Asked]:
    connection = await asyncpg.connect(database)
    stored: dict[str, Asked] = {}
    for kind, (events, seat) in moments(game).items():
        log = rows(events, uuid4())
        await connection.copy_records_to_table("events", records=log, columns=Row._fields)
        session = log[-1].session
        stored[kind] = Asked(str(session), str(await seated(connection, session, seat)), seat)
    await connection.close()
    return stored


@pytest.mark.parametrize("game", RULESETS)
def test_every_question_of_a_game_is_asked(game: str) -> None:
    assert set(RULESETS[game].questions) <= set(moments(game))


@pytest.mark.parametrize("game", RULESETS)
def test_a_card_has_all_answers_of_its_question_and_no_other(
    windows: Windows, server: Server, asked: Mapping[str, Asked], game: str
) -> None:
    for kind, (session, token, seat) in asked.items():
        wait, options = question(Player(server.http, token, session, seat), kind)
        with windows.open() as window:
            card = Viewer(window, session, token).open().page.locator("#question")
            expect(
                card.get_by_role("group", name="Answers").get_by_role("button")
            ).not_to_have_count(0)
            behind = card.locator(".others").get_by_role(
                "button", name=wait.get("object") or wait["sentence"], exact=True
            )
            if behind.count():
                behind.click()
            if kind != "play":
                expect(card.locator(".asked")).to_have_text(wait["sentence"])
            assert options, (game, kind)
            has_all(card, options)


def question(player: Player, kind: str) -> tuple[Json, Sequence[Json]]:
    """Return a question to a seat, and the options that answer it."""
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
    """Return the text of a button, without its price and its key."""
    text: str = button.evaluate("button => button.firstChild.textContent")
    return text.removeprefix("Propose: ").removesuffix("…")


def of(said: str, verbs: Sequence[str]) -> int:
    """Return the index of the answer that a button gives. Its text is the verb, perhaps with a value behind it."""
    fitting = [n for n, verb in enumerate(verbs) if said == verb or said.startswith(f"{verb}: ")]
    assert fitting, (said, verbs)
    return max(fitting, key=lambda n: len(verbs[n]))
