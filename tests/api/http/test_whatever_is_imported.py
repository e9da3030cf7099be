"""Every imported archive can be read, forked, played on, exported and redacted."""

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from functools import cache, partial
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from tests.api.http.test_redactions import redacted
from tests.laws.game import walk
from tests.support.client import Client, Player, forked, of, played
from tests.support.forked import run
from tests.support.game import NOON
from tests.support.generated import Generated, Times
from tests.support.log import archived, examined, rechained
from tests.support.log import redacted as without_text
from tests.support.postgres import fresh_database
from tests.support.server import SECRET_KEY, Server, serving
from verger.domain.core.mover import Unseated
from verger.domain.core.note import SealedPart
from verger.domain.games.rulesets import RULESETS
from verger.service.archive.format import header_of
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.log.sealed import SEED
from verger.service.log.texts import removed_digest, removed_in

pytestmark = pytest.mark.thorough

WRITTEN = (
    "at",
    "seat",
    "move",
    "ruling",
    "effects",
    "dice",
    "sealed",
    "repeats",
    "missed",
    "revealed",
    "via",
)
"""The members of an event, in the order of the stored form."""
MICROSECOND = timedelta(microseconds=1)
PARTS = (
    "", "/state", "/network", "/network.svg", "/map.svg", "/network.dot", "/network.graphml", "/banks", "/ledger",
    "/timeline", "/landmarks", "/story", "/events", "/options", "/awaited", "/dice", "/sheets", "/disputes", "/notes",
    "/refusals", "/forks", "/checkpoint",
)  # fmt: skip


@pytest.fixture(scope="module")
def here(postgres_url: str) -> Iterator[tuple[Server, str]]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield running, url


@pytest.fixture(scope="module")
def elsewhere(postgres_url: str) -> Iterator[Server]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield running


@cache
def somebody(server: Server) -> str:
    """Return a token that may import archives."""
    token = played(server.http, "Ada", "Ben")["Ada"].token
    assert token
    return token


def brings(server: Server, archive: bytes, session: UUID | str) -> Player:
    """Import an archive that must be accepted."""
    there = Player(server.http, somebody(server), str(session), "")
    of(there.imports(archive), 201)
    return there


def reads(player: Player) -> None:
    """Read every part of a session. For a part that the game lacks, the answer must say so."""
    for part in PARTS:
        answer = player.get(player.home + part)
        assert answer.status_code in (200, 404, 409), (part, answer.text)


def is_played_on(here: tuple[Server, str], elsewhere: Server, archive: bytes, id: UUID) -> None:
    """Import an archive, and use the session in every way: read, export, fork, play on, import the forks elsewhere, redact."""
    there = brings(here[0], archive, id)
    reads(there)
    assert there.exported() == archive
    # The longer fork first, because the archive of the shorter one has only a part of the session.
    for version in (there.head, 1):
        (fork,) = forked(there, version=version)
        plays_on(fork)
        reads(fork)
        carried = fork.exported()
        brought = brings(elsewhere, carried, fork.session)
        assert brought.exported() == carried
    redacts(here, there)
    reads(there)


def plays_on(fork: Player) -> None:
    """Make two moves in a fork, and redact the text of the first."""
    written = fork.draws_a_line("Gerda Zwiebel")["version"]
    fork.draws_a_line("Rats")
    redacted(fork, written)
    assert b"Zwiebel" not in fork.exported()


def redacts(here: tuple[Server, str], there: Player) -> None:
    """Redact the title as the operator. The archive must still be valid."""
    environment = {**os.environ, "DATABASE_URL": here[1], "VERGER_SECRET_KEYS": SECRET_KEY}
    asked = ("redact", there.session, "--versions", "1", "--reason", "Somebody asked.")
    done = run(*asked, environment=environment)
    assert done.returncode == 0, done.stderr
    lines = there.exported().splitlines(keepends=True)
    found = examined(lines)
    assert isinstance(found, ArchiveVerifier), found
    assert found.log.version == there.head


@cache
def generated(name: str, seed: int, times: Times, most: int = 60) -> Generated:
    random = Random(f"{name} {seed} {times(1)}")  # noqa: S311, play that can be repeated
    ruleset = RULESETS[name]
    return Generated(ruleset, UUID(int=random.getrandbits(128)), times).play(walk(name, seed), most)


def every(step: timedelta, since: datetime) -> Times:
    """Return a function that gives each version a time, at this distance from the one before."""
    return lambda version: since + step * version


ACCEPTED = {
    "the first moments": every(MICROSECOND, datetime(1970, 1, 1, tzinfo=UTC)),
    "all at once": every(timedelta(), datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
    "a leap day": every(timedelta(seconds=1), datetime(2024, 2, 28, 23, 59, 30, tzinfo=UTC)),
    "decades": every(timedelta(days=150), datetime(1970, 1, 1, tzinfo=UTC)),
    "the next years": every(
        MICROSECOND, datetime.now(UTC).replace(microsecond=0) + timedelta(days=3_000)
    ),
}


@pytest.mark.parametrize("times", ACCEPTED.values(), ids=ACCEPTED)
def test_an_archive_of_any_time_that_is_accepted_is_played_on(
    here: tuple[Server, str], elsewhere: Server, times: Times
) -> None:
    session = generated("verge", 0, times)
    is_played_on(here, elsewhere, session.archive, session.session)


EAST, WEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
REFUSED = {
    "the first moment that there is": every(timedelta(), datetime.min.replace(tzinfo=UTC)),
    "the first moment, which is before the first year": every(
        timedelta(), datetime.min.replace(tzinfo=EAST)
    ),
    "just too early": every(timedelta(), datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
    "another time zone": every(timedelta(), datetime(2024, 2, 29, tzinfo=EAST)),
    "more than ten years ahead": every(timedelta(), datetime.now(UTC) + timedelta(days=3_651)),
    "just too late": every(timedelta(), datetime(3000, 1, 1, tzinfo=UTC)),
    "the last moment that there is": every(timedelta(), datetime.max.replace(tzinfo=UTC)),
    "the last moment, which is after the last year": every(
        timedelta(), datetime.max.replace(tzinfo=WEST)
    ),
}


def is_refused(here: tuple[Server, str], archive: bytes, version: int) -> str:
    """Import an archive that must be refused because of one version. Return the reason."""
    somebody_here = Client(here[0].http, somebody(here[0]))
    answer = somebody_here.imports(archive)
    facts = of(answer, 422)["facts"]
    assert facts["version"] == version, facts
    reason: str = facts["reason"]
    return reason


@pytest.mark.parametrize("times", REFUSED.values(), ids=REFUSED)
def test_an_archive_of_a_time_that_no_event_can_have_is_refused(
    here: tuple[Server, str], times: Times
) -> None:
    assert "time" in is_refused(here, generated("verge", 0, times, 5).archive, 1)


@pytest.mark.parametrize("name", RULESETS)
def test_an_archive_of_any_game_is_played_on(
    here: tuple[Server, str], elsewhere: Server, name: str
) -> None:
    session = generated(name, 1, every(timedelta(seconds=1), NOON))
    is_played_on(here, elsewhere, session.archive, session.session)


AT_NOON = every(timedelta(), NOON)


def forged(change: Callable[[dict[str, Any]], None], times: Times = AT_NOON) -> Generated:
    """Return generated play with a changed fifth event, and with new hashes after it."""
    session = generated("verge", 2, times, 12).copy()
    row = session.rows[4]
    event = json.loads(row.data)
    change(event)
    ordered = {name: event[name] for name in WRITTEN if name in event}
    changed = row._replace(data=json.dumps(ordered, ensure_ascii=False, separators=(",", ":")))
    session.rows = list(rechained([*session.rows[:4], changed, *session.rows[5:]]))
    return session


TEXTS = {
    "empty": "",
    "blank": "\u3000",
    "zero": "\x00",
    "escapes": "\x1b[31m\x07",
    "directions": "\u202e\u2066",
    "no characters": "\uffff\U0010ffff",
    "lines": "\u2028\x85\r\n",
    "marks": "\xe9" + "\u0301" * 99,
    "another normal form": "e\u0301",
    "beyond the first plane": "\U00020000" * 100,
    "markup": "&<>\"'`${}]]>",
    "the longest": "x" * 1_000_000,
}
LABELS = {"marks", "beyond the first plane", "markup"}


def test_sentences_and_warnings_of_any_text_are_played_on(
    here: tuple[Server, str], elsewhere: Server
) -> None:
    def change(event: dict[str, Any]) -> None:
        event["ruling"].update(sentence=TEXTS["escapes"], warnings=list(TEXTS.values()))

    session = forged(change, every(MICROSECOND, NOON))
    is_played_on(here, elsewhere, session.archive, session.session)


@pytest.mark.parametrize("name", TEXTS)
def test_a_program_is_named_by_a_label_or_the_archive_is_refused(
    here: tuple[Server, str], elsewhere: Server, name: str
) -> None:
    number = list(TEXTS).index(name)
    session = forged(
        lambda event: event.update(via=TEXTS[name]), every(timedelta(number + 1), NOON)
    )
    if name in LABELS:
        there = brings(here[0], session.archive, session.session)
        reads(there)
    else:
        assert "program that acted is not valid" in is_refused(here, session.archive, 5)


NUMBERS = (-1, 2**31, 2**53, 2**63, 2**64, 10**30)


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_that_no_rule_gives_are_refused(here: tuple[Server, str], number: int) -> None:
    for change in (
        {"repeats": number},
        {"dice": [{"first": number, "faces": 6, "values": [1]}]},
        {"dice": [{"first": 1, "faces": number, "values": [1]}]},
        {
            "missed": [
                {
                    "version": number,
                    "outcome": "refused",
                    "was": "",
                    "now": "",
                    "code": "",
                    "rule": "",
                }
            ]
        },
    ):
        session = forged(partial(dict.update, **change))
        assert is_refused(here, session.archive, 5)


def test_an_impossible_seed_is_refused(here: tuple[Server, str]) -> None:
    part = SealedPart(SEED, (), "a5" * 16, "no seed")
    session = forged(lambda event: event.update(sealed=[part.digest]))
    sealed = msgspec.json.encode([part]).decode()
    session.rows[4] = session.rows[4]._replace(sealed=sealed)
    # No client can read a sealed seed, so this test writes the archive with a seed itself.
    lines = archived(session.rows)
    line = lines[5].replace(b'"event":', b'"sealed":' + sealed.encode() + b',"event":', 1)
    assert "seed" in is_refused(here, b"".join([*lines[:5], line, *lines[6:]]), 5)


def excused(effects: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> tuple[bytes, int]:
    """Return an archive with an event that does not follow from its move, and the event's version. A redaction excuses it."""
    session = generated("verge", 1, AT_NOON).copy()
    line = {"move": "add_limit", "kind": "line"}
    seats = session.state.table.sitting
    assert any(session.ask(seat, {**line, "text": "Gerda"}) for seat in seats)
    assert any(session.ask(seat, {**line, "text": "Rats"}) for seat in seats)
    version = len(session.rows)
    other, gone = session.rows[version - 1], without_text(session.rows[version - 2], "Gerda")
    redact = {"move": "redact", "versions": [version - 1], "reason": "No.", "reach": "table"}
    more = {"affected": [version], "rewritten": [version - 1]}
    removed = removed_digest([(version - 1, removed_in(gone.kept))])
    assert session.ask(Unseated.OPERATOR, {**redact, **more, "removed": removed})
    session.rows[version - 2] = gone
    event = json.loads(other.data)
    event["effects"] = effects(event["effects"])
    session.rows[version - 1] = other._replace(
        data=json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    )
    session.rows = list(rechained(session.rows))
    return session.archive, version


def test_an_event_that_a_redaction_excuses_is_played_on(
    here: tuple[Server, str], elsewhere: Server
) -> None:
    archive, _ = excused(lambda _: [])
    is_played_on(here, elsewhere, archive, header_of(archive.splitlines(keepends=True)[0]).session)


UNREAD = {
    "a seat twice": {"effect": "seat_added", "seat": "s1", "kind": "gm", "name": "Ann"},
    "a seat without an id": {
        "effect": "seat_added",
        "seat": "\x00",
        "kind": "player",
        "name": "Ann",
    },
    "a phase that there is not": {"effect": "turn_started", "seat": "s1", "phase": 2**53},
}


@pytest.mark.parametrize("effect", UNREAD.values(), ids=UNREAD)
def test_the_state_after_an_excused_event_can_be_read_or_the_archive_is_refused(
    here: tuple[Server, str], effect: dict[str, Any]
) -> None:
    archive, version = excused(lambda effects: [*effects, effect])
    assert is_refused(here, archive, version)
