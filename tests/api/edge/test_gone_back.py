"""A client with cached answers after the log lost events (a restored backup) and play continued."""

from collections.abc import Iterator

import pytest

from tests.support.client import Player, of, played
from tests.support.patience import until
from tests.support.postgres import lose
from tests.support.server import serving


@pytest.fixture(scope="module")
def bo(database: str) -> Iterator[Player]:
    with serving(database) as server:
        yield played(server.http, "Ann", "Bo")["Bo"]


def test_another_event_of_a_version_is_never_taken_for_the_one_that_was_kept(
    bo: Player, database: str
) -> None:
    version = bo.draws_a_line("Spiders.")["version"]
    paths = (f"{bo.home}/state", f"{bo.home}/state?at={version}", f"{bo.home}/events/{version}")
    kept = [bo.get(path).headers["etag"] for path in paths]
    lose(database, bo.session, version - 1)
    until(lambda: bo.head, lambda head: head < version)
    gone = bo.move("add_limit", headers={"If-Match": kept[0]}, kind="line", text="Rats.")
    assert of(gone, 412)["facts"] == {"version_expected": version, "head": version - 1}
    assert of(bo.get(f"{bo.home}/state", at=version), 404)["facts"]["head"] == version - 1
    assert bo.draws_a_line("Eels.")["version"] == version
    for path, tag in zip(paths, kept, strict=True):
        answer = bo.get(path, headers={"If-None-Match": tag})
        assert (answer.status_code, "Spiders." in answer.text) == (200, False)
    drawn_from = bo.move("add_limit", headers={"If-Match": kept[0]}, kind="line", text="Rats.")
    assert of(drawn_from, 412)["facts"] == {"version_expected": version, "head": version}
    now = bo.get(f"{bo.home}/state").headers["etag"]
    assert bo.moves("add_limit", headers={"If-Match": now}, kind="line", text="Rats.")
