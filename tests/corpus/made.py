"""Make the corpus of a release, which has all kinds of data that it can store: `python -m tests.corpus.made 1.0.0`.

The corpus is made once, because later releases must read it unchanged. The command also adds samples of everything
that is new since the previous release to `tests/golden/wire`. It keeps the API document too: `make check` compares
later documents with it.
"""

import gzip
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from tests.captures.operations import Captures
from tests.golden import sample
from tests.support.bot import Bot
from tests.support.client import CLERK, Table, forked, played, started
from tests.support.ended import end
from tests.support.log import EVENINGS, archived, evening, rows
from tests.support.postgres import fresh_database, migrated_server
from tests.support.receiver import QUICK
from tests.support.root import ROOT
from tests.support.server import Server, serving
from tests.support.shape import shape
from verger.domain.core.note import SealedPart
from verger.domain.games.rulesets import EDITIONS, RULESETS
from verger.service.archive.format import Header
from verger.service.database import embedded
from verger.service.log.form import FORMAT

HERE = Path(__file__).parent
DUMP, FACTS, ARCHIVES = "database.sql.gz", "facts.json", "archives"
MOVES = 100
ROLLED_BY_HAND = "open_dice"
"""An evening whose dice do not come from its seed, so it does not verify."""
IN_A_WEEK = {"answer_seconds": 60 * 60 * 24 * 7}
WANTS: dict[str, Any] = {"verger_webhook_private_targets": "on", "verger_lobby": "on"}


class Known(NamedTuple):
    """A seat of the corpus, with facts that its database does not show: the token, and the game."""

    ruleset: str
    session: str
    seat: str
    token: str


def main() -> None:
    """Make the corpus of the release that the command names."""
    with migrated_server() as url:
        make(HERE / sys.argv[1], url, is_whole=True)
    sample.record()
    _keep(ROOT / "openapi" / "released.json.gz", (ROOT / "openapi" / "openapi.json").read_bytes())


def make(folder: Path, url: str, *, is_whole: bool) -> None:
    """Play on a new database of this PostgreSQL server, and store the result in a folder.

    For a whole corpus, requests are also sent to every operation of the API.
    """
    (folder / ARCHIVES).mkdir(parents=True)
    with fresh_database(url) as database, fresh_database(url) as other:
        with (
            serving(database, quicker=QUICK, **WANTS) as server,
            serving(other) as elsewhere,
        ):
            if is_whole:
                Captures(server, elsewhere, database).all()
            tables = dict(_tables(server))
            for name, table in tables.items():
                _keep(folder / ARCHIVES / f"{name}.ndjson.gz", _archive(table))
            for name, archive in of_evenings():
                _keep(folder / ARCHIVES / f"{name}.ndjson.gz", archive)
            known = [known for name, table in tables.items() for known in _known(name, table)]
            codes = ("session_archived", "session_deleted")
            ended = {code: _ended(server, database, code) for code in codes}
        _keep(folder / DUMP, _dump(database))
    facts = {"seats": [one._asdict() for one in known], "ended": ended, **facts_of_today()}
    (folder / FACTS).write_text(json.dumps(facts, indent=1) + "\n")


def releases(corpus: Path = HERE) -> list[Path]:
    """Return the folders of all releases in order. Before the first release, there are none."""
    return sorted(
        (file.parent for file in corpus.glob(f"*/{FACTS}")), key=lambda one: order(one.name)
    )


def order(version: str) -> tuple[list[int], float]:
    """Return a sort key of a version. A candidate such as 1.0.0rc1 comes before 1.0.0."""
    numbers, _, candidate = version.partition("rc")
    return [int(number) for number in numbers.split(".")], int(candidate or 0) or math.inf


def unpacked(folder: Path, release: Path) -> Iterator[Path]:
    """Write the archives of a release into a folder, as plain files."""
    for packed in sorted((release / ARCHIVES).iterdir()):
        archive = folder / f"{release.name}-{packed.stem}"
        archive.write_bytes(gzip.decompress(packed.read_bytes()))
        yield archive


def of_evenings() -> Iterator[tuple[str, bytes]]:
    """Yield the name and an archive of each recorded evening. Together they have every move, effect and rule of each game."""
    for name in sorted(recorded.stem for recorded in EVENINGS.glob("*.jsonl")):
        if name != ROLLED_BY_HAND:
            log = rows(evening(name), uuid5(NAMESPACE_URL, name))
            yield name, b"".join(archived(log))


def facts_of_today() -> dict[str, Any]:
    """Return the facts that would be stored for a release today."""
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "amendments": {one.name: len(one.amendments) for one in RULESETS.values()},
        **stored(),
    }


def stored(number: int = FORMAT) -> dict[str, Any]:
    """Return the shapes of all stored data, without additions after this number of the format of events.

    Sealed parts and the first line of archives have no such number. So nothing may be added to them.
    """
    shapes = {f"{one.name} {one.version}": shape(one.event_type, number) for one in EDITIONS}
    return {
        "format": number,
        "shapes": {**shapes, "sealed": shape(SealedPart), "archive": shape(Header)},
    }


def _tables(server: Server) -> Iterator[tuple[str, Table]]:
    """Yield a played table of each game, one with a time limit, and one that is a fork of a fork."""
    for ruleset in RULESETS:
        table = started(server.http, "Ann", "Bo", "Cy", ruleset=ruleset)
        for name in ("Bo", "Cy"):
            table.claim(name)
        bot = Bot(table, ruleset, seed=1)
        for _ in range(MOVES):
            bot.go_on()
        if table["Ann"].see("/state")["table"]["dice_rolled"]:
            table["Ann"].moves("reveal_dice")
        yield ruleset, table
    in_time = played(server.http, "Ann", "Bo", until="run", house_rules=IN_A_WEEK)
    in_time["Bo"].moves("declare", overview="A witness turns up.", actions=[CLERK])
    yield "verge-time-limit", in_time
    yield "verge-fork", _fork_of_a_fork(played(server.http, "Ann", "Bo", until="run"))


def _fork_of_a_fork(table: Table) -> Table:
    """Fork a session, fork the fork, and rewind the last of the three."""
    last = table
    for title in ("Had it gone otherwise", "Or thus"):
        last = forked(last["Ann"], title=title, version=last["Ann"].head - 2)
        last.claim("Bo")
    ann = last["Ann"]
    ann.draws_a_line("Spiders.")
    asked = ann.moves("rewind", to=ann.head - 1, reason="Not there.")["event"]["effects"][0]
    last["Bo"].moves("agree", proposal=asked["rewind"])
    return last


def _ended(server: Server, database: str, code: str) -> str:
    table = played(server.http, "Ann", "Bo")
    end(database, table.session, code)
    return table.session


def _known(name: str, table: Table) -> list[Known]:
    ruleset = name.partition("-")[0]
    return [Known(ruleset, one.session, one.seat, str(one.token)) for one in table]


def _archive(table: Table) -> bytes:
    asking = next(iter(table))
    answer = asking.ask("GET", f"{asking.home}/export")
    return answer.content


def _dump(database: str) -> bytes:
    command: list[Any] = [embedded.tools() / "pg_dump", "--no-owner", database]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def _keep(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main()
