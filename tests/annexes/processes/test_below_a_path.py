"""Several processes below a path: HAProxy handles requests with the path, and requests without the path."""

from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from tests.annexes.processes.test_processes import frozen, processes, serving_it
from tests.support.client import started
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.program import needs_haproxy
from tests.support.server import Server, serving

PATH = "/games/verger"

pytestmark = needs_haproxy


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    url = f"https://play.example{PATH}/"
    with serving(database, verger_processes=2, verger_log_level="info", verger_url=url) as running:
        yield running


def test_a_session_stays_with_one_process_whether_the_path_is_passed_on_or_not(
    server: Server,
) -> None:
    homes = set[str]()
    with closing(HttpClient(server.url + PATH, PATIENCE_SECONDS)) as below:
        for ann in (started(below, "Ann")["Ann"] for _ in range(12)):
            asked = [ann.at(http).get(ann.home) for http in (below, server.http, below)]
            served = {serving_it(server, answer.headers["trace-id"]) for answer in asked}
            assert len(served) == 1
            homes |= served
        for path, leads in (("", f"{PATH}/docs"), ("/docs/", f"{PATH}/docs")):
            assert httpx.get(server.url + PATH + path, trust_env=False).headers["location"] == leads
    assert homes == {"1", "2"}


def test_an_answer_of_haproxy_itself_has_the_path(server: Server) -> None:
    with frozen(processes(server)):
        away = until(lambda: _soon(server), lambda answer: answer and answer.status_code == 503)
    assert away
    assert away.json()["type"] == f"{PATH}/docs/problems/unavailable"


def _soon(server: Server) -> httpx.Response | None:
    try:
        return httpx.get(f"{server.url}{PATH}/v1/rulesets", trust_env=False, timeout=5)
    except httpx.TimeoutException:
        return None
