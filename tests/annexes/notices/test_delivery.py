"""Deliveries are tried until they arrive or are given up, by any process.

Tests move the time on in the database, because deliveries use its clock.
"""

from collections.abc import Iterator
from datetime import datetime
from threading import Event

import pytest

from tests.support.client import Json, Player, played
from tests.support.patience import until
from tests.support.port import free_port
from tests.support.postgres import execute, fresh_database
from tests.support.receiver import QUICK, Answer, Hook, Receiver, hooked, leases_end
from tests.support.server import Server, serving
from verger.service.annexes.notices.schedule import DELAYS, JITTER

KEPT = 3
SLACK = 4
"""How many seconds an immediate action may take on a busy machine."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICK, verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Player:
    return played(server.http, "Ann", "Bo")["Ann"]


@pytest.fixture
def hook(ann: Player, receiver: Receiver) -> Hook:
    return hooked(ann, receiver.url)


def time_passes(database: str, hook: Hook, seconds: float) -> None:
    """Let time pass for a webhook: move the due times of its deliveries back."""
    for table, column, key in (
        ("deliveries", "next_at", "webhook"),
        ("webhooks", "rests_until", "id"),
    ):
        less = f"{column} = {column} - interval '{seconds} seconds'"
        execute(database, f"UPDATE {table} SET {less} WHERE {key} = '{hook.id}'")  # noqa: S608


def waited(delivery: Json) -> float:
    """Return the seconds from the end of the last attempt to the next."""
    last: Json = delivery["attempts"][-1]
    began, next_at = map(datetime.fromisoformat, (last["at"], delivery["next_at"]))
    ms: int = last["ms"]
    return (next_at - began).total_seconds() - ms / 1_000


def given_up(hook: Hook, database: str) -> Json:
    """Let every attempt of the schedule happen, and return the delivery after the last."""
    for tries, delay in enumerate(DELAYS[1:], start=1):
        delivery = hook.tried(tries)
        assert delivery["state"] == "pending"
        assert (1 - JITTER) * delay - 0.1 <= waited(delivery) <= (1 + JITTER) * delay + SLACK
        time_passes(database, hook, (1 - JITTER) * delay - SLACK)
        assert len(hook.tried(tries)["attempts"]) == tries
        time_passes(database, hook, 2 * JITTER * delay + 2 * SLACK)
    return hook.tried(len(DELAYS))


def test_a_delivery_that_fails_is_tried_on_the_whole_schedule_and_its_webhook_disabled(
    hook: Hook, receiver: Receiver, database: str
) -> None:
    receiver.always = Answer(500)
    hook.player.draws_a_line("Spiders.")
    delivery = given_up(hook, database)
    assert (delivery["state"], delivery["next_at"]) == ("failed", None)
    assert {one["status"] for one in delivery["attempts"]} == {500}
    assert hook.see()["disabled"]["reason"] == "failing"
    assert {one.id for one in receiver.received} == {delivery["id"]}
    times = [int(one.headers["webhook-timestamp"]) for one in receiver.received]
    assert times == sorted(times)
    assert all(one.verified(hook.secret) for one in receiver.received)
    receiver.always = Answer()
    version = hook.player.draws_a_line("Ladders.")["version"]
    hook.change(enabled=True)
    assert hook.settled(1)[0]["version"] == version
    hook.sends(f"deliveries/{delivery['id']}/redeliver")
    assert hook.settled(2)[1]["id"] == delivery["id"]


def test_a_webhook_with_some_successful_deliveries_is_not_disabled(
    hook: Hook, receiver: Receiver, database: str
) -> None:
    receiver.always = Answer(500)
    hook.player.draws_a_line("Spiders.")
    first = hook.tried(1)["id"]
    receiver.always = Answer()
    hook.player.draws_a_line("Ladders.")
    hook.settled(1)
    receiver.always = Answer(500)
    last_try = f"UPDATE deliveries SET tries = {len(DELAYS) - 1} WHERE id = '{first}'"  # noqa: S608
    execute(database, last_try)
    time_passes(database, hook, DELAYS[1] * 2)
    hook.settled(1, "failed")
    assert hook.see()["disabled"] is None


def test_a_receiver_that_works_again_gets_the_delivery(
    hook: Hook, receiver: Receiver, database: str
) -> None:
    receiver.answers += [Answer(503), Answer(404)]
    hook.player.draws_a_line("Spiders.")
    for attempts in (1, 2):
        hook.tried(attempts)
        time_passes(database, hook, DELAYS[attempts] * 2)
    (delivery,) = hook.settled(1)
    assert [one["status"] for one in delivery["attempts"]] == [503, 404, 200]
    assert [one.said for one in receiver.received] == [receiver.received[0].said] * 3
    seen = hook.see()
    assert (seen["pending"], seen["delivered_at"] is not None) == (0, True)


def test_a_receiver_that_does_not_answer_in_time_has_failed(
    database_url: str, receiver: Receiver
) -> None:
    quicker = QUICK | {"verger.service.annexes.notices.sender.ATTEMPT_SECONDS": 0.3}
    with serving(database_url, quicker=quicker, verger_webhook_private_targets="on") as server:
        hook = hooked(played(server.http, "Ann", "Bo")["Ann"], receiver.url)
        receiver.always = Answer(after=(never := Event()))
        hook.player.draws_a_line("Spiders.")
        (attempt,) = hook.tried(1)["attempts"]
        never.set()
    assert (attempt["status"], attempt["error"]) == (None, "timeout")
    assert attempt["ms"] >= 300


def test_a_delivery_without_a_listener_has_failed(ann: Player) -> None:
    hook = hooked(ann, f"http://127.0.0.1:{free_port()}/")
    ann.draws_a_line("Spiders.")
    (attempt,) = hook.tried(1)["attempts"]
    assert (attempt["status"], attempt["error"]) == (None, "unreachable")


def test_nothing_more_is_sent_to_a_receiver_that_has_failed_until_it_has_rested(
    database_url: str, receiver: Receiver
) -> None:
    quicker = {"verger.service.annexes.notices.dispatcher.POLL_SECONDS": 0.05}
    with serving(database_url, quicker=quicker, verger_webhook_private_targets="on") as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        hook = hooked(ann, receiver.url)
        hook.change(enabled=False)
        receiver.always = Answer(500)
        versions = [ann.draws_a_line(text)["version"] for text in ("Spiders.", "Ladders.")]
        # Enabled again, both are due at once.
        hook.change(enabled=True)
        leased = "SELECT count(*) FROM webhooks WHERE leased_until > now()"
        hook.until(lambda found: sum(bool(one["attempts"]) for one in found) == 1)
        until(lambda: execute(database_url, leased) == "0")
        second, first = hook.deliveries()
        assert [one["version"] for one in (first, second)] == versions
        assert [len(one["attempts"]) for one in (first, second)] == [1, 0]
        assert [one.said["data"]["version"] for one in receiver.received] == versions[:1]


def test_a_receiver_that_is_gone_is_sent_no_more(hook: Hook, receiver: Receiver) -> None:
    receiver.always = Answer(410)
    hook.player.draws_a_line("Spiders.")
    delivery = hook.tried(1)
    assert (delivery["state"], delivery["next_at"]) == ("pending", None)
    assert hook.see()["disabled"]["reason"] == "gone"
    hook.player.draws_a_line("Ladders.")
    hooked(hook.player, f"{receiver.url}/other")
    hook.player.draws_a_line("Chairs.")
    receiver.wait(2)
    assert [one.path for one in receiver.received] == ["/hook", "/hook/other"]


def test_a_receiver_that_is_busy_is_left_alone_for_as_long_as_it_says(
    hook: Hook, receiver: Receiver, database: str
) -> None:
    receiver.answers.append(Answer(429, {"Retry-After": "600"}))
    hook.player.draws_a_line("Spiders.")
    assert 595 < waited(hook.tried(1)) <= 600 + SLACK
    hook.player.draws_a_line("Ladders.")
    other = hooked(hook.player, f"{receiver.url}/other")
    hook.player.draws_a_line("Chairs.")
    other.settled(1)
    assert [one.path for one in receiver.received] == ["/hook", "/hook/other"]
    time_passes(database, hook, 601)
    assert [one["attempts"][-1]["status"] for one in hook.settled(3)] == [200] * 3


@pytest.fixture(scope="module")
def small(postgres_url: str) -> Iterator[tuple[Server, str]]:
    """Start a server that keeps few deliveries and deletes old ones all the time. Yield it and its database's URL."""
    quicker = QUICK | {
        "verger.service.annexes.notices.maker.BACKLOG": KEPT,
        "verger.service.annexes.notices.registry.BACKLOG": KEPT,
        "verger.service.cleaning.CLEAN_SECONDS": 0.05,
    }
    with (
        fresh_database(postgres_url) as url,
        serving(url, quicker=quicker, verger_webhook_private_targets="on") as running,
    ):
        yield running, url


def test_events_beyond_the_backlog_wait_in_the_log(
    small: tuple[Server, str], receiver: Receiver
) -> None:
    server, url = small
    ann = played(server.http, "Ann", "Bo")["Ann"]
    hook = hooked(ann, receiver.url)
    receiver.always = Answer(500)
    versions = [ann.draws_a_line(f"Line {number}.")["version"] for number in range(3 * KEPT)]
    hook.until(lambda found: len(found) == KEPT and all(one["attempts"] for one in found))
    assert hook.see()["pending"] == KEPT
    receiver.always = Answer()
    time_passes(url, hook, DELAYS[1] * 2)
    hook.settled(3 * KEPT)
    told = [one.said["data"]["version"] for one in receiver.received]
    assert sorted(set(told)) == versions


def test_a_webhook_that_is_enabled_late_continues_with_the_newest_events(
    small: tuple[Server, str], receiver: Receiver
) -> None:
    server, _ = small
    ann = played(server.http, "Ann", "Bo")["Ann"]
    hook = hooked(ann, receiver.url)
    hook.change(enabled=False)
    versions = [ann.draws_a_line(f"Line {number}.")["version"] for number in range(3 * KEPT)]
    hook.change(enabled=True)
    hook.change(enabled=True)
    hook.settled(KEPT)
    assert [one.said["data"]["version"] for one in receiver.received] == versions[-KEPT:]


def test_another_process_makes_the_delivery_that_an_ended_process_had_begun(
    database_url: str, receiver: Receiver
) -> None:
    with serving(database_url, quicker=QUICK, verger_webhook_private_targets="on") as server:
        hook = hooked(played(server.http, "Ann", "Bo")["Ann"], receiver.url)
        for times, end in enumerate((server.kill, server.stop), start=1):
            receiver.answers.append(Answer(after=(never := Event())))
            hook.player.draws_a_line(f"Line {times}.")
            receiver.wait(2 * times - 1)
            end()
            leased = "SELECT count(*) FROM webhooks WHERE leased_until > now()"
            assert execute(database_url, leased) == str(int(end == server.kill))
            leases_end(database_url)
            server.restart()
            first, again = receiver.wait(2 * times)[-2:]
            never.set()
            assert (first.id, first.said) == (again.id, again.said)
            hook.settled(times)


def test_two_processes_share_the_work_and_send_everything_once(
    database_url: str, redis_url: str, receiver: Receiver
) -> None:
    settings = {"verger_webhook_private_targets": "on"}
    with (
        serving(database_url, redis_url, quicker=QUICK, **settings) as one,
        serving(database_url, redis_url, quicker=QUICK, **settings) as two,
    ):
        tables = [played(http, "Ann", "Bo") for http in (one.http, two.http) * 2]
        hooks = [hooked(table[name], receiver.url) for table in tables for name in ("Ann", "Bo")]
        for number in range(10):
            for table in tables:
                ann = table["Ann"].at((one, two)[number % 2].http)
                ann.draws_a_line(f"Line {number}.")
        for hook in hooks:
            assert len(hook.settled(10)) == 10
        ids = [received.id for received in receiver.received]
        assert len(ids) == len(set(ids)) == 10 * len(hooks)


def test_old_deliveries_and_ended_secrets_are_deleted(
    small: tuple[Server, str], receiver: Receiver
) -> None:
    server, url = small
    ann = played(server.http, "Ann", "Bo")["Ann"]
    hook = hooked(ann, receiver.url)
    ann.draws_a_line("Spiders.")
    hook.settled(1)
    ann.ask("POST", f"{hook.home}/secret")
    execute(url, "UPDATE webhook_secrets SET until = now() WHERE until IS NOT NULL")
    execute(url, "UPDATE deliveries SET made_at = made_at - interval '15 days'")
    hook.until(lambda found: not found)
    secrets = f"SELECT count(*) FROM webhook_secrets WHERE webhook = '{hook.id}'"  # noqa: S608
    # A separate statement deletes the secrets, shortly after the deliveries.
    until(lambda: execute(url, secrets) == "1")
