"""A process of an older release refuses a session with house rules that only later releases know."""

import pytest

from tests.support import later_rules
from tests.support.client import Client, of, played
from tests.support.log import archived
from tests.support.server import Server, serving
from verger.domain.games.rulesets import RULESETS
from verger.service.database.outage import Cause

VERGE = RULESETS["verge"]


def test_an_older_process_leaves_a_session_with_later_house_rules_to_newer_ones(
    database: str,
) -> None:
    with (
        serving(database) as older,
        serving(database, game=later_rules.__name__) as newer,
    ):
        for table in later_rules.tables(newer):
            ann = table["Ann"]
            there = ann.at(older.http)
            for answer in (there.move("signal"), there.get(there.home)):
                problem = of(answer, 503)
                assert (problem["code"], problem["facts"]["cause"]) == ("unavailable", Cause.NEWER)
            of(ann.move("signal"), 201)
            older.told(session=ann.session, event="session_is_newer")
            told = [line["event"] for line in older.lines if line.get("session") == ann.session]
            assert told.count("session_is_newer") == 1
            assert not {"internal_error", "log_damaged"} & set(told)


@pytest.mark.parametrize("kind", later_rules.kinds(VERGE))
def test_an_archive_with_later_house_rules_is_not_imported(server: Server, kind: str) -> None:
    later = later_rules.kinds(VERGE)[kind]
    with later_rules.released(VERGE, later):
        log, version = later_rules.proposed(VERGE, later)
        body = b"".join(archived(log))
    player = Client(server.http, played(server.http, "Ada", "Ben")["Ada"].token)
    problem = of(player.imports(body), 422)
    assert problem["code"] == "unreadable_archive"
    told = f"from version {version} on it was written by a later program, with the house rule"
    assert told in problem["detail"]
