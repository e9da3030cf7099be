"""The evening that every client plays: the requests in their order, and the expected answers."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.clients.standard.programs import Answer, Program
from tests.clients.standard.ways import Way
from tests.support.cutting import cutting
from tests.support.patience import until
from tests.support.server import Server

PROBLEM = "application/problem+json"
TEXTS = (
    "Spiders.",
    "Käfer, große “Ameisen”",
    "蜘蛛 🕷",
    'A \\ and "quotes"',
    "<b>&amp;</b> %0A \\u0041",
)
"""Texts that a client could change by mistake, for example by a wrong encoding."""
CUTS = 2_500, 2_500, 4_000
"""The first connections of a stream are cut after this number of bytes, within an event."""
QUIET_SECONDS = 1.0
"""The time without events at the end. The stream then sends some comments, which are not events."""

Ask = Callable[..., Answer]


class Seat(NamedTuple):
    """A seat, and the function that sends its requests."""

    ask: Ask
    home: str
    token: str

    def asks(self, method: str, path: str, body: Any = None, **fields: str) -> Answer:
        """Send a request below the address of the session."""
        return self.ask(
            method, f"{self.home}{path}", body, authorization=f"Bearer {self.token}", **fields
        )

    def moves(self, text: str, **fields: str) -> Answer:
        """Draw a line: a move that every seat may make at any time."""
        return self.asks(
            "POST", "/moves", {"move": "add_limit", "kind": "line", "text": text}, **fields
        )


def play_on(program: Program, way: Way, server: Server, folder: Path) -> None:
    """Play the evening through a proxy. The stream is cut between the client and the proxy."""
    with way.before(folder, server.port) as port, cutting(port, *CUTS) as cut:
        play(program, f"http://127.0.0.1:{port}", cut.url)
        assert cut.cut >= 2, "the stream was not cut"


def play(program: Program, base: str, stream: str) -> None:
    """Play the evening at one address, and follow it at the other."""
    with program.asking(base) as ask:
        ann, bo = sat_down(ask)
        with program.following(f"{stream}{bo.home}/events", bo.token) as heard:
            moved(ann, bo, heard)
            read(ann, bo)
            refused(ann, bo)
            many(ann, bo)
            log = ann.asks("GET", "/events?limit=500").json["events"]
            until(lambda: len(heard) >= len(log))
            left(bo)
        assert [id for id, *_ in heard] == [str(event["version"]) for event in log]
        assert {name for _, name, _ in heard} == {""}
        assert [json.loads(data) for *_, data in heard] == log


def sat_down(ask: Ask) -> tuple[Seat, Seat]:
    """Ann starts a session. The same request, sent again, returns the same session. Bo claims the other seat."""
    seats = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
    starting = {"title": "Low Tide", "seats": seats}
    key = f"low-tide-{time.time_ns()}"
    started = ask("POST", "/v1/sessions", starting, idempotency_key=key)
    again = ask("POST", "/v1/sessions", starting, idempotency_key=key)
    assert started.status == again.status == 201
    assert started.json == again.json
    session, code = started.json["session"], started.json["seats"][1]["claim_code"]
    claimed = ask("POST", "/v1/seats/claim", {"code": code})
    assert claimed.status == 201
    home = f"/v1/sessions/{session}"
    return Seat(ask, home, started.json["token"]), Seat(ask, home, claimed.json["token"])


def moved(ann: Seat, bo: Seat, heard: Sequence[object]) -> None:
    """Each move is sent twice and made once. Its text comes back unchanged."""
    for number, text in enumerate(TEXTS):
        seat, key = (ann, bo)[number % 2], f"move-{number}"
        made, again = seat.moves(text, idempotency_key=key), seat.moves(text, idempotency_key=key)
        assert made.status == again.status == 201, made
        assert made.json == again.json
        assert made.json["event"]["move"]["text"] == text
        assert "idempotent-replayed" not in made.fields
        assert again.fields["idempotent-replayed"] == "true"
        until(lambda: len(heard) > number)  # noqa: B023, it is called at once


def read(ann: Seat, bo: Seat) -> None:
    """A state that the client knows is not sent again. A move with the tag of an old state is refused."""
    state = ann.asks("GET", "/state")
    tag = state.fields["etag"]
    known = ann.asks("GET", "/state", if_none_match=tag)
    assert (state.status, known.status, known.body) == (200, 304, b"")
    head = ann.asks("HEAD", "/state")
    assert (head.status, head.body) == (200, b"")
    # A compressed answer has a weak tag. Some clients do not ask for compression in a HEAD request.
    assert head.fields["etag"].removeprefix("W/") == tag.removeprefix("W/")
    assert bo.moves("Snakes.", if_match=tag).status == 201
    newer = ann.asks("GET", "/state", if_none_match=tag)
    assert (newer.status, newer.json["version"]) == (200, state.json["version"] + 1)
    stale = bo.moves("Rats.", if_match=tag)
    assert (stale.status, stale.json["code"]) == (412, "stale_version")


def refused(ann: Seat, bo: Seat) -> None:
    """A refusal is a problem with a remedy. The answer to an invalid token is also a problem with a remedy."""
    refusal = ann.asks("POST", "/moves", {"move": "rewind", "to": 99})
    assert (refusal.status, refusal.fields["content-type"]) == (409, PROBLEM)
    assert (refusal.json["code"], refusal.json["rule"]) == ("not_earlier", "table.rewind")
    assert refusal.json["remedy"]
    stranger = Seat(bo.ask, bo.home, "nobody").asks("GET", "/state")
    assert (stranger.status, stranger.fields["content-type"]) == (401, PROBLEM)
    assert stranger.json["code"] == "invalid_token"
    broken = bo.asks("POST", "/moves", ["no", "move"])
    assert (broken.status, broken.json["code"]) == (400, "invalid_body")


def many(ann: Seat, bo: Seat) -> None:
    """Make enough moves so that answers are compressed and the stream is cut."""
    for number in range(8):
        assert (ann, bo)[number % 2].moves(f"Line {number}: " + "spiders, " * 20).status == 201
    lines = ann.asks("GET", "/events", accept="application/x-ndjson").body.splitlines()
    assert [json.loads(line)["version"] for line in lines] == list(range(1, len(lines) + 1))


def left(bo: Seat) -> None:
    """After a quiet time, Bo revokes the token, which ends the stream."""
    time.sleep(QUIET_SECONDS)
    tokens = bo.asks("GET", "/tokens").json["tokens"]
    own = next(one["id"] for one in tokens if one["is_own"])
    revoked = bo.asks("DELETE", f"/tokens/{own}")
    assert (revoked.status, revoked.body) == (204, b"")
