"""A session leaves as one file that anybody can verify, and checkpoints prove its content."""

import json
from uuid import UUID

import pytest

from tests.api.http.test_redactions import redacted
from tests.support.client import Client, Player, Table, of, played
from tests.support.log import examined
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from verger.service.archive.checkpoint import Checkpoint, is_signed
from verger.service.archive.verify_file import ArchiveVerifier


@pytest.fixture
def ann(evening: Table) -> Player:
    """Return Ann at a table that tests only read."""
    return evening["Ann"]


def looked_through(archive: bytes) -> ArchiveVerifier:
    """Verify an archive that must have no faults, and return the verifier."""
    found = examined(archive.splitlines(keepends=True))
    assert isinstance(found, ArchiveVerifier), found
    return found


def test_an_export_is_verified_and_holds_every_event_as_it_is_read(ann: Player) -> None:
    archive = ann.exported()
    found = looked_through(archive)
    assert (str(found.header.session), found.log.version) == (ann.session, ann.head)
    lines = [line for line in archive.splitlines() if line.startswith(b'{"version"')]
    assert [json.loads(line) for line in lines] == ann.log()


def test_an_export_says_what_it_is_called_and_which_version_it_holds(ann: Player) -> None:
    answer = ann.get(f"{ann.home}/export")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert f'filename="{ann.session}-{ann.head}.ndjson"' in answer.headers["content-disposition"]
    known = {"If-None-Match": answer.headers["etag"]}
    assert ann.get(f"{ann.home}/export", headers=known).status_code == 304


def test_the_same_version_gives_the_same_bytes(table: Table) -> None:
    bo = table["Bo"]
    before, head = bo.exported(), bo.head
    bo.draws_a_line("Spiders")
    assert bo.exported(at=head) == before == table["Ann"].exported(at=head)
    assert looked_through(bo.exported()).log.version == head + 1


def test_an_archive_ends_no_earlier_than_the_redaction_that_it_shows(table: Table) -> None:
    bo = table["Bo"]
    line = bo.draws_a_line("Spiders.")["version"]
    without = redacted(bo, line)["version"]
    bo.draws_a_line("Ladders.")
    assert looked_through(bo.exported(at=line)).log.version == without
    assert looked_through(bo.exported(at=without + 1)).log.version == without + 1


def test_an_archive_has_the_redaction_that_another_process_has_just_made(
    database_url: str,
) -> None:
    with serving(database_url) as one, serving(database_url) as other:
        bo = played(one.http, "Ann", "Bo")["Bo"]
        line = bo.draws_a_line("Spiders.")["version"]
        without = redacted(bo.at(other.http), line)["version"]
        assert looked_through(bo.exported()).log.version == without


def test_a_version_after_the_head_cannot_be_exported(ann: Player) -> None:
    answer = ann.get(f"{ann.home}/export", at=ann.head + 1)
    a_problem(answer, "no_such_version")


def public_keys(server: Server) -> dict[str, bytes]:
    """The keys that the server publishes, by id."""
    keys = of(Client(server.http).get("/v1/keys"), 200)["keys"]
    return {key["id"]: bytes.fromhex(key["public_key"]) for key in keys}


def test_a_checkpoint_is_signed_with_a_published_key(server: Server, ann: Player) -> None:
    told = Checkpoint(**{**(seen := ann.see("/checkpoint")), "session": UUID(seen["session"])})
    assert (told.version, str(told.session)) == (ann.head, ann.session)
    assert told.hash == ann.see(f"/events/{told.version}")["hash"]
    assert is_signed(told, public_keys(server)[told.key])


def test_a_checkpoint_of_an_older_version_is_the_same_every_time(ann: Player) -> None:
    assert ann.see("/checkpoint", at=3) == ann.see("/checkpoint", at=3)
    assert ann.see("/checkpoint", at=3)["hash"] == ann.see("/events/3")["hash"]


@pytest.mark.parametrize("field", ["session", "version", "hash", "key", "signature"])
def test_a_checkpoint_that_was_changed_is_not_signed(
    server: Server, ann: Player, field: str
) -> None:
    seen = ann.see("/checkpoint")
    key = public_keys(server)[seen["key"]]
    value = seen[field]
    seen[field] = (
        value + 1 if field == "version" else value[:-1] + ("0" if value[-1] != "0" else "1")
    )
    assert not is_signed(Checkpoint(**{**seen, "session": UUID(seen["session"])}), key)
