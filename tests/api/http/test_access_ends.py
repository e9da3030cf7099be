"""After the end of a seat, its tokens, codes and tickets do not open the session any more."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle
from typing import NamedTuple

import pytest

from tests.support.client import Client, Json, Player, Table, forked, of, seated, started
from tests.support.contract import PARAMETER, document
from tests.support.ended import end
from tests.support.few import few
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute
from tests.support.receiver import hooked, hooked_widely
from tests.support.server import Server, serving
from tests.support.socket import listening, messages

AFTER = "No clowns."
SEALED = "The heir is the doctor."
NAMES = ("Ann", "Bo", "Cy", "Vi")
NOWHERE = "http://127.0.0.1:9/"
"""The address of the webhooks. No receiver listens there."""


REFUSED = (401, 404, 410)
WRITING = ("POST", "PUT", "PATCH", "DELETE")
BODIES: Mapping[str, Json] = {
    "postMove": {"move": "signal"},
    "issueToken": {"label": "a bot"},
    "redact": {"versions": [1], "reason": "It is gone."},
}
QUERIES: Mapping[str, Json] = {"getDiff": {"from": "1", "to": "1"}}


class Former(NamedTuple):
    """A seat that has ended: its table, its holder, and everything that its token handed out before."""

    table: Table
    who: Player
    tokens: Mapping[str, str]
    codes: Mapping[str, str]
    ticket: str
    streams: Mapping[str, Future[str]]
    hooks: tuple[str, ...]
    is_gone: bool
    """Whether the session itself is gone."""


def vacated(database: str, table: Table, name: str) -> None:
    by = "Bo" if name == "Ann" else "Ann"
    table.agree(by, "vacate_seat", seat=table[name].seat)


def left(database: str, table: Table, name: str) -> None:
    table[name].moves("leave")


def removed(database: str, table: Table, name: str) -> None:
    left(database, table, name)
    ann = table["Ann"]
    of(ann.ask("DELETE", f"{ann.home}/seats/{table[name].seat}"), 200)


def reissued(database: str, table: Table, name: str) -> None:
    table.reissue(name)


def taken_over(database: str, table: Table, name: str) -> None:
    table.take_over(name)


def deleted(database: str, table: Table, name: str) -> None:
    end(database, table.session, "session_deleted")


def archived(database: str, table: Table, name: str) -> None:
    end(database, table.session, "session_archived")


WAYS: Mapping[str, Callable[[str, Table, str], None]] = {
    way.__name__: way for way in (vacated, left, removed, reissued, taken_over, deleted, archived)
}
GONE = ("deleted", "archived")
CASES = [
    *((way, "Bo") for way in WAYS),
    *((way, "Ann") for way in WAYS if way != "removed"),
    *((way, "Vi") for way in ("left", "removed", "reissued", "taken_over")),
]
"""Each way to end a seat, for a player, the GM and an observer."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_webhook_private_targets="on") as server:
        yield server


def sat(server: Server, onlookers: str = "nobody") -> Table:
    """Start a table with the GM, two players and an observer."""
    rules = {"onlookers": onlookers}
    table = started(server.http, *NAMES, observers=1, house_rules=rules)
    for name in NAMES[1:]:
        table.claim(name)
    return table


def handed_out(who: Player) -> dict[str, str]:
    """Return tokens of a seat: its first, a further one, and the one of another device."""
    code = of(who.ask("POST", f"{who.home}/device-codes"), 201)["code"]
    held = {"own": who, "further": who.issued(), "device": seated(who.http, code)}
    return {name: player.token or "" for name, player in held.items()}


def codes_of(who: Player, *, forks: bool) -> dict[str, str]:
    """Return the unused codes that a seat has handed out."""
    codes = {"device": of(who.ask("POST", f"{who.home}/device-codes"), 201)["code"]}
    if who.seat == "s1":
        new = {"kind": "player", "name": "Eve"}
        codes["new seat"] = of(who.post(f"{who.home}/seats", new), 201)["claim_code"]
    if forks and who.seat != "s4":
        fork = forked(who)
        codes["fork"] = next(code for code in fork.codes.values() if code)
    return codes


def lines_of(player: Player, form: str, path: str, **query: str) -> str:
    """Return everything that a stream sends until it ends."""
    headers = player.authorization | {"Accept": form}
    with player.http.stream(
        "GET", path, headers=headers, params=query, timeout=PATIENCE_SECONDS
    ) as answer:
        assert answer.status_code == 200
        return "".join(answer.iter_text())


def socket_of(player: Player) -> str:
    """Return everything that a WebSocket sends until it ends."""
    with listening(player, after=0) as link:
        return json.dumps(list(messages(link)))


def followed(pool: ThreadPoolExecutor, who: Player) -> dict[str, Future[str]]:
    """Follow a session with every kind of stream, each until it ends."""
    path, opened = f"{who.home}/events", {"after": "0"}
    ticket = of(who.ask("POST", f"{who.home}/stream-tickets"), 201)["ticket"]
    by_ticket = Player(who.http, "", who.session, "")
    events, lines = "text/event-stream", "application/x-ndjson"
    return {
        "events": pool.submit(lines_of, who, events, path, **opened),
        "lines": pool.submit(lines_of, who, lines, path, follow="true", **opened),
        "by ticket": pool.submit(lines_of, by_ticket, events, path, ticket=ticket, **opened),
        "socket": pool.submit(socket_of, who),
    }


def until_all_follow(server: Server, count: int) -> None:
    """Wait until this many streams are open."""

    def enough(metrics: str) -> bool:
        found = re.findall(r"^verger_streams\{.*\} (\d+)", metrics, re.MULTILINE)
        return sum(map(int, found)) >= count

    until(lambda: server.http.get("/metrics").text, enough)


@pytest.fixture(scope="module", params=few(CASES, len(WAYS)), ids=" ".join)
def former(request: pytest.FixtureRequest, server: Server, database: str) -> Former:
    """Let a seat hand out everything that it can, end the seat, and play on."""
    way, name = request.param
    table, is_gone = sat(server), way in GONE
    who = table[name]
    hooks = [] if name == "Vi" else [hooked(who, NOWHERE)]
    tokens, codes = handed_out(who), codes_of(who, forks=not is_gone)
    ticket = of(who.ask("POST", f"{who.home}/stream-tickets"), 201)["ticket"]
    wide = [hooked_widely(who, NOWHERE)]
    ids = tuple(hook.see()["id"] for hook in (*hooks, *wide))
    with ThreadPoolExecutor() as pool:
        streams = followed(pool, who)
        until_all_follow(server, len(streams))
        WAYS[way](database, table, name)
        if not is_gone:
            other = next(player for player in table if player.seat != who.seat)
            other.draws_a_line(AFTER)
            other.moves("seal_note", text=SEALED, eyes=[] if way == "removed" else [who.seat])
    return Former(table, who, tokens, codes, ticket, streams, ids, is_gone)


def addresses(who: Player, method: str) -> Iterator[tuple[str, str]]:
    """Yield every operation on the session with this HTTP method, and its address."""
    values = {"session": who.session, "version": "1", "seat_id": "s2", "removed": "s2"}
    for path, methods in document()["paths"].items():
        if "{session}" in path and method.lower() in methods:
            address = PARAMETER.sub(lambda found: values.get(found[1], "1"), path)
            yield methods[method.lower()]["operationId"], address


def test_tokens_of_an_ended_seat_read_nothing(former: Former, subtests: pytest.Subtests) -> None:
    tokens = cycle(former.tokens.items())
    for (id, address), (held, token) in zip(addresses(former.who, "GET"), tokens, strict=False):
        with subtests.test(f"{id} by its {held} token"):
            answer = Client(former.who.http, token).get(address, **QUERIES.get(id, {}))
            assert answer.status_code in REFUSED, answer.text
            assert AFTER not in answer.text


def test_tokens_of_an_ended_seat_write_nothing(former: Former, subtests: pytest.Subtests) -> None:
    tokens = cycle(former.tokens.items())
    for method in WRITING:
        for (id, address), (held, token) in zip(
            addresses(former.who, method), tokens, strict=False
        ):
            with subtests.test(f"{id} by its {held} token"):
                asker, body = Client(former.who.http, token), BODIES.get(id, {})
                answer = asker.ask(method, address, json=body)
                assert answer.status_code in REFUSED, answer.text


def test_the_same_requests_of_a_seat_that_has_not_ended_find_the_session(
    server: Server, database: str, subtests: pytest.Subtests
) -> None:
    bo = sat(server)["Bo"]
    for method in ("GET", *WRITING):
        for id, address in addresses(bo, method):
            with subtests.test(id):
                body = None if method == "GET" else BODIES.get(id, {})
                answer = bo.ask(method, address, params=QUERIES.get(id), json=body)
                assert "no_such_session" not in answer.text
    assert listed(bo).count(bo.session) > 1


def test_lists_and_the_feed_of_an_ended_seat_lack_the_session(former: Former) -> None:
    assert former.who.session not in listed(Client(former.who.http, former.tokens["own"]))


def listed(client: Client) -> list[str]:
    """Return the sessions that the list and the feed show to a token, or none if the token is invalid."""
    answers = client.get("/v1/sessions"), client.get("/v1/feed")
    if all(answer.status_code == 401 for answer in answers):
        return []
    sessions, feed = (of(answer, 200) for answer in answers)
    return [one["session"] for one in (*sessions["sessions"], *feed["items"])]


def test_codes_and_tickets_of_an_ended_seat_open_nothing(former: Former) -> None:
    for code in former.codes.values():
        answer = Client(former.who.http).post("/v1/seats/claim", {"code": code})
        assert answer.status_code in (404, 409), answer.text
    follows, where = {"Accept": "text/event-stream"}, f"{former.who.home}/events"
    stale = former.who.http.get(where, params={"ticket": former.ticket}, headers=follows)
    assert stale.status_code in REFUSED


def test_streams_of_an_ended_seat_end_before_later_events(former: Former) -> None:
    for stream in former.streams.values():
        assert AFTER not in stream.result(PATIENCE_SECONDS)


def test_webhooks_of_an_ended_seat_receive_nothing(database: str, former: Former) -> None:
    sql = "SELECT count(*) FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id"
    named = ", ".join(f"'{id}'" for id in former.hooks)
    session = former.who.session
    assert execute(database, f"{sql} WHERE w.id IN ({named}) AND l.session = '{session}'") == "0"


def test_onlookers_see_as_much_as_a_token_whose_seat_has_ended(
    server: Server, database: str, subtests: pytest.Subtests
) -> None:
    table = sat(server, onlookers="anyone")
    bo = table["Bo"]
    left(database, table, "Bo")
    table["Ann"].draws_a_line(AFTER)
    table["Ann"].moves("seal_note", text=SEALED, eyes=["s2"])
    anybody = Client(bo.http)
    for id, address in addresses(bo, "GET"):
        with subtests.test(id):
            own, others = (one.get(address, **QUERIES.get(id, {})) for one in (bo, anybody))
            assert SEALED not in own.text
            if others.is_success:
                assert own.content == others.content
            else:
                assert own.status_code in (*REFUSED, others.status_code)


def test_a_seat_of_the_parent_reads_a_fork_until_it_ends_and_one_of_the_fork_too(
    server: Server, database: str
) -> None:
    table = sat(server)
    bo, cy = table["Bo"], table["Cy"]
    fork = forked(table["Ann"])
    code = {"code": fork.codes["Bo"]}
    of(bo.post("/v1/seats/claim", code), 201)
    in_fork = Player(bo.http, bo.token or "", fork.session, "s2")
    guest = Player(cy.http, cy.token or "", fork.session, "")
    assert guest.see()["your_seats"] == []
    in_fork.moves("leave")
    cy.moves("leave")
    for former in (in_fork, guest):
        assert of(former.get(former.home), 404)["code"] == "no_such_session"
    assert bo.see()["your_seats"] == ["s2"]


def test_closing_a_session_ends_no_seat(server: Server) -> None:
    table = sat(server)
    bo = table["Bo"]
    device = codes_of(bo, forks=False)["device"]
    table.agree("Bo", "choose_house_rule", house_rule="session", value="closed")
    assert bo.see()["your_seats"] == ["s2"]
    assert seated(bo.http, device).see()["your_seats"] == ["s2"]


def test_the_others_see_that_access_has_ended(server: Server) -> None:
    table = sat(server)
    table["Bo"].moves("leave")
    event = table["Ann"].log()[-1]["event"]
    assert "no longer open the session" in event["ruling"]["sentence"]
    seats = {seat["id"]: seat["taken"] for seat in table["Ann"].see()["seats"]}
    assert seats["s2"] is False
