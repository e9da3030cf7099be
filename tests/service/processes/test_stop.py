"""A requested stop finishes all accepted requests, and is quick."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import asyncpg
import httpx
import pytest

from tests.support.client import Player, Table, played
from tests.support.load import verified
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.postgres import reachable_folder
from tests.support.raw_request import CHUNKED, HOST, START
from tests.support.receiver import QUICK, Answer, Receiver, hooked
from tests.support.server import Server, serving
from tests.support.socket import ending, listening, messages

STOP_SECONDS = 30
"""The time that an operator allows for a stop, long enough for a busy machine."""
ENDED_AS_ASKED = {0, -signal.SIGTERM, 128 + signal.SIGTERM}


def moves_until_the_end(player: Player) -> list[int]:
    """Return the versions of answered moves. A request may fail only because no server is there."""
    answered: list[int] = []
    while True:
        try:
            event = player.draws_a_line("Spiders.")
        except httpx.TransportError:
            return answered
        answered.append(event["version"])


def stop_under_load(server: Server, table: Table) -> tuple[set[int], int, float]:
    """The answers, the exit status, and the duration of the stop."""
    with ThreadPoolExecutor(8) as pool:
        workers = [pool.submit(moves_until_the_end, player) for player in [*table] * 4]
        until(lambda: table["Ann"].head > len(workers) * 4)
        began = time.monotonic()
        status = server.stop()
        took = time.monotonic() - began
        answered = {version for worker in workers for version in worker.result(PATIENCE_SECONDS)}
    return answered, status, took


def test_every_move_that_was_accepted_is_answered(database_url: str) -> None:
    with serving(database_url, verger_stop_seconds=STOP_SECONDS) as server:
        table = played(server.http, "Ann", "Bo")
        answered, status, took = stop_under_load(server, table)
        server.restart()
        log = [json.loads(line)["version"] for line in verified(table["Ann"])]
    assert answered == set(log) - {1, 2}
    assert status in ENDED_AS_ASKED
    assert took < STOP_SECONDS


def test_a_client_that_keeps_a_refused_connection_does_not_delay_a_stop(database_url: str) -> None:
    with (
        serving(database_url, verger_stop_seconds=STOP_SECONDS) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as link,
    ):
        link.sendall(f"{START}{HOST}{CHUNKED}\r\nzz\r\n".encode())
        assert link.recv(100).startswith(b"HTTP/1.1 400")
        began = time.monotonic()
        assert server.stop() in ENDED_AS_ASKED
        assert time.monotonic() - began < STOP_SECONDS


def test_streams_end_whole_and_do_not_delay_a_stop(database_url: str) -> None:
    with serving(database_url, verger_stop_seconds=STOP_SECONDS) as server:
        table = played(server.http, "Ann", "Bo")
        followed: list[list[str]] = []

        def follow() -> None:
            mine: list[str] = []
            followed.append(mine)
            with table["Bo"].follows() as lines:
                mine.extend(lines)

        readers = [threading.Thread(target=follow) for _ in range(5)]
        for reader in readers:
            reader.start()
        table["Ann"].draws_a_line("Spiders.")
        until(lambda: len(followed) == 5 and all("id: 3" in mine for mine in followed))
        began = time.monotonic()
        assert server.stop() in ENDED_AS_ASKED
        assert time.monotonic() - began < STOP_SECONDS
        for reader in readers:
            reader.join(PATIENCE_SECONDS)
    assert len(followed) == 5
    assert all(lines[-1] == ": stopping" and "id: 2" in lines for lines in followed)


def test_a_stop_closes_sockets_with_its_reason(database_url: str) -> None:
    with serving(database_url, verger_stop_seconds=STOP_SECONDS) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        with listening(bo, after=1) as link:
            assert next(messages(link))["version"] == 2
            server.process.terminate()
            assert ending(link) == (1012, "stopping")
        assert server.process.wait(timeout=STOP_SECONDS) in ENDED_AS_ASKED
        assert "Traceback" not in server.said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_is_not_reported_as_an_error(database_url: str, number: signal.Signals) -> None:
    with serving(database_url) as server:
        server.process.send_signal(number)
        assert server.process.wait(PATIENCE_SECONDS) in {0, -number, 128 + number}
        assert "Traceback" not in server.said


def test_a_server_that_is_stopping_is_not_ready(database_url: str) -> None:
    with serving(database_url) as server:
        ann = played(server.http, "Ann")["Ann"]
        with ann.follows() as lines:
            assert next(lines) == "retry: 1000"
            server.process.terminate()
            list(lines)
        assert server.process.wait(PATIENCE_SECONDS) in ENDED_AS_ASKED


async def test_leases_of_webhooks_that_do_not_end_do_not_delay_a_stop(
    database_url: str, receiver: Receiver
) -> None:
    waits = {**QUICK, "verger.service.database.pool.COMMAND_SECONDS": 10 * PATIENCE_SECONDS}
    with serving(database_url, quicker=waits, verger_webhook_private_targets="on") as server:
        ann, never = played(server.http, "Ann")["Ann"], threading.Event()
        hooked(ann, receiver.url)
        receiver.answers.append(Answer(after=never))
        ann.draws_a_line("Spiders.")
        receiver.wait(1)
        async with locked(database_url, "webhooks"):
            assert await asyncio.to_thread(server.stop) in ENDED_AS_ASKED
        never.set()


@asynccontextmanager
async def locked(url: str, table: str) -> AsyncIterator[None]:
    """Lock a table."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            await connection.execute(f"LOCK TABLE {table}")
            yield
    finally:
        await connection.close()


def test_a_server_with_an_embedded_database_ends_without_a_word() -> None:
    with reachable_folder() as folder, (folder / "said").open("w+b") as said:
        own = {"PATH": os.environ["PATH"], "PORT": str(free_port()), "VERGER_DEMO": "off"}
        command = [sys.executable, "-c", "from verger.service.cli import main; main(['serve'])"]
        with subprocess.Popen(command, cwd=folder, env=own, stdout=said, stderr=said) as process:
            try:
                until(lambda: b"Verger listens" in (folder / "said").read_bytes())
                process.terminate()
                assert process.wait(PATIENCE_SECONDS) in ENDED_AS_ASKED
            finally:
                process.kill()
        assert "nothing listens" not in (folder / "said").read_text()
