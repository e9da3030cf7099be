"""Several server processes on one database: one log, and every reader receives each event once."""

import time
from collections.abc import Iterator
from functools import partial
from operator import le
from threading import Event, Thread
from uuid import uuid4

import pytest

from tests.support.client import Json, Player, Table, fought, frames, played
from tests.support.dice import checked
from tests.support.load import Load, each_once, verified
from tests.support.patience import until
from tests.support.server import Server, serving
from verger.service.play.session import FRESH_SECONDS

Pair = tuple[Server, Server]

MOVES = 600
FIGHTS = 8
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[Pair]:
    """Start two servers on one database, without Redis between them."""
    with serving(database) as one, serving(database) as two:
        yield one, two


@pytest.mark.parametrize("with_redis", [True, False])
def test_eight_clients_racing_over_two_processes_lose_and_double_nothing(
    database_url: str, redis_url: str, with_redis: bool
) -> None:
    redis = redis_url if with_redis else ""
    with serving(database_url, redis) as one, serving(database_url, redis) as two:
        table = played(one.http, *NAMES)
        with Load(list(table), [one.http, two.http]).limited_to(MOVES) as load:
            load.finish()
        time.sleep(FRESH_SECONDS)
        log = verified(table["Ann"])
        assert len(load.answers) == MOVES
        assert each_once(load, log, before=len(NAMES))
        assert verified(table["Ann"].at(two.http)) == log


def test_the_same_request_to_two_processes_is_one_event(pair: Pair) -> None:
    one, two = pair
    ann = played(one.http, "Ann", "Bo")["Ann"]
    limit: Json = {"kind": "line", "text": "Spiders."}
    first = ann.move("add_limit", key="same", **limit)
    again = ann.at(two.http).move("add_limit", key="same", **limit)
    assert (again.status_code, again.content) == (201, first.content)
    assert ann.at(two.http).head == first.json()["version"]


def test_dice_rolled_in_one_process_while_another_reveals_their_seeds_are_fair(
    pair: Pair,
) -> None:
    one, two = pair
    table = played(one.http, "Ann", "Bo", until="run")
    revealing = Thread(target=reveals, args=(table["Ann"].at(two.http), done := Event()))
    revealing.start()
    for fights in range(1, FIGHTS + 1):
        fought(table)
        # The revealing player has made a move, even on a busy machine.
        until(lambda: epochs(table), partial(le, fights))
    done.set()
    revealing.join()
    table["Bo"].move("reveal_dice")
    fairness = checked(table.session, table["Ann"].log())
    assert (fairness.wrong, fairness.unrevealed) == ((), 0)
    assert epochs(table) >= FIGHTS
    assert fairness.verified == table["Ann"].see("/dice")["rolled"]


def epochs(table: Table) -> int:
    """Return how many seeds the table's dice have had."""
    return len(table["Ann"].see("/dice")["epochs"])


def reveals(player: Player, done: Event) -> None:
    """Repeatedly give a nonce and, if dice were rolled, reveal their seed."""
    while not done.is_set():
        player.moves("give_nonce", nonce=uuid4().hex)
        assert player.move("reveal_dice").status_code in (201, 409)


def test_a_stream_that_moves_to_another_process_continues_at_its_position(pair: Pair) -> None:
    one, two = pair
    ann = played(one.http, "Ann", "Bo")["Ann"]
    assert ann.at(two.http).head == 2
    last = ann.draws_a_line("Spiders.")["version"]
    with ann.at(two.http).follows(last_id=str(last)) as lines:
        made = ann.draws_a_line("Ladders.")
        message = next(frames(lines))
    assert message["data"] == made


def test_a_version_that_another_process_wrote_can_be_read_at_once(pair: Pair) -> None:
    one, two = pair
    ann = played(one.http, "Ann", "Bo")["Ann"]
    elsewhere = ann.at(two.http)
    assert elsewhere.head == 2
    version = ann.draws_a_line("Spiders.")["version"]
    assert elsewhere.see("/state", at=version)["version"] == version
    event = elsewhere.moves(
        "add_limit", headers={"If-Match": f'"{version}"'}, kind="line", text="Ladders."
    )
    assert event["version"] == version + 1
