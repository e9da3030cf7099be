"""The server's verification refuses every damaged archive."""

import io
from collections.abc import Iterator

import pytest

from tests.support.damaged_archives import Archives, good_and_bad
from tests.support.server import Server, serving
from verger.service.archive.format import UnreadableError
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive

pytestmark = pytest.mark.thorough


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    with serving(database) as running:
        yield running


def accepted(archives: Archives) -> set[str]:
    return {name for name, archive in archives.items() if is_good(archive)}


def is_good(archive: bytes) -> bool:
    try:
        return isinstance(verify_archive(io.BytesIO(archive), lambda _: None), ArchiveVerifier)
    except UnreadableError:
        return False


def test_a_verifier_accepts_good_archives_and_no_damaged_one(server: Server) -> None:
    good, bad = good_and_bad(server)
    assert len(bad) > 150
    assert accepted({**good, **bad}) == {*good}
