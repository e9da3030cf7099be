"""Receivers that hang delay only their own deliveries, even if many hang at once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from socket import create_server, socket
from threading import Event, Thread
from uuid import UUID, uuid4

import pytest

from tests.support.client import played
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.receiver import QUICK, Receiver, hooked
from tests.support.server import Server, serving
from verger.service.annexes.notices import share
from verger.service.annexes.notices.outbox import LeasedWebhook, Outbox
from verger.service.annexes.notices.registry import LIMIT, Owner, WebhookUpdate, register
from verger.service.annexes.notices.share import Shares, Turn, WebhookHealth
from verger.service.database.pool import Database

NEVER = 600.0
HANGING = 2 * LIMIT
"""The number of hanging webhooks: as many as two seats may have, and more than a process's parallel deliveries."""
PATIENT = QUICK | {
    "verger.service.annexes.notices.sender.ATTEMPT_SECONDS": NEVER,
    "verger.service.annexes.notices.sender.CONNECT_SECONDS": NEVER,
    "verger.service.annexes.notices.share.LATE": 1_000,
    "verger.service.annexes.notices.share.OF_ADDRESS": 1_000,
}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    assert HANGING > share.WORKERS
    with serving(database, quicker=PATIENT, verger_webhook_private_targets="on") as running:
        yield running


@contextmanager
def hanging(kind: str) -> Iterator[list[str]]:
    """Run receivers that all hang in the same way, and return their addresses."""
    scheme = "https" if kind == "handshake" else "http"
    with ExitStack() as stack:
        listening = [
            stack.enter_context(create_server(("127.0.0.1", 0), backlog=0 if kind == "deaf" else 9))
            for _ in range(HANGING)
        ]
        if kind == "deaf":
            for one in listening:
                fill(stack, one)
        elif kind == "slow":
            speaking = Thread(target=say_slowly, args=(listening, enough := Event()))
            speaking.start()
            stack.callback(speaking.join)
            stack.callback(enough.set)
        yield [f"{scheme}://127.0.0.1:{one.getsockname()[1]}/" for one in listening]


def fill(stack: ExitStack, listening: socket) -> None:
    """Fill the queue of connections that wait to be accepted, so that no further connection succeeds."""
    for _ in range(2):
        waiting = stack.enter_context(socket())
        waiting.settimeout(0)
        waiting.connect_ex(listening.getsockname())


def say_slowly(listening: list[socket], enough: Event) -> None:
    """Accept all connections, and send a byte on each from time to time."""
    taken: list[socket] = []
    for one in listening:
        one.settimeout(0)
    while not enough.wait(0.1):
        for one in listening:
            with suppress(BlockingIOError):
                taken.append(one.accept()[0])
                taken[-1].sendall(b"HTTP/1.1 200 OK\r\nName: ")
        for one in taken:
            with suppress(OSError):
                one.sendall(b"a")
    for one in taken:
        one.close()


@pytest.mark.parametrize("kind", ["silent", "deaf", "slow", "handshake"])
def test_a_delivery_arrives_while_many_others_hang(
    server: Server, receiver: Receiver, kind: str
) -> None:
    crowd, honest = played(server.http, "Ann", "Bo"), played(server.http, "Cy")["Cy"]
    with hanging(kind) as urls:
        hooks = [
            hooked(crowd[name], url) for name, url in zip(cycle(("Ann", "Bo")), urls, strict=False)
        ]
        crowd["Ann"].draws_a_line("Spiders.")
        hooked(honest, receiver.url)
        for number in range(3):
            honest.draws_a_line(f"Line {number}.")
            crowd["Bo"].draws_a_line(f"Line {number}.")
            receiver.wait(number + 1)
        begun = [until(hook.deliveries) for hook in hooks]
        assert not any(one["attempts"] for found in begun for one in found)


def test_a_delivery_arrives_while_another_one_of_its_session_hangs(
    database_url: str, receiver: Receiver
) -> None:
    # The server does not poll, so only the move makes it look at the session.
    quicker = PATIENT | {"verger.service.annexes.notices.dispatcher.POLL_SECONDS": NEVER}
    with (
        serving(database_url, quicker=quicker, verger_webhook_private_targets="on") as server,
        create_server(("127.0.0.1", 0)) as listening,
    ):
        table = played(server.http, "Ann", "Bo")
        hooked(table["Ann"], f"http://127.0.0.1:{listening.getsockname()[1]}/")
        table["Ann"].draws_a_line("Spiders.")
        listening.settimeout(PATIENCE_SECONDS)
        with listening.accept()[0]:
            hooked(table["Bo"], receiver.url)
            table["Ann"].draws_a_line("Ladders.")
            receiver.wait(1)


async def hooks(own: Database, session: UUID, seat: str, *urls: str) -> list[UUID]:
    """Register webhooks of a seat with events to send."""
    made = [uuid4() for _ in urls]
    for id, url in zip(made, urls, strict=True):
        async with own.connection() as connection:
            wanted = WebhookUpdate(url, description="")
            await register(connection, Owner(session, (seat,)), id, wanted)
            await connection.execute("UPDATE webhook_logs SET cursor = 0 WHERE webhook = $1", id)
    return made


@pytest.fixture
async def box(begun_url: str) -> AsyncIterator[tuple[Outbox, Database]]:
    own = Database(begun_url, 2)
    await own.open()
    yield Outbox(own), own
    await own.close()


def taken(shares: Shares, claimed: list[LeasedWebhook]) -> list[Turn]:
    """Begin the deliveries of these webhooks."""
    turns = [Turn(one.owner, one.target, one.health) for one in claimed]
    for turn in turns:
        shares.begin(turn)
    return turns


def different(count: int) -> list[str]:
    return [f"https://{number}.example/" for number in range(count)]


Box = tuple[Outbox, Database]


async def test_each_owner_has_a_turn_before_anybody_has_a_second_one(
    box: Box, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox, own = box
    monkeypatch.setattr(share, "WORKERS", 2)
    many = await hooks(own, session, "s1", *different(5))
    (only,) = await hooks(own, session, "s2", "https://honest.example/")
    first, second = await outbox.poll(Shares())
    assert {first.id, second.id} == {many[0], only}


async def test_webhooks_that_work_come_before_new_ones(
    box: Box, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox, own = box
    monkeypatch.setattr(share, "WORKERS", 2)
    _, *well = await hooks(own, session, "s1", *different(3))
    await hooks(own, session, "s2", *different(3))
    delivered = "UPDATE webhooks SET delivered_at = now(), rests_until = now() WHERE id = ANY($1)"
    await own.row(delivered, well)
    assert {one.id for one in await outbox.poll(Shares())} == set(well)


async def test_earlier_slow_turns_of_an_owner_count(
    box: Box, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox, own = box
    monkeypatch.setattr(share, "TURN_SECONDS", 0.0)
    monkeypatch.setattr(share, "WORKERS", 1)
    await hooks(own, session, "s1", *different(2))
    shares = Shares()
    (claimed,) = await outbox.poll(shares)
    (turn,) = taken(shares, [claimed])
    async with asyncio.timeout(NEVER) as limit:
        turn.tries(limit)
        await asyncio.sleep(0.01)
    assert (turn.is_over, shares.free) == (True, 1)
    shares.end(turn)
    (only,) = await hooks(own, session, "s2", "https://honest.example/")
    assert [one.id for one in await outbox.poll(shares)] == [only]


async def test_a_target_has_its_share_and_no_more(
    box: Box, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox, own = box
    monkeypatch.setattr(share, "TURN_SECONDS", 0.0)
    urls = [f"https://Hangs.example/{number}" for number in range(LIMIT)]
    await hooks(own, session, "s1", *urls)
    await hooks(own, session, "s2", *urls)
    shares = Shares()
    claimed = await outbox.poll(shares)
    turns = taken(shares, claimed)
    assert len(claimed) == share.OF_TARGET
    await asyncio.sleep(0.01)
    assert (shares.free, await outbox.poll(shares)) == (share.WORKERS, [])
    shares.end(turns[0])
    assert len(await outbox.poll(shares)) == 1


async def test_webhooks_that_fail_come_last_and_have_few_places(
    box: Box, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox, own = box
    failing = await hooks(own, session, "s1", *different(LIMIT))
    failed = "UPDATE webhooks SET rests_until = now(), made_at = now() - interval '1 hour'"
    await own.row(failed)
    well = await hooks(own, session, "s2", *different(3))
    claimed = [one.id for one in await outbox.poll(Shares())]
    assert set(claimed) >= set(well)
    assert len(set(claimed) & set(failing)) == share.FAILING
    await own.row("UPDATE webhooks SET leased_until = now(), delivered_at = now()")
    assert len(await outbox.poll(Shares())) == len(failing) + len(well)


@pytest.fixture
def quick_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "TURN_SECONDS": 0.0,
        "GRACE_SECONDS": 0.0,
        "OF_ADDRESS": 2,
        "LATE": 3,
    }.items():
        monkeypatch.setattr(share, name, value)


async def waiting(
    shares: Shares, address: str, attempts: list[str], health: WebhookHealth = WebhookHealth.NEW
) -> None:
    """Wait for a receiver that never answers. If the attempt is ended early, add its address to `attempts`."""
    turn = Turn(address, address, health)
    shares.begin(turn)
    try:
        async with asyncio.timeout(NEVER) as limit:
            turn.tries(limit)
            turn.leads_to(address)
            await asyncio.sleep(NEVER)
    except TimeoutError:
        attempts.append(address)
    finally:
        turn.tries(None)
        shares.end(turn)


@pytest.mark.parametrize(
    ("addresses", "ended"),
    [
        (["1.1.1.1", "1.1.1.1", "2.2.2.2"], []),
        (["1.1.1.1", "2.2.2.2", "1.1.1.1", "1.1.1.1"], ["1.1.1.1"]),
        (["1.1.1.1", "2.2.2.2", "2.2.2.2", "3.3.3.3"], ["2.2.2.2"]),
        (["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4"], ["1.1.1.1"]),
        (["2a00::1", "2a00::2", "2a00::ffff:0:0:3"], ["2a00::1"]),
        (["2a00::1", "2a00:0:0:1::1", "2a00:0:0:2::1"], []),
    ],
)
@pytest.mark.usefixtures("quick_turns")
async def test_the_oldest_attempt_at_an_address_ends_if_too_many_wait_there(
    addresses: list[str], ended: list[str]
) -> None:
    shares, found = Shares(), list[str]()
    tasks = []
    for address in addresses:
        tasks.append(asyncio.create_task(waiting(shares, address, found)))
        await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert found == ended
    assert (shares.free, shares.targets) == (share.WORKERS, {})


@pytest.mark.parametrize("place", ["1.1.1.1", "{}.1.1.1"])
@pytest.mark.usefixtures("quick_turns")
async def test_an_attempt_at_a_webhook_that_works_does_not_end_for_one_that_fails(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "LATE", 2)
    shares, well, others = Shares(), list[str](), list[str]()
    tasks = []
    order = (WebhookHealth.WELL, WebhookHealth.FAILING, WebhookHealth.NEW, WebhookHealth.WELL)
    for number, health in enumerate(order, 1):
        found = well if health is WebhookHealth.WELL else others
        one = waiting(shares, place.format(number), found, health)
        tasks.append(asyncio.create_task(one))
        await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (len(well), len(others)) == (0, 2)
