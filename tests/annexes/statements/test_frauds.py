"""`verify --all --against` reports four frauds that were made with SQL, even after the database was restarted."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import httpx

from tests.api.http.test_redactions import redacted
from tests.service.cli.test_command_line import verger
from tests.support.client import Client, Player, forked, played
from tests.support.log import rechained
from tests.support.postgres import execute, reachable_folder
from tests.support.server import SECRET_KEY, serving
from tests.support.settings import Settings
from tests.support.stated import UNASKED, stated
from verger.service.database import embedded, migrate
from verger.service.log.row import Row
from verger.service.wiring import Parts

GUARDS_AWAY = "SET session_replication_role = replica; "


def log_of(url: str, session: str) -> list[Row]:
    async def read() -> list[Row]:
        async with Parts(Settings(database_url=url)).running() as parts:
            return await parts.store.read(UUID(session), 0, 1_000)

    return asyncio.run(read())


def remove(url: str, session: str) -> str:
    return f"DELETE FROM events WHERE session = '{session}'"  # noqa: S608


def cut(url: str, session: str) -> str:
    return f"DELETE FROM events WHERE session = '{session}' AND version > 6"  # noqa: S608


def rewrite(url: str, session: str) -> str:
    """Return SQL statements that replace a word, and all later hashes, so that the chain is valid."""
    log = log_of(url, session)
    own = [row for row in log if row.session == UUID(session)]
    changed = [row._replace(data=row.data.replace("Rats", "Cats")) for row in log]
    return "; ".join(
        f"UPDATE events SET data = $a${row.data}$a$, digest = '\\x{row.digest.hex()}',"  # noqa: S608
        f" hash = '\\x{row.hash.hex()}' WHERE session = '{row.session}' AND version = {row.version}"
        for row in list(rechained(changed))[-len(own) :]
    )


def forge(url: str, session: str) -> str:
    """Return the SQL statement that replaces the words of a redacted text."""
    return (
        f"UPDATE events SET data = replace(data, '[redacted]', 'The thief!')"  # noqa: S608
        f" WHERE session = '{session}' AND kept IS NOT NULL"
    )


FRAUDS: dict[Callable[[str, str], str], str] = {
    remove: "it is gone, and no stub says why",
    cut: "its log was cut off after version 6",
    rewrite: "its log was rewritten: another event has that version",
    forge: "is wrong: its hash is not that of the event before it",
}


def forked_session(http: httpx.Client) -> Player:
    """Return the GM of a fork. The session and the fork each have a redaction."""
    ann = played(http, "Ann", "Bo")["Ann"]
    redacted(ann, ann.draws_a_line("Quirin")["version"])
    fork = forked(ann)["Ann"]
    fork.draws_a_line("Rats, Quirin")
    redacted(fork, fork.draws_a_line("Gerda")["version"])
    fork.draws_a_line("Rats")
    return fork


def verified(url: str, kept: Path, keys: Path) -> tuple[int, list[str]]:
    asked = ("verify", "--all", "--jobs", 1, "--against", kept, "--key", keys)
    environment = {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}
    finished = verger(*asked, environment=environment)
    return finished.returncode, (finished.stdout + finished.stderr).splitlines()


def test_four_frauds_are_named_after_the_database_has_started_again() -> None:
    with reachable_folder() as folder:
        kept, keys = folder / "kept", folder / "keys"
        with embedded.running(folder / "postgres") as url:
            migrate.migrate(url)
            with serving(url, **UNASKED) as server:
                forged = {fraud: forked_session(server.http).session for fraud in FRAUDS}
                honest = forked_session(server.http).session
                stated(url)
                kept.write_bytes(Client(server.http).get("/v1/statements").content)
                keys.write_bytes(Client(server.http).get("/v1/keys").content)
            assert verified(url, kept, keys)[0] == 0
            for fraud, session in forged.items():
                execute(url, GUARDS_AWAY + fraud(url, session))
        with embedded.running(folder / "postgres") as url:
            status, output = verified(url, kept, keys)
    assert (status, honest in "".join(output)) == (1, False)
    for fraud, said in FRAUDS.items():
        assert any(line.startswith(forged[fraud]) and said in line for line in output), output
