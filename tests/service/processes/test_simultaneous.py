"""If seats move at the same instant, no move is lost that is legal in any order."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest

from tests.support.client import Json, Player, of, played
from tests.support.load import verified
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import fresh_database
from tests.support.server import serving

ROUNDS = 40
NAMES = ("Ann", "Bo", "Cy")
MOVES: Sequence[tuple[str, Json]] = (
    ("add_limit", {"kind": "line", "text": "Spiders."}),
    ("give_nonce", {"nonce": "mine"}),
    ("seal_note", {"text": "The butler.", "eyes": []}),
)
"""Moves that are legal for every seat at any time, after any moves of the others."""


@pytest.fixture(scope="module")
def both(postgres_url: str) -> Iterator[list[httpx.Client]]:
    with fresh_database(postgres_url) as url, serving(url) as one, serving(url) as two:
        yield [one.http, two.http]


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
def servers(request: pytest.FixtureRequest, both: list[httpx.Client]) -> list[httpx.Client]:
    return both[: request.param]


def at_once(players: Sequence[Player], rounds: int) -> list[Json]:
    """Return the answers to all clients, which repeatedly send requests at the same instant."""
    together = Barrier(len(players))

    def play(player: Player, number: int) -> list[Json]:
        answers = []
        for turn in range(rounds):
            move, fields = MOVES[(number + turn) % len(MOVES)]
            together.wait(timeout=PATIENCE_SECONDS)
            answers.append(player.moves(move, **fields))
        return answers

    with ThreadPoolExecutor(len(players)) as pool:
        made = [pool.submit(play, player, number) for number, player in enumerate(players)]
        return [event for one in made for event in one.result()]


def test_moves_that_are_legal_in_either_order_are_all_made(servers: list[httpx.Client]) -> None:
    table = played(servers[0], *NAMES)
    players = [table[name].at(servers[n % len(servers)]) for n, name in enumerate(NAMES)]
    made = at_once(players, ROUNDS)
    assert len(made) == ROUNDS * len(NAMES)
    log = table["Ann"].log()
    assert sorted(made, key=lambda event: event["version"]) == log[len(NAMES) :]
    # Without Redis, a process learns within a second of the other's events.
    until(lambda: len(verified(table["Ann"])), lambda length: length == len(log))


def test_a_move_that_was_drawn_from_an_older_version_is_judged_at_the_head(
    servers: list[httpx.Client],
) -> None:
    table = played(servers[0], *NAMES)
    drawn_from = table["Bo"].head
    for _ in range(3):
        table["Ann"].draws_a_line("Spiders.")
    made = table["Bo"].at(servers[-1]).draws_a_line("Ladders.")
    assert made["version"] == drawn_from + 4


def rebased(player: Player, known: int, text: str) -> tuple[Json, list[int]]:
    """Send a move with `If-Match`. If it is stale, draw it again from the events since then."""
    learned: list[int] = []
    while True:
        expected = {"If-Match": f'"{known}"'}
        answer = player.move("add_limit", kind="line", text=text, headers=expected)
        if answer.status_code == 201:
            return answer.json(), learned
        learned += [event["version"] for event in of(answer, 412)["events"]]
        known = learned[-1]


def test_a_player_that_insists_on_a_version_and_draws_again_gets_their_move_made(
    servers: list[httpx.Client],
) -> None:
    table = played(servers[0], *NAMES)
    head = table["Ann"].head
    together = Barrier(len(NAMES))

    def play(player: Player) -> tuple[Json, list[int]]:
        together.wait(timeout=PATIENCE_SECONDS)
        return rebased(player, head, f"Not {player.seat}.")

    players = [table[name].at(servers[n % len(servers)]) for n, name in enumerate(NAMES)]
    with ThreadPoolExecutor(len(NAMES)) as pool:
        made = list(pool.map(play, players))
    assert sorted(event["version"] for event, _ in made) == [head + 1, head + 2, head + 3]
    for event, learned in made:
        assert learned == list(range(head + 1, event["version"]))
