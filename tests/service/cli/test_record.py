"""Every operator command that changes something is recorded for ever, without texts and secrets."""

import argparse
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from tests.service.conftest import Begun
from tests.support.log import SESSION, archived, evening, rows
from tests.support.postgres import execute
from tests.support.server import SECRET_KEY
from verger.service import cli
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database

READING = {
    *(
        "serve",
        "doctor",
        "files",
        "openapi",
        "sessions",
        "lost",
        "verify",
        "export",
        "record",
        "replay",
        "diff",
        "bisect",
        "story",
        "why",
        "history",
        "case",
    ),
    "migrate",  # recorded in schema_migrations
}
"""Commands that need no record."""

ELSEWHERE = {"backup", "restore"}
"""Commands whose records `tests/annexes/backups` checks."""
MORE: dict[str, tuple[object, ...]] = {
    "redact": ("--text", "An evening", "--reason", "It was secret."),
    "codes": ("s2",),
    "expire": ("--delete",),
    **dict.fromkeys(("block", "block --end"), ("--app", "The Salt Club")),
    **dict.fromkeys(("apps --make", "apps --key", "apps --end"), ("The Salt Club",)),
}
"""The further arguments of commands."""

Command = Callable[..., str]


@pytest.fixture
def verger(
    begun_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run a command in this process, which must succeed, and return its output."""
    monkeypatch.setenv("DATABASE_URL", begun_url)
    monkeypatch.setenv("VERGER_SECRET_KEYS", SECRET_KEY)

    def run(*arguments: object) -> str:
        capsys.readouterr()
        assert cli.main([*map(str, arguments)]) == 0
        return capsys.readouterr().out

    return run


def test_every_command_that_changes_something_is_on_record(
    verger: Command, begun: Begun, begun_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "archive.ndjson"
    file.write_bytes(b"".join(archived(rows(evening("losses")))))
    done: list[tuple[str, UUID | None]] = [
        ("rebuild", begun.session),
        ("rebuild", None),
        ("redact", begun.session),
        ("keys --encrypt", None),
        ("keys --rotate", None),
        ("keys --give-up-lost", None),
        ("import", SESSION),
        ("codes", begun.session),
        ("expire", begun.session),
        ("apps --make", None),
        ("apps --key", None),
        ("block", None),
        ("block --end", None),
        ("apps --end", None),
    ]
    told = {}
    more = MORE | {"import": (file,)}
    for command, session in done:
        about = [session] if session == begun.session else []
        told[command] = verger(*command.split(), *about, *more.get(command, ()))
    listed = verger("record").splitlines()
    assert [line.split("  ")[2:4] for line in listed] == [
        [command, str(session or "-")] for command, session in done
    ]
    assert all(line.split("  ")[1].endswith(" as postgres") for line in listed)
    everything = execute(begun_url, "TABLE operator_actions")
    token = told["import"].split()[-1]
    assert not any(text in everything for text in (token, SECRET_KEY, "An evening", "was secret"))
    recorded = {command.split()[0] for command, _ in done}
    assert set(commands()) == READING | ELSEWHERE | recorded


def commands() -> list[str]:
    (found,) = (
        action
        for action in cli.parser()._actions  # noqa: SLF001, there is no other list of them
        if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001
    )
    return [*found.choices]


def test_a_failed_command_is_not_on_record(verger: Command, begun: Begun) -> None:
    with pytest.raises(AssertionError):
        verger("redact", begun.session, "--versions", "999", "--reason", "No such version.")
    assert verger("record") == ""


async def test_nobody_rewrites_the_record_or_chooses_its_time_and_user(begun_url: str) -> None:
    database = Database(begun_url, 1)
    await database.open()
    insert = "INSERT INTO operator_actions (command, detail, system_user_name{}) VALUES ('a', 'b', 'c'{})"
    await database.row(insert.format("", ""))
    for statement in (
        "UPDATE operator_actions SET detail = 'nothing'",
        "DELETE FROM operator_actions",
        insert.format(", database_user", ", 'somebody'"),
        insert.format(", at", ", '2020-01-01'"),
    ):
        with pytest.raises(UnavailableError, match="InsufficientPrivilege"):
            await database.row(statement)
    await database.close()
    for statement in ("UPDATE operator_actions SET detail = ''", "TRUNCATE operator_actions"):
        owner = await asyncpg.connect(begun_url)
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="written once"):
            await owner.execute(statement)
        await owner.close()
