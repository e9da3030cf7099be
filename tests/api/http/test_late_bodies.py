"""If a right ends before the body of a request has arrived, the request cannot use the right."""

import json
import socket
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.support.client import Client, Player, Table, of, played, with_free_seat
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving

pytestmark = pytest.mark.thorough

LATE = {
    "moves": ("POST", {"move": "add_limit", "kind": "line", "text": "Clowns."}),
    "moves that leave": ("POST", {"move": "leave"}),
    "redactions": ("POST", {"versions": [2], "reason": "No."}),
    "tokens": ("POST", {"label": "a bot"}),
    "listing": ("PUT", {"language": "en"}),
    "forks": ("POST", {}),
}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_lobby="on") as one:
        yield one


@pytest.fixture
def table(server: Server) -> Table:
    table = with_free_seat(server.http)
    table["Ann"].draws_a_line("Spiders.")
    return table


def begun(server: Server, player: Player, kind: str) -> tuple[socket.socket, bytes]:
    """Send a request without the end of its body. Return the connection and the rest of the body."""
    method, body = LATE[kind]
    sent = json.dumps(body).encode()
    head = (
        f"{method} {player.home}/{kind.partition(' ')[0]} HTTP/1.1\r\nHost: x\r\n"
        f"Authorization: Bearer {player.token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(sent)}\r\n\r\n"
    ).encode()
    link = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS)
    link.sendall(head + sent[:1])
    return link, sent[1:]


def answered(link: socket.socket, rest: bytes) -> int:
    with link:
        link.sendall(rest)
        return int(link.recv(65_536).split(b" ", 2)[1])


@pytest.mark.parametrize("kind", LATE)
def test_a_late_body_changes_nothing_after_its_seat_was_taken_over(
    server: Server, table: Table, kind: str
) -> None:
    link, rest = begun(server, table["Ann"], kind)
    new = table.take_over("Ann")
    head = new.head
    assert answered(link, rest) in (401, 403, 404)
    assert (new.head, new.see()["your_seats"]) == (head, ["s1"])


@pytest.mark.parametrize("kind", LATE)
def test_a_late_body_changes_nothing_after_its_token_was_revoked(
    server: Server, ann: Player, kind: str
) -> None:
    issued = of(ann.post(f"{ann.home}/tokens", {"label": "a bot"}), 201)
    bot = Player(ann.http, issued["token"], ann.session, "s1")
    bot.see()  # The server now has the token in memory.
    link, rest = begun(server, bot, kind)
    assert ann.ask("DELETE", f"{ann.home}/tokens/{issued['id']}").status_code == 204
    head = ann.head
    assert answered(link, rest) in (401, 403, 404)
    assert ann.head == head


@pytest.mark.parametrize("kind", ["moves", "moves that leave", "redactions"])
def test_another_process_that_remembers_the_token_changes_nothing(
    postgres_url: str, kind: str
) -> None:
    with fresh_database(postgres_url) as url, serving(url) as one, serving(url) as two:
        table = played(one.http, "Ann", "Bo")
        ann = table["Ann"]
        ann.draws_a_line("Spiders.")
        away = ann.at(two.http)
        assert away.see("/options")["seat"] == "s1"
        new = table.take_over("Ann")
        head, (_, body) = new.head, LATE[kind]
        answer = away.post(f"{ann.home}/{kind.partition(' ')[0]}", body)
        assert answer.status_code in (401, 403, 404)
        assert (new.head, new.see()["your_seats"]) == (head, ["s1"])


def test_a_stream_of_another_process_ends_although_the_seat_is_taken_at_once(
    postgres_url: str,
) -> None:
    with fresh_database(postgres_url) as url, serving(url) as one, serving(url) as two:
        table = played(one.http, "Ann", "Bo")
        bo = table["Bo"].at(two.http)
        with bo.follows(after=0) as lines:
            assert "id: 1" in islice(lines, 3)
            table.take_over("Bo")
            table["Ann"].draws_a_line("Clowns.")
            assert "Clowns." not in "".join(lines)


@pytest.mark.parametrize(
    ("body", "status"), [(b'{"language":"en"}' + b" " * 300_000, 413), (b"{", 400)]
)
def test_a_body_of_put_has_the_limits_of_every_body(ann: Player, body: bytes, status: int) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ann.ask("PUT", f"{ann.home}/listing", content=body, headers=headers)
    assert answer.status_code == status
    answer = ann.ask("PUT", f"{ann.home}/listing", content=body, headers={"Content-Type": "a/b"})
    assert answer.status_code in (413, 415)


def test_codes_end_with_the_seat_that_gave_them_even_if_the_token_has_another_seat(
    table: Table,
) -> None:
    ann = table["Ann"]
    code = table.codes["Cy"]
    of(ann.post("/v1/seats/claim", {"code": code}), 201)
    new = of(ann.post(f"{ann.home}/seats?seat=s1", {"kind": "player", "name": "Di"}), 201)
    other = table["Bo"]
    effects = other.moves("propose", subject={"subject": "reissue_seat", "seat": "s1"})
    asked = effects["event"]["effects"][0]["proposal"]
    third = Player(ann.http, ann.token or "", ann.session, "s3")
    of(third.move("agree", proposal=asked, query={"seat": "s3"}), 201)
    assert third.see()["your_seats"] == ["s3"]
    answer = Client(ann.http).post("/v1/seats/claim", {"code": new["claim_code"]})
    assert of(answer, 409)["code"] == "claim_code_used"


@pytest.mark.parametrize(
    "form", ["vg_No8vHi9B7nHtcTt_JXixZJFFCnRlCZGcyvn-_iE5IZg", "2LYD-L3IP-X7SI-3R3T"]
)
@pytest.mark.parametrize("path", ["/v1/rulesets/{}", "/v1/tables?ruleset={}"])
def test_a_problem_sends_no_secret_back(server: Server, path: str, form: str) -> None:
    assert form not in Client(server.http).get(path.format(form)).text
