"""Verger works behind a pooler that can give each transaction a different connection.

These tests run only with an installed pgbouncer.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support import forked, pgbouncer
from tests.support.client import Table, played
from tests.support.load import Load, each_once, verified
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database, of_database
from tests.support.program import found
from tests.support.server import SECRET_KEY, serving
from verger.service.cli import main
from verger.service.database.pool import ROLE

pytestmark = pytest.mark.skipif(found("pgbouncer") is None, reason=pgbouncer.NONE)


@pytest.fixture
def user(postgres_url: str) -> Iterator[str]:
    """Create a role that may act as the service's role but does not by default, and yield its name."""
    name = f"user_{uuid4().hex}"
    execute(postgres_url, f"CREATE ROLE {name} LOGIN IN ROLE {ROLE}")
    yield name
    execute(postgres_url, f"DROP ROLE {name}")


@pytest.fixture
def acting(postgres_url: str, user: str) -> str:
    """Return a role that acts as the service's role from its first statement."""
    execute(postgres_url, f"ALTER ROLE {user} SET role = {ROLE}")
    return user


@pytest.fixture
def pooled(database_url: str, acting: str) -> Iterator[str]:
    with pgbouncer.pooling(database_url, acting, "transaction") as url:
        yield url


def refused(url: str, pooler: str = "transaction") -> str:
    """The sentence of a refused start."""
    own = {"DATABASE_URL": url, "VERGER_DATABASE_POOLER": pooler, "VERGER_SECRET_KEYS": SECRET_KEY}
    done = forked.run("serve", environment={"PATH": os.environ["PATH"], **own})
    assert done.returncode == 2
    assert (done.stderr.count("\n"), done.stderr[:8]) == (1, "verger: ")
    return done.stderr


def test_a_table_plays_through_a_pooler_as_without(
    pooled: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    quicker, kept = (
        {"verger.service.annexes.statements.statements.LOOK_SECONDS": 0.05},
        tmp_path / "kept.ndjson",
    )
    with serving(pooled, quicker=quicker, verger_database_pooler="transaction") as server:
        table = played(server.http, "Ann", "Bo", until="run")
        before = table["Ann"].head
        with Load(list(table), [server.http]) as load:
            load.goes_on()
        assert each_once(load, verified(table["Ann"]), before=before)
        forked_and_redacted(table)
        stated = "/v1/statements?after=0"
        until(lambda: server.http.get(stated).json()["statements"])
        kept.write_bytes(server.http.get(stated).content)
        key = server.http.get("/v1/keys").json()["keys"][0]["public_key"]
        assert not [line for line in server.lines if line.get("status", 0) >= 500]
        server.stop()
    assert execute(pooled, "SELECT count(*) > 0 FROM snapshots WHERE is_head") == "t"
    monkeypatch.setenv("DATABASE_URL", pooled)
    monkeypatch.setenv("VERGER_DATABASE_POOLER", "transaction")
    monkeypatch.setenv("VERGER_SECRET_KEYS", SECRET_KEY)
    for command in (
        ["verify", "--all", "--against", str(kept), "--key", key],
        ["rebuild"],
        ["sessions"],
        ["keys"],
        ["export", table.session, str(tmp_path / "archive")],
    ):
        assert main(command) == 0, capsys.readouterr()
    assert "2 of 2 sessions verified" in capsys.readouterr().out


def forked_and_redacted(table: Table) -> None:
    """Make calls that take locks and transactions of several statements."""
    ann = table["Ann"]
    event = ann.draws_a_line("Spiders.")
    ann.post(f"{ann.home}/forks", {"version": 5}, key=f"fork-{ann.session}")
    body = {"versions": [event["version"]], "reason": "It named somebody real."}
    assert ann.post(f"{ann.home}/redactions", body).status_code == 201


def test_a_user_that_does_not_act_as_the_services_role_sees_the_command_to_run(
    database_url: str,
    user: str,
) -> None:
    with pgbouncer.pooling(database_url, user, "transaction") as url:
        sentence = refused(url)
    assert f'ALTER ROLE "{user}" SET role = {ROLE}' in sentence


def test_a_pooler_without_its_setting_is_reported(pooled: str) -> None:
    assert "set VERGER_DATABASE_POOLER" in refused(pooled, "none")


def test_a_pooler_of_statements_is_refused(
    database_url: str,
    acting: str,
) -> None:
    with pgbouncer.pooling(database_url, acting, "statement") as url:
        assert "pool_mode of the pooler to transaction" in refused(url)


def test_nothing_is_migrated_through_a_pooler(
    postgres_url: str,
    acting: str,
) -> None:
    with fresh_database(postgres_url, of_database(postgres_url, "template1")) as empty:
        with pgbouncer.pooling(empty, acting, "transaction") as url:
            assert "verger migrate with" in refused(url)
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert execute(empty, tables) == "0"
