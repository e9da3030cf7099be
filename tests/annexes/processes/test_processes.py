"""With `VERGER_PROCESSES`, several processes behind one address work as one server."""

import os
import re
import signal
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support import forked
from tests.support.client import Client, Player, played, started
from tests.support.http_client import HttpClient
from tests.support.load import verified
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.program import needs_haproxy
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.socket import listening, messages
from verger.domain.core.ruling import filled
from verger.service.problem.table import KINDS

pytestmark = needs_haproxy


PAUSE_SECONDS = 0.02
GUESSES: dict[str, Any] = {"verger_rate_failures": 3}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    """Start a server of two processes. After each test, both must serve."""
    with serving(database, verger_processes=2, verger_log_level="info", **GUESSES) as running:
        yield running


@pytest.fixture(scope="module")
def behind(database: str) -> Iterator[Server]:
    """Start another server, which trusts proxies. The last test kills its processes."""
    with serving(
        database, verger_processes=2, verger_trusted_proxies="private", **GUESSES
    ) as other:
        yield other


def begun_by(parent: int) -> list[int]:
    return [*map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())]


def processes(server: Server) -> list[int]:
    """Return the ids of the serving processes that the parent has started."""
    return [pid for pid in begun_by(server.process.pid) if "serve" in command_of(pid)]


def command_of(pid: int) -> str:
    """Return the command line of a process, or an empty text if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


def are_others(server: Server, before: set[int]) -> bool:
    """Return whether two processes run, and neither was there before."""
    now = set(processes(server))
    return len(now) == 2 and not now & before


def serving_it(server: Server, trace: str) -> str:
    """Return the process that has answered a request."""
    return str(server.told(trace_id=trace)[0]["process"])


def test_a_session_stays_with_one_process_and_both_have_some(server: Server) -> None:
    tables = [started(server.http, "Ann")["Ann"] for _ in range(12)]
    homes: list[str] = []
    for ann in tables:
        asked = [ann.get(f"{ann.home}{path}") for path in ("", "/state", "/options", "/events")]
        served = {serving_it(server, answer.headers["trace-id"]) for answer in asked}
        assert len(served) == 1
        homes += served
    assert set(homes) == {"1", "2"}
    assert re.findall(r"listens on \S+", server.printed) == [f"listens on {server.url}"]


def test_several_processes_are_played_and_followed_as_one_server(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    ann = table["Ann"]
    with listening(ann, subprotocols=["verger.v1", f"verger.token.{ann.token}"]) as link:
        heard = messages(link)
        assert next(heard)["version"] == 1
        version = ann.draws_a_line("Spiders.")["version"]
        assert any(event["version"] == version for event in heard)
    assert verified(ann)


def test_health_and_metrics_of_a_process_are_at_its_number_and_not_proxied(server: Server) -> None:
    visitor = Client(server.http)
    for number in (1, 2):
        home = f"/process/{number}"
        assert visitor.read(f"{home}/healthz")["status"] == "alive"
        assert visitor.read(f"{home}/readyz")["status"] == "ready"
        assert "verger_moves_total" in visitor.get(f"{home}/metrics").text
        through = visitor.get(f"{home}/metrics", {"X-Forwarded-For": "192.0.2.7"})
        assert through.status_code == 404
    assert visitor.get("/metrics").status_code == 404
    assert visitor.get("/process/1/v1/sessions").status_code == 404


def is_made(player: Player, key: str) -> bool:
    """Send a move, and return whether it was made. The process may die during the request."""
    with suppress(httpx.TransportError):
        return player.move("add_limit", key=key, kind="line", text="Spiders.").status_code == 201
    return False


def all_answer(server: Server) -> bool:
    paths = [f"/process/{number}/readyz" for number in (1, 2)]
    return all(server.http.get(path).status_code == 200 for path in paths)


def keeps_playing(server: Server, player: Player, done: Event) -> list[tuple[int, str]]:
    """Let a client send moves, each once and with pauses, until `done`. Return every answer.

    Without pauses, the requests would slow down processes that start.
    """
    answers = []
    with closing(HttpClient(server.url, PATIENCE_SECONDS)) as http:
        own = player.at(http)
        while not done.wait(PAUSE_SECONDS):
            answer = own.move("add_limit", kind="line", text="Spiders.")
            answers.append((answer.status_code, answer.text))
    return answers


def test_processes_are_restarted_in_turn_and_no_move_is_refused(server: Server) -> None:
    tables = [started(server.http, "Ann")["Ann"] for _ in range(4)]
    before, done = set(processes(server)), Event()
    with ThreadPoolExecutor(4) as pool:
        playing = [pool.submit(keeps_playing, server, ann, done) for ann in tables]
        try:
            server.process.send_signal(signal.SIGHUP)
            until(lambda: are_others(server, before) and all_answer(server))
        finally:
            done.set()
        answers = [answer for one in playing for answer in one.result()]
    assert {status for status, _ in answers} == {201}
    for ann in tables:
        verified(ann)
    assert len(server.told(2, event="process_restarts")) == 2


@contextmanager
def frozen(pids: Collection[int]) -> Iterator[None]:
    """Stop processes, and continue them at the end, because a stopped process cannot end."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def test_a_restart_waits_until_a_process_that_has_just_died_serves_again(server: Server) -> None:
    before, ann = set(processes(server)), started(server.http, "Ann")["Ann"]
    os.kill(max(before), signal.SIGKILL)
    begun = until(lambda: set(processes(server)) - before)
    with frozen(begun):
        # A request to the dying process can break off. Another test is about that.
        until(lambda: is_made(ann, uuid4().hex))
        server.process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert is_made(ann, uuid4().hex)
            sleep(PAUSE_SECONDS)
    until(lambda: are_others(server, before | begun) and all_answer(server))


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_restart_survives_the_death_of_haproxy(server: Server, has_begun: bool) -> None:
    before, ann = set(processes(server)), started(server.http, "Ann")["Ann"]
    parent = server.process.pid
    (haproxy,) = [pid for pid in begun_by(parent) if "haproxy" in command_of(pid)]
    restarts = {"event": "process_restarts"}
    told = len(server.told(0, **restarts))
    # If HAProxy dies during the start, the parent ends.
    until(lambda: "listens on" in server.printed)
    with frozen([parent] if not has_begun else []):
        server.process.send_signal(signal.SIGHUP)
        if has_begun:
            server.told(told + 1, **restarts)
        os.kill(haproxy, signal.SIGKILL)
    until(lambda: are_others(server, before))
    until(lambda: is_made(ann, uuid4().hex) and all_answer(server))
    assert len(server.told(told + 2, **restarts)) == told + 2
    assert haproxy not in begun_by(parent)


def test_a_request_to_a_dying_process_is_answered_as_without_a_server(
    server: Server,
) -> None:
    ann, both = started(server.http, "Ann")["Ann"], processes(server)
    # On a connection that was used before, HAProxy would close the connection without an answer.
    with ThreadPoolExecutor(1) as pool, closing(HttpClient(server.url, PATIENCE_SECONDS)) as http:
        with frozen(both):
            asked = pool.submit(ann.at(http).move, "add_limit", kind="line", text="Spiders.")
            # In this time, the request reaches one of the processes.
            sleep(20 * PAUSE_SECONDS)
            for pid in both:
                os.kill(pid, signal.SIGKILL)
        cut = asked.result()
    assert (cut.status_code, cut.json()["status"], cut.json()["code"]) == (503, 503, "unavailable")
    assert cut.headers["Retry-After"] == "1"
    assert re.fullmatch("[012] of 2 processes answer", cut.json()["facts"]["cause"])
    until(lambda: are_others(server, set(both)) and all_answer(server))


def test_a_process_that_dies_is_started_again_and_the_other_serves_until_then(
    server: Server,
) -> None:
    ann, died = started(server.http, "Ann")["Ann"], {"event": "process_died"}
    before = len(server.told(0, **died))
    for victim in processes(server):
        os.kill(victim, signal.SIGKILL)
        key = uuid4().hex
        until(partial(is_made, ann, key))
        until(partial(are_others, server, {victim}))
        until(lambda: all_answer(server))
    assert len(server.told(before + 2, **died)) == before + 2
    verified(ann)


def soon(server: Server) -> httpx.Response | None:
    """Return the answer to a request, or None if there is none within a second."""
    with suppress(httpx.TimeoutException):
        return Client(server.http).ask("GET", "/v1/sessions", timeout=1.0)
    return None


def test_without_a_process_the_answer_is_a_problem_of_the_api(server: Server) -> None:
    with frozen(processes(server)):
        away = until(lambda: soon(server), lambda answer: answer and answer.status_code == 503)
    assert away
    problem, kind = away.json(), KINDS["unavailable"]
    assert problem["facts"]["cause"] == "0 of 2 processes answer"
    assert away.headers["Content-Type"] == "application/problem+json"
    assert (problem["code"], problem["title"], problem["detail"]) == (
        "unavailable", kind.title, filled(kind.meaning, problem["facts"]),
    )  # fmt: skip
    assert (problem["trace_id"], away.headers["Retry-After"]) == (away.headers["Trace-Id"], "1")
    until(lambda: server.http.get("/healthz").status_code == 200)
    until(lambda: all_answer(server))


def test_only_trusted_proxies_are_believed_about_a_callers_address(
    server: Server, behind: Server
) -> None:
    assert 429 in guesses(server)
    assert 429 not in guesses(behind)


def guesses(server: Server) -> list[int]:
    """Return the answers to a client that guesses tokens, and names another address each time."""
    guesser = Client(server.http, "vg_guess")
    return [
        guesser.get("/v1/sessions", {"X-Forwarded-For": f"192.0.2.{n}"}).status_code
        for n in range(20)
    ]


def test_a_stop_or_a_killed_parent_ends_all_processes(behind: Server) -> None:
    ann = started(behind.http, "Ann")["Ann"]
    ann.draws_a_line("Spiders.")
    begun = processes(behind)
    assert behind.stop() == 0
    assert not are_there(begun)
    with pytest.raises(httpx.ConnectError):
        behind.http.get("/healthz")
    behind.restart()
    verified(ann)
    begun = processes(behind)
    behind.kill()
    until(lambda: not are_there(begun))


def are_there(pids: Sequence[int]) -> bool:
    return any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_without_haproxy_a_start_says_what_is_missing(database: str, tmp_path: Path) -> None:
    own = {"DATABASE_URL": database, "VERGER_SECRET_KEYS": SECRET_KEY, "VERGER_PROCESSES": "2"}
    done = forked.run("serve", environment={**own, "PATH": str(tmp_path)})
    assert done.returncode == 2
    assert "no haproxy is installed" in done.stderr
