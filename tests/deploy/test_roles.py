"""The database role of a serving process has only the rights that it needs."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.conftest import Deployed, make_roles
from tests.support.postgres import execute
from verger.service.database.migrate import MIGRATIONS, MigrationError, migrate
from verger.service.database.pool import ROLE


def refused(url: str, statement: str) -> bool:
    with pytest.raises(subprocess.CalledProcessError):
        execute(url, statement)
    return True


def test_a_process_sees_that_nothing_is_left_to_migrate(deployed: Deployed) -> None:
    assert migrate(deployed.service) == ()


def test_a_process_may_not_migrate(deployed: Deployed, tmp_path: Path) -> None:
    shutil.copytree(MIGRATIONS, tmp_path, dirs_exist_ok=True)
    one_more = tmp_path / "20990101000000_one_more.sql"
    one_more.write_text("-- migrate:up\nCREATE TABLE deed (word text);\n-- migrate:down\n")
    with pytest.raises(MigrationError, match="permission denied"):
        migrate(deployed.service, tmp_path)


def test_a_process_acts_as_the_services_role_without_a_setting(deployed: Deployed) -> None:
    assert execute(deployed.service, "SELECT count(*) >= 0 FROM events") == "t"
    roles = "SELECT string_agg(rolname, ' ') FROM pg_roles WHERE pg_has_role(oid, 'member')"
    assert set(execute(deployed.service, roles).split()) == {"verger", ROLE}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET type = type",
        "DELETE FROM events",
        "TRUNCATE events",
        "UPDATE forks SET version = 1",
        "DELETE FROM forks",
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "DROP TABLE events",
        "UPDATE tokens SET secret_hash = secret_hash",
        "DELETE FROM tokens",
        "CREATE TABLE loot (word text)",
        "CREATE TEMPORARY TABLE loot (word text)",
        "CREATE ROLE mallory",
        "SET ROLE verger_owner",
        "SET ROLE postgres",
        "INSERT INTO schema_migrations VALUES ('1')",
    ],
)
def test_the_service_role_may_not_execute_a_statement_beyond_its_rights(
    deployed: Deployed, statement: str
) -> None:
    assert refused(deployed.service, statement)


def test_the_owner_is_no_superuser_and_makes_no_roles(deployed: Deployed) -> None:
    assert refused(deployed.owner, "CREATE ROLE mallory")
    assert refused(deployed.owner, "CREATE DATABASE loot")
    assert refused(deployed.owner, "SET ROLE postgres")


def test_nobody_logs_in_as_the_services_role(deployed: Deployed) -> None:
    assert refused(deployed.service.replace("verger@", f"{ROLE}@"), "SELECT 1")


def test_a_second_run_of_roles_sql_changes_only_the_passwords(deployed: Deployed) -> None:
    stored = (
        "SELECT string_agg(rolpassword, ' ' ORDER BY rolname) FROM pg_authid"
        " WHERE rolname IN ('verger', 'verger_owner')"
    )
    before = execute(deployed.superuser, stored)
    make_roles(deployed.maintenance, owner="another's", service="yet another's")
    after = execute(deployed.superuser, stored)
    assert before.count("SCRAM-SHA-256$") == after.count("SCRAM-SHA-256$") == 2
    assert before != after
    assert migrate(deployed.service) == ()
