"""What every release has stored can be migrated, verified and played on by this one."""

import gzip
import json
import subprocess
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from domain.core.since import LATER, OLDEST
from domain.games.rulesets import RULESETS
from service.cli import main
from service.database import embedded
from service.edge.form import NDJSON
from service.log.form import CHANGES, FORMAT
from tests.corpus.made import ARCHIVES, DUMP, FACTS, HERE, WANTS, Known, stored
from tests.golden.stored import missing
from tests.support.bot import Bot
from tests.support.client import Client, Player, Table, of, started
from tests.support.postgres import execute, of_database
from tests.support.server import Server, serving

RELEASES = sorted(
    (file.parent.name for file in HERE.glob(f"*/{FACTS}")),
    key=lambda name: [int(number) for number in name.split(".")],
)
LINES = {"Content-Type": NDJSON}
FURTHER = 10
"""Moves that are made in each session that can be played on."""


class Corpus(NamedTuple):
    """A release's corpus, its database restored and served by this program."""

    folder: Path
    url: str
    server: Server
    seats: dict[str, list[Known]]
    ended: dict[str, str]


@pytest.fixture(scope="module", params=RELEASES)
def corpus(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[Corpus]:
    folder: Path = HERE / request.param
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
    """Take a dump into an empty database; its role is there, as the other databases' own."""
    psql: list[Any] = [embedded.tools() / "psql", "-qX", "--set=ON_ERROR_STOP=1", url]
    subprocess.run(psql, input=dump, check=True, stdout=subprocess.DEVNULL)


def test_there_is_a_corpus_with_every_game() -> None:
    for release in RELEASES:
        facts = json.loads((HERE / release / FACTS).read_text())
        assert {one["ruleset"] for one in facts["seats"]} >= set(RULESETS)


def test_what_is_stored_has_the_shape_that_was_released_under_its_number() -> None:
    facts = json.loads((HERE / RELEASES[-1] / FACTS).read_text())
    # Processes of that release would drop another field or effect in silence, or take it for damage:
    # mark it with a later number, as CONTRIBUTING.md says.
    if not any(change.number > facts["format"] for change in CHANGES):
        assert facts["shapes"] == stored(facts["format"])["shapes"]


def test_what_the_newest_release_stores_has_samples() -> None:
    facts = json.loads((HERE / RELEASES[-1] / FACTS).read_text())
    # What came after it gets its samples when the next one is made.
    if facts["shapes"] == stored()["shapes"]:
        assert not any(missing(ruleset) for ruleset in RULESETS.values())


def test_what_came_since_a_release_has_the_next_number() -> None:
    facts = json.loads((HERE / RELEASES[-1] / FACTS).read_text())
    marked = [came.values() for kind, came in LATER.items() if "domain." in kind.__module__]
    used = {OLDEST, *chain(*marked), *(change.number for change in CHANGES)}
    assert used == set(range(OLDEST, FORMAT + 1))
    assert FORMAT in (facts["format"], facts["format"] + 1)


def test_what_the_newest_release_does_not_know_begins_after_its_day() -> None:
    facts = json.loads((HERE / RELEASES[-1] / FACTS).read_text())
    assert not begun_too_early(facts)
    venus = RULESETS["venus"].amendments[0].since
    assert begun_too_early({**facts, "day": venus, "amendments": {"venus": 0}}) == [venus]


def begun_too_early(facts: dict[str, Any]) -> list[str]:
    """The days of what came after a release that are none after its own: nobody could hold it back.

    Who upgrades holds back what came after the day of the release that still serves.
    """
    later = (RULESETS[name].amendments[known:] for name, known in facts["amendments"].items())
    days = [one.since for amendments in later for one in amendments]
    days += [change.since for change in CHANGES if change.number > facts["format"]]
    return [day for day in days if day <= facts["day"]]


def test_all_of_it_verifies_and_is_played_on(
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


def test_what_was_ended_is_told_as_ended(corpus: Corpus) -> None:
    visitor = Client(corpus.server.http)
    for code, session in corpus.ended.items():
        told = of(visitor.get(f"/v1/sessions/{session}"), 410)
        assert (told["code"], told["facts"]["session"]) == (code, session)


def test_its_archives_verify_and_can_be_imported(
    corpus: Corpus, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = sorted((corpus.folder / ARCHIVES).iterdir())
    assert len(packed) >= len(RULESETS)
    with serving(database_url) as server:
        importer = started(server.http, "Ann")["Ann"]
        for file in packed:
            archive = tmp_path / file.stem
            archive.write_bytes(gzip.decompress(file.read_bytes()))
            assert main(["verify", str(archive)]) == 0, capsys.readouterr().out
            of(
                importer.ask("POST", "/v1/imports", content=archive.read_bytes(), headers=LINES),
                201,
            )


def table_of(server: Server, seats: list[Known]) -> Table:
    """A table at which everybody still has the token from then."""
    table = object.__new__(Table)
    table.session, table.http = seats[0].session, server.http
    table.players = {
        one.seat: Player(server.http, one.token, one.session, one.seat) for one in seats
    }
    return table
