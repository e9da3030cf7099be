"""A redaction happens completely or not at all, and all processes learn of it."""

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.api.http.test_redactions import redact, redacted
from tests.support.client import forked, frames, of, played
from tests.support.dump import dump
from tests.support.log import examined
from tests.support.postgres import execute
from tests.support.redacting import redact_in
from tests.support.server import serving
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.note import NoteId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Fact, refuse
from verger.domain.core.table import LimitKind
from verger.domain.core.text import REDACTED
from verger.domain.secrets.sealing import RevealNote, SealNote
from verger.domain.table.safety import AddLimit
from verger.service.archive import export
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.cli import main
from verger.service.database.outage import UnavailableError
from verger.service.edge.answering import appended
from verger.service.log.refusals import Asker
from verger.service.log.row import wire
from verger.service.play.answer import Appended
from verger.service.play.playing import ATTEMPTS
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.problem.obstacle import Obstacle
from verger.service.redaction import redacting
from verger.service.redaction.redacting import RedactionRequest
from verger.service.wiring import Parts

NAME = "Gerda Zwiebel"


@pytest.fixture
def database_url(begun_url: str) -> str:
    return begun_url


async def line(parts: Parts, session: UUID, text: str = NAME) -> int:
    """Draw a line for Bo, and return its version."""
    asked = MoveRequest(session, SeatId("s2"), AddLimit(LimitKind.LINE, text))
    return appended(await parts.playing.move(asked)).row.version


def wanted(session: UUID, *versions: int, **more: Any) -> RedactionRequest:
    asked = MoveRequest(session, SeatId("s2"), None, **more)
    return RedactionRequest(asked, versions, "She asked.")


async def test_a_request_that_is_repeated_while_the_first_is_done_has_its_answer(
    parts: Parts, session: UUID, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = wanted(session, await line(parts, session), key="once", print=b"same")
    async with Parts(Settings(database_url=database_url)).running() as other:
        head, first = other.store.head, list[Appended]()

        async def late(id: UUID) -> int:
            # The first request is finished only after the second was found to be new.
            if not first:
                first.append(appended(await redact_in(parts, asked)))
            return await head(id)

        monkeypatch.setattr(other.store, "head", late)
        second = await redact_in(other, asked)
    assert isinstance(second, Appended)
    assert second.replayed
    assert second.row == first[0].row


async def test_an_event_that_a_process_has_not_heard_of_yet_is_redacted_there(
    parts: Parts, session: UUID, database_url: str
) -> None:
    # Without Redis, the process receives no message, and its memory counts as fresh for a while.
    async with Parts(Settings(database_url=database_url)).running() as other:
        head = (await other.sessions.known(session)).version
        version = await line(parts, session)
        assert (await other.sessions.known(session)).version == head < version
        assert isinstance(await redact_in(other, wanted(session, version)), Appended)


async def test_the_verifier_says_what_was_redacted_and_finds_what_no_event_says(
    parts: Parts, session: UUID, database_url: str
) -> None:
    version = await line(parts, session)
    note = MoveRequest(session, SeatId("s2"), SealNote(f"I am {NAME}.", ()))
    in_memory = await parts.sessions.known(session)
    for asked in (note, MoveRequest(session, SeatId("s2"), RevealNote(NoteId("k1")))):
        prepared = await parts.notes.prepared(in_memory, asked)
        assert isinstance(prepared, MoveRequest)
        await parts.playing.move(prepared)
    await redact_in(parts, wanted(session, version, version + 1))
    found = await verify_session(parts.database, parts.store, session, lambda _: None)
    assert isinstance(found, Verifier), found
    assert found.counts.rewritten == [version, version + 1, version + 2]
    execute(database_url, "ALTER TABLE events DISABLE TRIGGER ALL; DELETE FROM events"
            " WHERE type = 'redact'")  # fmt: skip
    found = await verify_session(parts.database, parts.store, session, lambda _: None)
    assert isinstance(found, Finding)
    assert found.version == version


async def test_a_session_in_memory_forgets_too(parts: Parts, session: UUID) -> None:
    version = await line(parts, session)
    in_memory = await parts.sessions.known(session)
    assert any(NAME.encode() in in_memory.encoded(row, "lines", wire) for row in in_memory.recent)
    later = await line(parts, session, "Rats.")
    assert NAME in repr(await parts.sessions.history.state_at(in_memory, version))
    await redact_in(parts, wanted(session, version))
    assert in_memory.state.table.limits[0].text == REDACTED
    assert NAME not in repr((in_memory.state, in_memory.recent))
    # This process has redacted, so it is no event of another process.
    assert (in_memory.is_behind, parts.sessions.catch_ups) == (False, 0)
    assert not any(
        NAME.encode() in in_memory.encoded(row, "lines", wire) for row in in_memory.recent
    )
    assert NAME not in repr(await parts.sessions.history.state_at(in_memory, version))
    assert await line(parts, session) == later + 2


async def test_snapshots_and_refused_moves_go_and_no_late_one_comes(
    parts: Parts, session: UUID, database_url: str
) -> None:
    version = await line(parts, session)
    in_memory = await parts.sessions.known(session)
    state, row = in_memory.state, in_memory.recent[-1]
    await parts.snapshots.keep(row, state)
    move = AddLimit(LimitKind.LINE, NAME)
    refused = refuse(Code.PAUSED, "compile.signal", label=NAME)
    await parts.refusals.keep(session, version, Asker("s2", "s2"), move, refused)
    assert dump(database_url).count(NAME) > 3
    await redact_in(parts, wanted(session, version))
    assert NAME not in dump(database_url)
    await parts.snapshots.keep(row, state)
    await parts.refusals.keep(session, version, Asker("s2", "s2"), move, refused)
    assert NAME not in dump(database_url)
    (kept,) = await parts.refusals.read(session, 99, 9)
    assert REDACTED in (kept.move or "")


async def test_two_redactions_at_once_both_happen(parts: Parts, session: UUID) -> None:
    versions = [await line(parts, session, f"Number {word}.") for word in ("seven", "eight")]
    work = [redact_in(parts, wanted(session, version)) for version in versions * 3]
    done = await asyncio.gather(*work)
    assert len([one for one in done if isinstance(one, Appended)]) == 2
    obstacles = [one.code for one in done if isinstance(one, Obstacle)]
    assert obstacles == [ProblemCode.NOTHING_TO_REDACT] * (len(done) - 2)
    rows = await parts.store.at(session, versions)
    assert "Number" not in "".join(row.data for row in rows)


async def test_texts_that_come_while_it_works_are_looked_at_too(
    parts: Parts, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = await line(parts, session)
    later: list[int] = []
    begin = redacting._Work.begin  # noqa: SLF001, where others get their turn

    async def slow(work: Any) -> None:
        await begin(work)
        later.append(await line(parts, session, f"Once more: {NAME}."))

    monkeypatch.setattr(redacting._Work, "begin", slow)  # noqa: SLF001
    await redact_in(parts, wanted(session, version))
    (row,) = await parts.store.at(session, later)
    assert REDACTED in row.data
    assert "Once more" not in row.data


async def test_a_redaction_succeeds_however_often_another_process_is_faster(
    parts: Parts, session: UUID, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version, later = await line(parts, session), list[int]()
    move = redacting._move  # noqa: SLF001, the last step before it is appended
    async with Parts(Settings(database_url=database_url)).running() as faster:

        async def overtaken(*work: Any) -> Any:
            made = await move(*work)
            if len(later) <= ATTEMPTS:
                later.append(await line(faster, session, f"Line {len(later)}."))
            return made

        monkeypatch.setattr(redacting, "_move", overtaken)
        row = appended(await redact_in(parts, wanted(session, version))).row
    assert row.version == later[-1] + 1 == version + ATTEMPTS + 2


async def test_a_redaction_that_fails_changes_nothing(
    parts: Parts, session: UUID, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = await line(parts, session)
    before = dump(database_url)

    async def fails(*_: Any) -> None:
        raise ArithmeticError

    monkeypatch.setattr("verger.service.redaction.rewrite_tables._rewrite_refusals", fails)
    with pytest.raises(ArithmeticError):
        await redact_in(parts, wanted(session, version))
    assert dump(database_url) == before
    monkeypatch.undo()
    await redact_in(parts, wanted(session, version))
    assert NAME not in dump(database_url)


async def test_an_archive_that_is_being_sent_breaks_off_before_its_end(
    parts: Parts, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "PAGE", 2)
    version = await line(parts, session)
    in_memory = await parts.sessions.fresh(session)
    pages = export.archive(parts.store, parts.sessions.history, in_memory, version, (), ())
    sent = [await anext(pages), await anext(pages)]
    await redact_in(parts, wanted(session, version))
    with pytest.raises(UnavailableError):
        sent += [page async for page in pages]
    assert REDACTED.encode() not in b"".join(sent)


async def test_a_log_that_is_too_long_is_refused(
    parts: Parts, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = await line(parts, session)
    monkeypatch.setattr(redacting, "EVENTS_LIMIT", version - 1)
    facts: dict[str, Fact] = {"events_in_log": version, "events_allowed": version - 1}
    too_long = Obstacle(ProblemCode.LOG_TOO_LONG, facts)
    assert await redact_in(parts, wanted(session, version)) == too_long


async def test_the_operator_takes_a_text_out_of_every_place(parts: Parts, session: UUID) -> None:
    versions = [await line(parts, session, text) for text in (NAME, f"Never {NAME}!", "Spiders.")]
    by = MoveRequest(session, Unseated.OPERATOR, None)
    asked = RedactionRequest(by, (), "A court says so.", (NAME,))
    row = appended(await redact_in(parts, asked)).row
    assert row.seat is None
    assert json.loads(row.data)["move"]["versions"] == versions[:2]
    texts = [limit.text for limit in (await parts.sessions.known(session)).state.table.limits]
    assert texts == [REDACTED, REDACTED, "Spiders."]


def test_the_command_line_redacts(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)
    with serving(database_url) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        version = bo.draws_a_line(NAME)["version"]
        reason = ["--reason", "A court says so."]
        assert main(["redact", bo.session, "--versions", str(version), *reason]) == 0
        assert f"redacts {version}" in capsys.readouterr().out
        assert main(["redact", bo.session, "--text", "nowhere", *reason]) == 1
        assert main(["redact", bo.session, *reason]) == 2
        bo.draws_a_line("Spiders.")
        assert bo.see("/state")["table"]["limits"][0]["text"] == REDACTED
    assert NAME not in dump(database_url)


def test_the_operator_removes_a_name_a_title_and_labels_everywhere(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)
    with serving(database_url, verger_webhook_private_targets="on") as server:
        table = played(server.http, "Ann", "Kö", title="The Xzibar Evening")
        ann, bo = table["Ann"], table["Kö"]
        bo.draws_a_line("Spiders.")
        bo.move("relabel", element="n1", label="Kö")
        ann.post(f"{ann.home}/tokens", {"label": "Qwurtz's innkeeper"}, uuid4().hex)
        body = {"url": "http://127.0.0.1:9/", "description": "Rings Plomb."}
        of(ann.post(f"{ann.home}/webhooks", body), 201)
        fork = forked(bo)["Kö"]
        fork.draws_a_line("Rats.")
        for text in ("Kö", "The Xzibar Evening", "Qwurtz", "Plomb"):
            assert text in dump(database_url)
            command = ["redact", ann.session, "--text", text, "--reason", f"Not {text} again."]
            assert main(command) == 0
            assert text not in dump(database_url)
            assert main(command) == 1
        for player in (ann, fork):
            archive = player.get(f"{player.home}/export").content
            looked = examined(archive.splitlines(keepends=True))
            assert isinstance(looked, ArchiveVerifier), looked
        assert bo.log()[-1]["event"]["move"]["versions"] == []
    assert "Nothing was recorded" in capsys.readouterr().err


@pytest.mark.parametrize("with_redis", [True, False])
def test_another_process_forgets_too_and_its_streams_go_on(
    database_url: str, redis_url: str, with_redis: bool
) -> None:
    redis = redis_url if with_redis else ""
    with serving(database_url, redis) as one, serving(database_url, redis) as two:
        bo = played(one.http, "Ann", "Bo")["Bo"]
        version = bo.draws_a_line(NAME)["version"]
        elsewhere = bo.at(two.http)
        with elsewhere.follows(after=version) as lines:
            assert elsewhere.see("/state", at=version)["table"]["limits"][0]["text"] == NAME
            event = redacted(bo, version)
            assert next(frames(lines))["data"] == event
        shown = [elsewhere.see("/state"), elsewhere.see("/state", at=version), elsewhere.log()]
        assert NAME not in json.dumps(shown)
        assert elsewhere.draws_a_line("Spiders.")["version"] == event["version"] + 1


@pytest.mark.thorough
def test_moves_and_redactions_of_two_processes_race_and_nothing_is_lost(database_url: str) -> None:
    with serving(database_url) as one, serving(database_url) as two:
        table = played(one.http, "Ann", "Bo")
        ann, bo = table["Ann"], table["Bo"].at(two.http)

        def draw() -> list[int]:
            return [ann.draws_a_line(f"Line {number}.")["version"] for number in range(150)]

        # The servers are stopped only after all lines are drawn, so that no request fails.
        with ThreadPoolExecutor(1) as pool:
            drawing = pool.submit(draw)
            for number in range(10):
                own = bo.draws_a_line(f"{NAME} {number}")["version"]
                answer = redact(bo, own)
                assert answer.status_code == 201, answer.text
            drawn = drawing.result()
        log = ann.log()
        assert [event["version"] for event in log] == list(range(1, len(log) + 1))
        assert len(drawn) == 150
        assert set(drawn) <= {e["version"] for e in log if e["type"] == "add_limit"}
        assert sum(event["type"] == "redact" for event in log) == 10
    assert NAME not in dump(database_url)


@pytest.mark.thorough
def test_a_redaction_killed_in_the_middle_is_done_whole_or_not_at_all(database_url: str) -> None:
    with serving(database_url) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        for attempt in range(8):
            text = f"{NAME} {attempt}"
            version = bo.draws_a_line(text)["version"]
            asking = threading.Thread(target=lambda v=version: _tried(bo, v))
            asking.start()
            time.sleep(0.002 + 0.003 * attempt)
            server.kill()
            asking.join(30)
            server.restart()
            is_there = any(event["type"] == "redact" and event["event"]["move"]["versions"] == [version]
                           for event in bo.log())  # fmt: skip
            assert (f"“{text}”" in (kept := dump(database_url)) or text in kept) is not is_there


def _tried(player: Any, version: int) -> None:
    try:
        redact(player, version)
    except Exception:  # noqa: BLE001, the server may be gone
        return
