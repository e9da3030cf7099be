"""Redactions reach the forks of a session, their forks, and later forks."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from tests.api.http.test_redactions import NAME, redact, redacted
from tests.support.client import Player, forked, of, played
from tests.support.dump import dump
from tests.support.redacting import redact_in
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.text import REDACTED
from verger.service.archive.verify import Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.play.answer import Appended
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.problem.obstacle import Obstacle
from verger.service.redaction import redacting, rewrite_forks
from verger.service.redaction.redacting import RedactionRequest
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as server:
        yield server


@pytest.fixture
def ann(server: Server) -> Player:
    return played(server.http, "Ann", "Bo")["Ann"]


async def verified(url: str, *players: Player) -> list[list[int]]:
    """Require that each session verifies, and return its redacted versions."""
    redacted = []
    async with Parts(Settings(database_url=url)).running() as parts:
        for player in players:
            found = await verify_session(
                parts.database, parts.store, UUID(player.session), lambda _: None
            )
            assert isinstance(found, Verifier), found
            redacted.append(found.counts.rewritten)
    return redacted


async def test_texts_that_forks_repeat_are_redacted_too(
    server: Server, ann: Player, database_url: str
) -> None:
    line = ann.draws_a_line(NAME)["version"]
    fork = forked(ann, title=f"At {NAME}'s")["Ann"]
    said = fork.draws_a_line(f"Again {NAME}.")["version"]
    second = forked(fork, version=said)["Ann"]
    second.draws_a_line(f"And again {NAME}.")
    apart = forked(ann, version=line - 1)["Ann"]
    heads = [player.head for player in (ann, fork, second)]
    event = redacted(ann, line)
    assert NAME not in dump(database_url)
    assert [player.head for player in (ann, fork, second)] == [head + 1 for head in heads]
    assert apart.head == line
    told = fork.log()[-1]["event"]
    assert told["seat"] is None
    assert (
        told["move"]["reason"] == f"Redacted in session {ann.session}, version {event['version']}."
    )
    assert (told["move"]["versions"], told["move"]["rewritten"]) == ([line], [line, line + 1, said])
    limits = second.see("/state")["table"]["limits"]
    assert [limit["text"] for limit in limits] == [
        REDACTED,
        REDACTED,
        REDACTED,
    ]
    assert fork.draws_a_line("Rats.")["version"] == heads[1] + 2
    named = await verified(database_url, ann, fork, second, apart)
    assert named == [[line], [line, line + 1, said], [line, line + 1, said, said + 1, said + 2], []]


async def test_another_process_forgets_the_content_of_a_fork(
    server: Server, ann: Player, database_url: str, redis_url: str
) -> None:
    line = ann.draws_a_line(NAME)["version"]
    fork = forked(ann)["Ann"]
    with serving(database_url, redis_url) as other:
        elsewhere = fork.at(other.http)
        assert NAME in json.dumps(elsewhere.see("/state"))
        redacted(ann, line)
        elsewhere.draws_a_line("Spiders.")
        assert NAME not in json.dumps([elsewhere.see("/state"), elsewhere.log()])


async def test_later_forks_contain_the_redaction(
    server: Server, ann: Player, database_url: str
) -> None:
    line = ann.draws_a_line(NAME)["version"]
    ann.draws_a_line(f"Never {NAME}!")
    event = redacted(ann, line)
    before, after = forked(ann, version=line)["Ann"], forked(ann)["Ann"]
    second = forked(before, version=line)["Ann"]
    assert [e["type"] for e in before.log()[line:]] == ["fork_session", "redact"]
    assert [e["type"] for e in after.log()[event["version"] :]] == ["fork_session"]
    assert [e["type"] for e in second.log()[line:]] == ["fork_session", "redact"]
    assert before.draws_a_line("Rats.")["version"] == line + 3
    named = await verified(database_url, ann, before, after, second)
    assert named == [[line, line + 1], [line], [line, line + 1], [line]]


async def test_a_later_redaction_reaches_sessions_forked_from_a_redacted_session(
    server: Server, ann: Player, database_url: str
) -> None:
    lines = [ann.draws_a_line(text)["version"] for text in (NAME, "Quicksand.")]
    redacted(ann, lines[0])
    forks = [forked(ann, version=version)["Ann"] for version in (*lines, ann.head)]
    redacted(ann, lines[1], reason="She asked.")
    redacted(ann, ann.draws_a_line("She asked.")["version"])
    assert "Quicksand." not in dump(database_url)
    assert await verified(database_url, ann, *forks)


def test_inside_a_fork_inherited_events_are_refused_and_the_parent_is_named(
    server: Server, ann: Player
) -> None:
    line = ann.draws_a_line(NAME)["version"]
    fork = forked(ann)["Ann"]
    problem = of(redact(fork, line), 409)
    assert (problem["code"], problem["facts"]["session"]) == ("inherited", ann.session)


def test_notes_that_somebody_sealed_in_a_fork_stay(server: Server, ann: Player) -> None:
    line = ann.draws_a_line(NAME)["version"]
    fork = forked(ann)["Ann"]
    version = fork.moves("seal_note", text=f"I saw {NAME}.", eyes=[])["version"]
    redacted(ann, line)
    assert fork.see("/notes")["notes"][0]["text"] == f"I saw {NAME}."
    assert "digest" not in fork.see(f"/events/{version}")


def test_seats_cannot_redact_texts_that_no_seat_sent(server: Server, ann: Player) -> None:
    line = ann.draws_a_line(NAME)["version"]
    fork = forked(ann)["Ann"]
    redacted(ann, line)
    assert fork.see(f"/events/{fork.head}")["event"]["seat"] is None
    assert of(redact(fork, fork.head), 403)["code"] == "not_yours_to_redact"


@pytest.mark.parametrize("depth", [1, 2])
async def test_a_fork_that_is_made_while_a_redaction_is_worked_out_is_reached_too(
    server: Server, ann: Player, database_url: str, monkeypatch: pytest.MonkeyPatch, depth: int
) -> None:
    line = ann.draws_a_line(NAME)["version"]
    last, late = (ann if depth == 1 else forked(ann)["Ann"]), list[Player]()
    move = redacting._move  # noqa: SLF001  # the last step before the redaction is appended

    async def overtaken(*work: Any) -> Any:
        made = await move(*work)
        if not late:
            late.append(forked(last, title=f"At {NAME}'s")["Ann"])
        return made

    monkeypatch.setattr(redacting, "_move", overtaken)
    by = MoveRequest(UUID(ann.session), SeatId(ann.seat), None)
    async with Parts(Settings(database_url=database_url)).running() as parts:
        done = await redact_in(parts, RedactionRequest(by, (line,), "She asked."))
        assert isinstance(done, Appended)
    assert late[0].log()[-1]["type"] == "redact"
    assert NAME not in dump(database_url)
    await verified(database_url, ann, late[0])


async def test_more_forks_than_one_redaction_reaches_are_refused(
    server: Server, ann: Player, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ann.draws_a_line(NAME)["version"]
    fork = forked(ann)["Ann"]
    forked(fork)
    by = MoveRequest(UUID(ann.session), SeatId(ann.seat), None)
    asked = RedactionRequest(by, (line,), "She asked.")
    monkeypatch.setattr(rewrite_forks, "LIMIT", 1)
    async with Parts(Settings(database_url=database_url)).running() as parts:
        too_many = Obstacle(ProblemCode.TOO_MANY_FORKS, {"forks_allowed": 1})
        assert await redact_in(parts, asked) == too_many
        monkeypatch.setattr(rewrite_forks, "LIMIT", 2)
        await redact_in(parts, asked)
    assert NAME not in dump(database_url)
