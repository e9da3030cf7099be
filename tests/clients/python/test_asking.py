"""What the Python client sends again, and what it makes of answers that are not as it knows them."""

import json
import logging
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random

import httpx
import msgspec
import pytest

from tests.support.root import ROOT
from verger_client import Problem, Unreachable, Verger, wire
from verger_client._sync.session import ALIKE
from verger_client.patience import MOST_SECONDS, Pauses
from verger_client.types import Option

SESSION = "5e550000-0000-4000-8000-000000000001"
EVENT = {
    "version": 3,
    "type": "a_new_type",
    "hash": "00",
    "texts": [],
    "event": {
        "at": "2026-11-20T19:04:00Z",
        "seat": "s2",
        "move": {"move": "a_new_type", "how": ["new"]},
        "ruling": {"verdict": "allowed", "sentence": "So it is.", "confidence": 1},
        "effects": [{"effect": "never_seen", "of": {"what": 1}}],
    },
    "weather": "fair",
}
SEEN = {
    "session": SESSION,
    "version": 2,
    "title": "Low Tide",
    "ruleset": "verge",
    "ruleset_version": 1,
    "step": "compile",
    "phase": None,
    "paused": False,
    "seats": [],
    "your_seats": ["s2"],
    "awaited": [],
}
OPTION = {
    "fixed": {"move": "hum"},
    "fields": [
        {"field": "melody", "name": "tune", "notes": [1, 2]},
        {"field": "text", "name": "text", "limit": 9},
    ],
}

Answer = httpx.Response | httpx.TransportError


class Line:
    """A line to a server that answers as it is told to."""

    def __init__(self, *answers: Answer, retry_seconds: float = 60.0) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        self.verger = Verger("http://verger", "vg_x", retry_seconds=retry_seconds, http=http)
        self.bo = self.verger.session(SESSION, "s2")

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer


def no(status: int, code: str, **fields: str) -> httpx.Response:
    """A problem."""
    body = {
        "type": f"/docs/problems/{code}",
        "title": "No",
        "status": status,
        "detail": "No.",
        "instance": "/",
    }
    return httpx.Response(status, json={**body, "code": code, "trace_id": "1"}, headers=fields)


def made() -> httpx.Response:
    return httpx.Response(201, json=EVENT)


def seen(**more: object) -> httpx.Response:
    """The session."""
    return httpx.Response(200, json={**SEEN, **more}, headers={"ETag": '"2"'})


@pytest.mark.parametrize(
    "first",
    [
        lambda: httpx.ConnectError("refused"),
        lambda: httpx.ReadTimeout("late"),
        lambda: no(503, "unavailable", **{"Retry-After": "0"}),
        lambda: no(429, "rate_limited", **{"Retry-After": "0"}),
        lambda: no(409, "request_running", **{"Retry-After": "0"}),
    ],
    ids=["connection", "time", "unavailable", "rate", "running"],
)
def test_what_may_be_sent_again_is_with_its_key(first: Callable[[], Answer]) -> None:
    line = Line(first(), made())
    line.bo.move("hum", seen=2)
    one, other = line.asked
    assert one.headers["Idempotency-Key"] == other.headers["Idempotency-Key"]
    assert (one.content, one.headers["If-Match"]) == (other.content, '"2"')


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 412, 422, 500, 503])
def test_nothing_else_is(status: int) -> None:
    line = Line(no(status, "no_such_thing"))
    with pytest.raises(Problem) as caught:
        line.bo.move("hum")
    assert (caught.value.status, len(line.asked)) == (status, 1)


def test_nothing_is_beyond_the_budget() -> None:
    line = Line(no(429, "rate_limited", **{"Retry-After": "60"}), retry_seconds=30)
    with pytest.raises(Problem, match="rate_limited"):
        line.bo.move("hum")
    line = Line(httpx.ConnectError("refused"), retry_seconds=0)
    with pytest.raises(Unreachable, match="http://verger does not answer: refused"):
        line.bo.move("hum")


def test_pauses_grow_up_to_a_bound_and_begin_again() -> None:
    pauses = Pauses()
    waits = [pauses.next() for _ in range(20)]
    assert waits[0] < waits[4]
    assert MOST_SECONDS / 2 <= waits[-1] <= MOST_SECONDS
    pauses.begin_again()
    assert pauses.next() < 1
    assert pauses.next(7) == 7


def test_a_moment_is_no_older_than_what_was_heard_of() -> None:
    line = Line(seen(), seen(version=3))
    assert line.bo.now(at_least=3).version == 3
    assert [request.url.params.get("at") for request in line.asked] == [None, "3"]


def test_turns_end_with_the_game() -> None:
    assert list(Line(seen(step="over")).bo.turns()) == []


def test_following_goes_on_after_a_failure_of_the_server() -> None:
    line = Line(no(500, "internal_error"), httpx.Response(200, text=f"{json.dumps(EVENT)}\n"))
    assert next(line.bo.follow()).version == 3


def test_what_hangs_on_dice_comes_to_nothing_yet() -> None:
    would = {"verdict": "needs_dice", "version": 2, "dice": {"count": 2, "faces": 6}}
    assert Line(httpx.Response(200, json=would)).bo.try_move("strike") is None


def test_reads_name_the_seat_where_the_api_takes_one() -> None:
    paths = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]
    home = "/v1/sessions/{session}"
    for path, operations in paths.items():
        if path.startswith(home) and "get" in operations:
            named = [str(one) for one in operations["get"].get("parameters", ())]
            takes_seat = any("parameters/Seat'" in one for one in named)
            assert takes_seat != path.removeprefix(home).startswith(ALIKE), path


def test_what_a_newer_server_says_is_read_as_far_as_it_is_known() -> None:
    event = Line(made()).bo.move("hum")
    assert (event.type, event.event.effects) == (
        "a_new_type",
        ({"effect": "never_seen", "of": {"what": 1}},),
    )
    option = wire.decode(msgspec.json.encode(OPTION), Option)
    (tune, text) = option.fields
    assert (tune.field, tune.name, text.limit) == ("melody", "tune", 9)


def test_what_is_not_json_is_neither_sent_nor_read() -> None:
    line = Line(made())
    with pytest.raises(TypeError, match="JSON has no place for Random"):
        line.bo.move("hum", how=Random(1))  # noqa: S311
    with pytest.raises(msgspec.ValidationError, match="Expected `Random`, got `int`"):
        line.bo.read(dict[str, Random])
    assert [request.method for request in line.asked] == ["GET"]


def test_an_answer_of_somebody_else_is_a_problem_by_its_status() -> None:
    with pytest.raises(Problem, match="The answer is 502 Bad Gateway") as caught:
        Line(httpx.Response(502, text="<h1>nginx</h1>")).bo.move("hum")
    assert caught.value.code == "status_502"


class Cut(httpx.SyncByteStream):
    """A body that breaks off."""

    def __iter__(self) -> Iterator[bytes]:
        yield b'{"verger":'
        raise httpx.ReadError("cut")


@pytest.mark.parametrize("answer", [httpx.ConnectError("cut"), httpx.Response(200, stream=Cut())])
def test_an_archive_that_does_not_come_whole_is_told(answer: Answer) -> None:
    with pytest.raises(Unreachable, match="http://verger does not answer: cut"):
        Line(answer).bo.export(BytesIO())


def test_what_is_about_to_go_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    going = made()
    going.headers["Deprecation"] = "@1798761600"
    with caplog.at_level(logging.WARNING, "verger_client"):
        Line(going).bo.move("hum")
    assert caplog.messages == [
        f"/v1/sessions/{SESSION}/moves is deprecated: see the server's changelog"
    ]


def test_lines_end_with_a_line_feed_alone() -> None:
    lines = wire.Lines()
    pieces: Iterator[bytes] = iter(['{"a":"\u2028'.encode(), b'"}\n\n{"b"', b":1}\n"])
    assert [lines.add(piece) for piece in pieces] == [
        [],
        ['{"a":"\u2028"}'.encode(), b""],
        [b'{"b":1}'],
    ]
