"""Pages of the log: backwards, of one type or seat, between versions; and where they lead."""

from typing import Any

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.problems import a_problem
from tests.support.server import Server

Query = dict[str, Any]


@pytest.fixture(scope="session")
def talk(server: Server) -> Table:
    """Give a table at which both have drawn lines, one after the other; tests only read it."""
    table = played(server.http, "Ann", "Bo")
    for number in range(5):
        table["Bo"].draws_a_line(f"Bo's {number}.")
        table["Ann"].draws_a_line(f"Ann's {number}.")
    return table


def paged(player: Player, **query: Any) -> list[list[Json]]:
    """The events of every page, from one to the next by its link."""
    found: list[list[Json]] = []
    address = f"{player.home}/events"
    while address:
        answer = player.get(address, **query)
        found.append(of(answer, 200)["events"])
        address, query = answer.links.get("next", {}).get("url", ""), {}
    return found


def versions(pages: list[list[Json]]) -> list[list[int]]:
    return [[event["version"] for event in page] for page in pages]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"limit": 5}, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]]),
        ({"limit": 5, "order": "newest"}, [[12, 11, 10, 9, 8], [7, 6, 5, 4, 3], [2, 1]]),
        ({"limit": 6, "order": "newest"}, [[12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1]]),
        ({"before": 4}, [[3, 2, 1]]),
        ({"before": 4, "order": "oldest"}, [[1, 2, 3]]),
        ({"before": 2**53, "limit": 500}, [[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]]),
        ({"after": 4, "before": 8}, [[7, 6, 5]]),
        ({"after": 4, "before": 8, "order": "oldest", "limit": 2}, [[5, 6], [7]]),
        ({"after": 8, "before": 4}, [[]]),
        ({"after": 12, "order": "newest"}, [[]]),
        ({"before": 1}, [[]]),
        ({"type": "take_seat"}, [[2]]),
        ({"type": "no_such_move"}, [[]]),
        ({"seat": "s2", "after": 2, "limit": 2}, [[3, 5], [7, 9], [11]]),
        ({"seat": "s1", "type": "add_limit", "order": "newest", "limit": 4}, [[12, 10, 8, 6], [4]]),
        ({"seat": "s9"}, [[]]),
    ],
)
def test_a_page_has_what_was_asked_for(
    talk: Table, query: Query, expected: list[list[int]]
) -> None:
    assert versions(paged(talk["Bo"], **query)) == expected


def test_the_same_events_stand_on_every_page_that_has_them(talk: Table) -> None:
    (newest,) = paged(talk["Bo"], order="newest")
    assert newest[::-1] == talk["Bo"].log()


@pytest.mark.parametrize(("cursor", "order"), [("after", "oldest"), ("before", "newest")])
def test_every_page_but_the_first_leads_back_to_that(talk: Table, cursor: str, order: str) -> None:
    bo = talk["Bo"]
    first = bo.get(f"{bo.home}/events", order=order, limit=3, seat="s2")
    assert set(first.links) == {"next"}
    second = bo.get(first.links["next"]["url"])
    assert second.links["first"]["url"] == f"{bo.home}/events?order={order}&limit=3&seat=s2"
    assert bo.get(second.links["first"]["url"]).json() == first.json()
    assert first.json()[f"next_{cursor}"] == first.json()["events"][-1]["version"]


@pytest.mark.parametrize("form", ["application/x-ndjson", "text/event-stream"])
@pytest.mark.parametrize(
    "query",
    [{"before": 4}, {"order": "oldest"}, {"type": "add_limit"}, {"seat": "s2"}, {"limit": 100}],
)
def test_lines_and_streams_take_nothing_that_is_for_pages(
    talk: Table, form: str, query: Query
) -> None:
    bo = talk["Bo"]
    answer = bo.get(f"{bo.home}/events", headers={"Accept": form}, follow="false", **query)
    assert a_problem(answer, "invalid_parameter")["facts"]["parameter"] in query


@pytest.mark.parametrize("query", [{"before": 0}, {"order": "both"}, {"type": "x" * 61}])
def test_a_page_that_cannot_be_meant_is_refused(talk: Table, query: Query) -> None:
    bo = talk["Bo"]
    a_problem(bo.get(f"{bo.home}/events", **query), "invalid_parameter")


LISTS = ["forks", "tokens", "refusals", "disputes", "landmarks", "ledger"]


@pytest.mark.parametrize("name", LISTS)
def test_every_list_leads_to_its_next_page_and_back_to_its_first(server: Server, name: str) -> None:
    ann = played(server.http, "Ann", "Bo")["Ann"]
    for number in range(3):
        of(ann.post(f"{ann.home}/forks", {}), 201)
        of(ann.post(f"{ann.home}/tokens", {"label": f"Bot {number}"}), 201)
        of(ann.move("end_turn"), 409)
        about = {"of": "event", "version": ann.draws_a_line("Spiders.")["version"]}
        ann.moves("dispute", about=about, rule="compile.limits", grounds="It was no line.")
    first = ann.get(f"{ann.home}/{name}", limit=1)
    second = of_next(ann, first)
    assert set(second.links) >= {"first"}
    assert ann.get(second.links["first"]["url"]).json() == of(first, 200)
    assert second.json() != first.json()


def of_next(player: Player, answer: Any) -> Any:
    """The page that one leads to."""
    assert set(answer.links) == {"next"}
    return player.get(answer.links["next"]["url"])
