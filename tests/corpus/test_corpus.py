"""The program can migrate and verify the data that every release stored, and its sessions can be played on.

Before the first release, these tests use a small corpus that the current program makes.
"""

import gzip
import json
import subprocess
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from msgspec.structs import replace

from tests.corpus.made import (
    DUMP,
    FACTS,
    WANTS,
    Known,
    facts_of_today,
    make,
    order,
    releases,
    stored,
    unpacked,
)
from tests.golden.stored import missing
from tests.support.bot import Bot
from tests.support.client import Client, Player, Table, of, started
from tests.support.postgres import execute, of_database
from tests.support.server import Server, serving
from verger.domain.core.amendment import RuleAmendment
from verger.domain.core.decider import Ruleset
from verger.domain.core.since import LATER, OLDEST
from verger.domain.games.rulesets import RULESETS
from verger.service.cli import main
from verger.service.database import embedded
from verger.service.edge.form import NDJSON
from verger.service.log.form import CHANGES, FORMAT

RELEASES = releases()
TODAY = "0.0.0"
"""The name of the corpus that is made while there is no release."""
LINES = {"Content-Type": NDJSON}
FURTHER = 10
"""The number of moves that are made in each session."""


class Corpus(NamedTuple):
    """A release's corpus. Its database is restored, and a server of this program uses it."""

    folder: Path
    url: str
    server: Server
    seats: dict[str, list[Known]]
    ended: dict[str, str]


@pytest.fixture(scope="module", params=[one.name for one in RELEASES] or [TODAY])
def folder(
    request: pytest.FixtureRequest, postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the folder of a release's corpus. If there is no release, make a corpus."""
    for release in RELEASES:
        if release.name == request.param:
            return release
    made = tmp_path_factory.mktemp("corpus") / TODAY
    make(made, postgres_url, is_whole=False)
    return made


@pytest.fixture
def facts() -> dict[str, Any]:
    """Return the recorded facts of the newest release. If there is no release, return the facts of this program."""
    if not RELEASES:
        return facts_of_today()
    return dict(json.loads((RELEASES[-1] / FACTS).read_text()))


@pytest.fixture(scope="module")
def corpus(folder: Path, postgres_url: str) -> Iterator[Corpus]:
    facts = json.loads((folder / FACTS).read_text())
    seats: dict[str, list[Known]] = {}
    for known in (Known(**one) for one in facts["seats"]):
        seats.setdefault(known.session, []).append(known)
    name = f"corpus_{uuid4().hex}"
    execute(postgres_url, f"CREATE DATABASE {name}")
    url = of_database(postgres_url, name)
    try:
        restored(url, gzip.decompress((folder / DUMP).read_bytes()))
        with serving(url, **WANTS) as server:
            yield Corpus(folder, url, server, seats, facts["ended"])
    finally:
        execute(postgres_url, f"DROP DATABASE {name} WITH (FORCE)")


def restored(url: str, dump: bytes) -> None:
    """Load a dump into an empty database. Its role exists already, because all databases share it."""
    psql: list[Any] = [embedded.tools() / "psql", "-qX", "--set=ON_ERROR_STOP=1", url]
    subprocess.run(psql, input=dump, check=True, stdout=subprocess.DEVNULL)


def test_a_corpus_has_every_game(folder: Path) -> None:
    facts = json.loads((folder / FACTS).read_text())
    assert {one["ruleset"] for one in facts["seats"]} >= set(RULESETS)


def test_a_candidate_comes_before_its_release(tmp_path: Path) -> None:
    names = ("0.9.0", "1.0.0rc2", "1.0.0rc10", "1.0.0", "1.0.1", "1.10.0")
    for name in reversed(names):
        (tmp_path / name).mkdir()
        (tmp_path / name / FACTS).touch()
    assert [one.name for one in releases(tmp_path)] == list(names)
    assert order("1.0.0rc1") < order("1.0.0") < order("1.0.1rc1")


def test_stored_data_has_the_shape_that_was_released_under_its_number(
    facts: dict[str, Any],
) -> None:
    # Processes of that release would drop a new field or effect without a message, or report damage.
    # Give the addition the next number, as CONTRIBUTING.md says.
    if not any(change.number > facts["format"] for change in CHANGES):
        assert facts["shapes"] == stored(facts["format"])["shapes"]


def test_stored_data_of_the_newest_release_has_samples(facts: dict[str, Any]) -> None:
    # Fields and kinds that are newer than the release get their samples with the next release.
    if RELEASES and facts["shapes"] == stored()["shapes"]:
        assert not any(missing(ruleset) for ruleset in RULESETS.values())


def test_additions_since_a_release_have_the_next_number(facts: dict[str, Any]) -> None:
    marked = [came.values() for kind, came in LATER.items() if "domain." in kind.__module__]
    used = {OLDEST, *chain(*marked), *(change.number for change in CHANGES)}
    assert used == set(range(OLDEST, FORMAT + 1))
    assert FORMAT in (facts["format"], facts["format"] + 1)


def test_additions_since_the_newest_release_begin_after_its_day(facts: dict[str, Any]) -> None:
    assert not begun_too_early(facts)


def test_an_amendment_must_not_begin_on_the_day_of_the_release(facts: dict[str, Any]) -> None:
    known = RULESETS["venus"].amendments
    amendment = RuleAmendment(len(known) + 1, "2999-01-01", (), "an invented one", "It is tested.")
    mended = replace(RULESETS["venus"], amendments=(*known, amendment))
    rulesets = {**RULESETS, "venus": mended}
    assert begun_too_early({**facts, "day": "2999-01-01"}, rulesets) == ["2999-01-01"]
    assert not begun_too_early({**facts, "day": "2998-12-31"}, rulesets)


def begun_too_early(
    facts: dict[str, Any], rulesets: Mapping[str, Ruleset[Any]] = RULESETS
) -> list[str]:
    """List the first days of changes that are newer than a release, but begin on its day or before.

    During an upgrade, the operator can hold back only changes that begin after the day of the old
    release.
    """
    later = (rulesets[name].amendments[known:] for name, known in facts["amendments"].items())
    days = [one.since for amendments in later for one in amendments]
    days += [change.since for change in CHANGES if change.number > facts["format"]]
    return [day for day in days if day <= facts["day"]]


def test_all_sessions_of_a_release_verify_and_are_played_on(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", corpus.url)
    assert main(["verify", "--all"]) == 0, capsys.readouterr().out
    for seats in corpus.seats.values():
        table = table_of(corpus.server, seats)
        head = next(iter(table)).head
        bot = Bot(table, seats[0].ruleset, seed=2)
        for _ in range(FURTHER):
            bot.go_on()
        assert next(iter(table)).head >= head + FURTHER
    assert main(["verify", "--all"]) == 0, capsys.readouterr().out


def test_ended_sessions_are_reported_as_ended(corpus: Corpus) -> None:
    visitor = Client(corpus.server.http)
    for code, session in corpus.ended.items():
        told = of(visitor.get(f"/v1/sessions/{session}"), 410)
        assert (told["code"], told["facts"]["session"]) == (code, session)


def test_archives_of_a_release_verify_and_can_be_imported(
    corpus: Corpus, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archives = list(unpacked(tmp_path, corpus.folder))
    assert len(archives) > 20
    assert any(b'"move":"reveal_dice"' in archive.read_bytes() for archive in archives)
    with serving(database_url) as server:
        importer = started(server.http, "Ann")["Ann"]
        for archive in archives:
            assert main(["verify", str(archive)]) == 0, capsys.readouterr().out
            of(
                importer.ask("POST", "/v1/imports", content=archive.read_bytes(), headers=LINES),
                201,
            )


def table_of(server: Server, seats: list[Known]) -> Table:
    """Return a session of the corpus as a table, with the tokens of its seats."""
    table = object.__new__(Table)
    table.session, table.http = seats[0].session, server.http
    table.players = {
        one.seat: Player(server.http, one.token, one.session, one.seat) for one in seats
    }
    return table
