"""The GM can end a session after its table has given it up. Nothing else is lost."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest

from tests.api.conftest import Pair
from tests.support.client import Player, Table, forked, of, played
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem

pytestmark = pytest.mark.thorough

RACES = 15


@pytest.fixture
def table(pair: Pair) -> Table:
    """Return a table of Ann, the GM, and Bo. Both servers hold it in memory."""
    table = played(pair[0].http, "Ann", "Bo")
    assert table["Bo"].at(pair[1].http).head
    return table


def agreed(table: Table, value: str) -> None:
    table.agree("Ann", "choose_house_rule", house_rule="session", value=value)


def ended(player: Player, tag: str | None = None, **query: str) -> httpx.Response:
    headers = {"If-Match": tag} if tag else None
    return player.ask("DELETE", player.home, params=query, headers=headers)


def is_gone(answer: httpx.Response) -> bool:
    return answer.status_code == 410


def test_the_gm_deletes_a_session_that_the_table_has_given_up(pair: Pair, table: Table) -> None:
    agreed(table, "given_up")
    ann, newest = table["Ann"], table["Ann"].log()[-1]
    # This server has not seen the decision of the table.
    assert ended(ann.at(pair[1].http)).status_code == 204
    for server in pair[:2]:
        found = until(partial(ann.at(server.http).get, ann.home), is_gone)
        facts = a_problem(found, "session_deleted")["facts"]
        assert (facts["ended_by"], facts["hash"]) == ("s1", newest["hash"])
    a_problem(ended(ann), "session_deleted")


def test_nobody_ends_a_session_that_the_table_has_not_given_up(table: Table) -> None:
    ann, bo = table["Ann"], table["Bo"]
    for value in ("open", "closed"):
        agreed(table, value)
        a_problem(ended(bo), "gm_only")
        assert a_problem(ended(ann), "not_given_up")["facts"] == {"session_house_rule": value}
    agreed(table, "given_up")
    a_problem(ended(bo), "gm_only")
    agreed(table, "open")
    a_problem(ended(ann), "not_given_up")
    bo.moves("propose", subject={"subject": "resume_play"})


def test_a_closed_table_can_give_up_and_change_its_mind(table: Table) -> None:
    agreed(table, "given_up")
    a_problem(table["Bo"].move("signal"), "closed")
    agreed(table, "closed")
    a_problem(ended(table["Ann"]), "not_given_up")
    agreed(table, "given_up")
    assert ended(table["Ann"]).status_code == 204


def test_the_gms_export_is_the_archive_that_comes_back(pair: Pair, table: Table) -> None:
    agreed(table, "given_up")
    ann = table["Ann"]
    a_problem(ended(ann, archived="true"), "invalid_parameter")
    kept = ann.get(f"{ann.home}/export")
    assert ended(ann, kept.headers["etag"], archived="true").status_code == 204
    a_problem(until(lambda: ann.get(ann.home), is_gone), "session_archived")
    there = ann.at(pair[1].http)
    brought = of(there.imports(kept.content), 201)
    assert brought["is_played_on"]
    until(lambda: there.get(ann.home).json().get("version") == brought["version"])
    assert there.get(f"{ann.home}/export").content == kept.content
    for player in table:
        until(partial(player.get, player.home), lambda answer: answer.status_code == 200)
    agreed(table, "open")
    a_problem(ended(ann), "not_given_up")


def test_an_earlier_export_is_not_the_archive_of_the_session(table: Table) -> None:
    ann = table["Ann"]
    before, at = ann.get(f"{ann.home}/export"), ann.head
    agreed(table, "given_up")
    told = a_problem(ended(ann, before.headers["etag"], archived="true"), "stale_version")
    assert [event["version"] for event in told["events"]] == [at + 1, at + 2]
    assert ann.head == at + 2


def test_a_fork_stands_in_the_way_until_it_has_ended(table: Table) -> None:
    agreed(table, "given_up")
    ann = table["Ann"]
    fork = forked(ann)["Ann"]
    assert a_problem(ended(ann), "has_forks")["facts"] == {"forks": [fork.session]}
    a_problem(ended(fork), "not_given_up")
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "given_up"}
    fork.moves("propose", subject=subject)
    assert ended(fork).status_code == 204
    assert ended(ann).status_code == 204


def test_a_token_of_some_scopes_and_an_unknown_one_end_nothing(table: Table) -> None:
    agreed(table, "given_up")
    ann = table["Ann"]
    a_problem(ended(ann.issued(scopes=["read", "play", "gm"])), "missing_scope")
    a_problem(ended(Player(ann.http, "no-such", ann.session, "s1")), "invalid_token")


def test_a_session_that_ends_while_somebody_moves_has_the_move_in_its_stub_or_refuses_it(
    pair: Pair,
) -> None:
    one, two, url = pair
    for _ in range(RACES):
        table = played(one.http, "Ann", "Bo")
        agreed(table, "given_up")
        ann, bo, before = table["Ann"], table["Bo"].at(two.http), table["Ann"].head
        subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "open"}
        with ThreadPoolExecutor(2) as pool:
            moving = pool.submit(bo.move, "propose", subject=subject)
            ending = pool.submit(ended, ann)
        assert ending.result().status_code == 204
        is_made = moving.result().status_code == 201
        assert moving.result().status_code in {201, 401, 404, 410}
        stub = f"SELECT version FROM stubs WHERE session = '{table.session}'"  # noqa: S608
        assert execute(url, stub) == str(before + is_made)


def test_two_who_end_a_session_at_once_end_it_once(pair: Pair, table: Table) -> None:
    agreed(table, "given_up")
    both = [table["Ann"], table["Ann"].at(pair[1].http)]
    with ThreadPoolExecutor(2) as pool:
        answers = sorted(answer.status_code for answer in pool.map(ended, both))
    assert answers == [204, 410]
