"""How the Python client handles bad answers.

The tests of the TypeScript client have the same cases.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.clients.python.newer import EVENT
from verger_client import Problem, Session, Unreachable, Verger, VergerError

CASES = json.loads((Path(__file__).parents[1] / "answers.json").read_text())


class Body(httpx.SyncByteStream):
    """The body of an answer. It can break off."""

    def __init__(self, content: bytes, *, breaks: bool) -> None:
        self.content, self.breaks = content, breaks

    def __iter__(self) -> Iterator[bytes]:
        yield self.content
        if self.breaks:
            raise httpx.ReadError("cut")


class Server:
    """A client, and a simulated server that gives the answers of a case."""

    def __init__(self, answers: list[Any]) -> None:
        self.answers, self.asked = list(answers), list[httpx.Request]()
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        verger = Verger("http://verger", "vg_x", retry_seconds=60, http=http)
        self.bo: Session = verger.session("5e550000-0000-4000-8000-000000000001", "s2")

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if answer == "lost":
            raise httpx.ConnectError("refused")
        if answer == "silent":
            raise httpx.ReadTimeout("late")
        if answer == "event 3":
            return httpx.Response(201, json=EVENT)
        return response(**answer)


def response(
    status: int = 200, *, form: str = "", text: str = "", breaks: bool = False, **more: Any
) -> httpx.Response:
    """Return an answer that a case describes."""
    if "code" in more:
        told = {"title": "No", "detail": "No.", "instance": "/", "trace_id": "1", "type": "/no"}
        own = {name: more[name] for name in ("code", "rule", "facts") if name in more}
        text, form = json.dumps({**told, "status": status, **own}), "application/problem+json"
    if "lines" in more or "more" in more:
        lines = [f"{json.dumps(EVENT | {'version': one})}\n" for one in more.get("lines", ())]
        text, form = "".join(lines) + more.get("more", ""), "application/x-ndjson"
    headers = {"Content-Type": form} if form else {}
    stream = Body(text.encode(), breaks=breaks)
    return httpx.Response(status, stream=stream, headers=headers | more.get("headers", {}))


def heard(server: Server, case: dict[str, Any]) -> tuple[list[int | str], VergerError | None]:
    """Return the versions or the picture that a case gives, and the error at the end."""
    found: list[int | str] = []
    try:
        if "draws" in case:
            return [server.bo.get_network_picture()], None
        if "follows" not in case:
            return [server.bo.move("hum", seen=2).version], None
        for event in server.bo.follow():
            found.append(event.version)
            if found == case["gives"] and "error" not in case:
                break
    except VergerError as error:
        return found, error
    return found, None


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_bad_answer_is_passed_over_or_is_an_error_of_the_client(case: dict[str, Any]) -> None:
    server = Server(case["answers"])
    gives, error = heard(server, case)
    assert (gives, type(error).__name__) == (case.get("gives", []), case.get("error", "NoneType"))
    if isinstance(error, Problem):
        assert error.code == case["code"]
    assert server.answers == []
    places = [request.url.params.get("after", "0") for request in server.asked]
    assert places == case.get("after", ["0"] * len(places))
    assert len({request.headers.get("Idempotency-Key") for request in server.asked}) == 1
    assert len({request.content for request in server.asked}) == 1


@pytest.mark.parametrize("case", [case for case in CASES if case["answers"][-1] == "event 3"])
def test_without_retries_a_bad_answer_is_an_error_of_the_client(case: dict[str, Any]) -> None:
    server = Server(case["answers"])
    with pytest.raises((Problem, Unreachable)):
        server.bo.with_options(retry_seconds=-1).move("hum")
    assert len(server.asked) == 1
