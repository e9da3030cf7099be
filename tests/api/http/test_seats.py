"""The GM adds seats. The first client with its claim code takes a seat."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
import pytest

from tests.support.client import Client, Json, Player, Table, of, played, started
from tests.support.server import Server


def claim(http: httpx.Client, code: str, key: str | None = None, **more: str) -> tuple[int, Json]:
    answer = Client(http).post("/v1/seats/claim", {"code": code, **more}, key)
    return answer.status_code, answer.json()


def add(player: Player, key: str | None = None, kind: str = "player", name: str = "Di") -> Json:
    found: Json = of(player.post(f"{player.home}/seats", {"kind": kind, "name": name}, key), 201)
    return found


@pytest.fixture
def begun(server: Server) -> Table:
    return started(server.http, "Ann", "Bo")


def test_a_claim_code_seats_its_bearer_under_the_name_they_choose(begun: Table) -> None:
    status, claimed = claim(begun.http, begun.codes["Bo"], name="Bonnie")
    assert (status, claimed["seat"], claimed["session"]) == (201, "s2", begun.session)
    seat = begun["Ann"].see()["seats"][1]
    assert (seat["name"], seat["taken"]) == ("Bonnie", True)


def test_without_a_name_the_seat_keeps_its_own(begun: Table) -> None:
    begun.claim("Bo")
    assert begun["Ann"].see()["seats"][1]["name"] == "Bo"


@pytest.mark.parametrize("typed", [str.lower, lambda code: f" {code.replace('-', ' ')}."])
def test_a_claim_code_is_taken_as_people_type_it(begun: Table, typed: Callable[[str], str]) -> None:
    assert claim(begun.http, typed(begun.codes["Bo"]))[0] == 201


@pytest.mark.parametrize("name", ["ann", "\uff21nn", "Ann\u200e", "\u0410nn"])
def test_a_seat_is_not_claimed_under_the_name_of_another(begun: Table, name: str) -> None:
    status, problem = claim(begun.http, begun.codes["Bo"], name=name)
    assert (status, problem["code"], problem["facts"]["seat_name"]) == (409, "name_taken", "Ann")
    assert claim(begun.http, begun.codes["Bo"], name=problem["facts"]["free_name"])[0] == 201


def test_a_claim_code_works_once(begun: Table) -> None:
    begun.claim("Bo")
    head = begun["Ann"].head
    status, problem = claim(begun.http, begun.codes["Bo"])
    assert (status, problem["code"]) == (409, "claim_code_used")
    assert begun["Ann"].head == head


def test_of_many_who_bring_one_code_at_once_one_is_seated(begun: Table) -> None:
    with ThreadPoolExecutor(6) as pool:
        outcomes = list(pool.map(lambda _: claim(begun.http, begun.codes["Bo"])[0], range(6)))
    assert sorted(outcomes) == [201, 409, 409, 409, 409, 409]
    assert begun["Ann"].head == 2


def test_a_code_that_was_never_issued_differs_from_a_used_one(server: Server) -> None:
    assert claim(server.http, "AAAA-BBBB-CCCC-DDDD")[1]["code"] == "no_such_claim_code"


def test_a_repeated_claim_gets_the_same_token(begun: Table) -> None:
    key = uuid4().hex
    first, again = (claim(begun.http, begun.codes["Bo"], key) for _ in range(2))
    assert first == again
    assert first[0] == 201


def test_a_token_that_claims_a_second_seat_holds_both(begun: Table) -> None:
    ann = begun["Ann"]
    claimed = of(ann.post("/v1/seats/claim", {"code": begun.codes["Bo"]}), 201)
    assert claimed.get("token") is None
    assert ann.see()["your_seats"] == ["s1", "s2"]


def test_a_player_with_several_seats_must_name_the_acting_one(begun: Table) -> None:
    ann = begun["Ann"]
    ann.post("/v1/seats/claim", {"code": begun.codes["Bo"]})
    limit: Json = {"kind": "line", "text": "Spiders."}
    problem = of(ann.move("add_limit", **limit), 400)
    assert (problem["code"], problem["facts"]["seats"]) == ("which_seat", ["s1", "s2"])
    event = of(ann.move("add_limit", query={"seat": "s2"}, **limit), 201)
    assert event["event"]["seat"] == "s2"
    assert ann.see("/options", seat="s2")["seat"] == "s2"
    assert of(ann.get(f"{ann.home}/options"), 400)["code"] == "which_seat"


def test_nobody_acts_for_a_seat_that_the_token_does_not_hold(bo: Player) -> None:
    problem = of(bo.move("signal", query={"seat": "s1"}), 403)
    assert (problem["code"], problem["facts"]) == ("not_your_seat", {"seat": "s1", "seats": ["s2"]})
    assert of(bo.get(f"{bo.home}/state", seat="s1"), 403)["code"] == "not_your_seat"


def test_the_gm_sets_a_further_place_that_can_be_claimed(begun: Table) -> None:
    offered = add(begun["Ann"])
    assert (offered["seat"], offered["version"]) == ("s3", 2)
    assert claim(begun.http, offered["claim_code"])[1]["seat"] == "s3"


def test_a_repeated_request_for_a_seat_adds_one_and_gives_the_same_code(begun: Table) -> None:
    key = uuid4().hex
    assert add(begun["Ann"], key) == add(begun["Ann"], key)
    assert begun["Ann"].head == 2


@pytest.mark.parametrize(("name", "code"), [("Bo", "gm_only"), ("Vi", "observers_watch")])
def test_only_the_gm_sets_places_and_takes_them_away(table: Table, name: str, code: str) -> None:
    player = table[name]
    added = player.post(f"{player.home}/seats", {"kind": "player", "name": "Di"})
    removed = player.ask("DELETE", f"{player.home}/seats/s3")
    assert (of(added, 403)["code"], of(removed, 403)["code"]) == (code, code)


def test_a_place_that_nobody_took_can_be_taken_away_and_its_code_is_void(begun: Table) -> None:
    ann = begun["Ann"]
    assert of(ann.ask("DELETE", f"{ann.home}/seats/s2"), 200) == {"version": 2, "seat": "s2"}
    status, problem = claim(begun.http, begun.codes["Bo"])
    assert (status, problem["code"]) == (409, "claim_code_used")


def test_a_taken_seat_cannot_be_removed(ann: Player) -> None:
    assert of(ann.ask("DELETE", f"{ann.home}/seats/s2"), 409)["code"] == "seat_taken"
    assert of(ann.ask("DELETE", f"{ann.home}/seats/s9"), 409)["code"] == "unknown_seat"


def test_a_second_gms_seat_is_refused(ann: Player) -> None:
    answer = ann.post(f"{ann.home}/seats", {"kind": "gm", "name": "Di"})
    assert of(answer, 409)["code"] == "no_gm"


def test_a_full_table_says_so(server: Server) -> None:
    ann = played(server.http, "Ann", "Bo", house_rules={"seat_limit": 2})["Ann"]
    answer = ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"})
    assert of(answer, 409)["facts"] == {"seats_at_table": 2, "seats_allowed": 2}


def renew(player: Player, seat: str = "s2", key: str | None = None) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return player.ask("POST", f"{player.home}/seats/{seat}/code", headers=headers)


def test_a_fresh_code_takes_the_place_of_those_before_it_and_records_nothing(begun: Table) -> None:
    ann, old = begun["Ann"], begun.codes["Bo"]
    codes = [of(renew(ann), 201)["claim_code"] for _ in range(2)]
    assert ann.head == 1
    for void in (old, codes[0]):
        status, problem = claim(begun.http, void)
        assert (status, problem["code"]) == (409, "claim_code_used")
    assert claim(begun.http, codes[1])[1]["seat"] == "s2"


def test_a_fresh_code_does_not_change_those_of_other_seats(begun: Table) -> None:
    offered = add(begun["Ann"])
    renew(begun["Ann"])
    assert claim(begun.http, offered["claim_code"])[0] == 201


def test_a_repeated_request_for_a_code_gets_the_same_one(begun: Table) -> None:
    key = uuid4().hex
    first, again = (renew(begun["Ann"], key=key) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert claim(begun.http, first.json()["claim_code"])[0] == 201


def test_one_key_for_two_seats_gives_two_codes(begun: Table) -> None:
    add(begun["Ann"])
    key = uuid4().hex
    first, second = (of(renew(begun["Ann"], seat, key), 201) for seat in ("s2", "s3"))
    assert (first["seat"], second["seat"]) == ("s2", "s3")
    assert first["claim_code"] != second["claim_code"]


def test_a_key_for_a_code_must_be_hard_to_guess(begun: Table) -> None:
    assert of(renew(begun["Ann"], key="a" * 15), 400)["code"] == "unusable_key"


@pytest.mark.parametrize(("seat", "code"), [("s2", "seat_taken"), ("s9", "unknown_seat")])
def test_there_is_no_code_for_a_seat_that_is_taken_or_not_there(
    ann: Player, seat: str, code: str
) -> None:
    assert of(renew(ann, seat), 409)["code"] == code


@pytest.mark.parametrize(("name", "code"), [("Bo", "gm_only"), ("Vi", "observers_watch")])
def test_while_there_is_a_gm_nobody_else_gets_codes(table: Table, name: str, code: str) -> None:
    offered = add(table["Ann"])
    assert of(renew(table[name], offered["seat"]), 403)["code"] == code
    assert claim(table.http, offered["claim_code"])[0] == 201


def test_a_player_that_has_left_comes_back_with_a_code_of_the_gm(ann: Player, bo: Player) -> None:
    bo.moves("leave")
    assert of(renew(bo), 404)["code"] == "no_such_session"
    code = of(renew(ann), 201)["claim_code"]
    assert of(bo.post("/v1/seats/claim", {"code": code}), 201).get("token") is None
    assert bo.draws_a_line("Spiders.")["event"]["seat"] == "s2"


def test_any_player_lets_somebody_in_after_a_gm_who_left(table: Table) -> None:
    table["Ann"].moves("leave")
    assert of(renew(table["Vi"], "s1"), 403)["code"] == "observers_watch"
    assert of(renew(table["Bo"], "s3"), 409)["code"] == "seat_taken"
    status, claimed = claim(table.http, of(renew(table["Bo"], "s1"), 201)["claim_code"])
    assert (status, claimed["seat"]) == (201, "s1")
    assert of(renew(table["Bo"], "s1"), 403)["code"] == "gm_only"
