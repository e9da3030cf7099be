"""Tokens act for the seats that they were given, until they are revoked."""

from uuid import uuid4

from tests.support.client import Json, Player, Table, of


def issue(player: Player, label: str = "a bot", key: str | None = None, **more: object) -> Json:
    found: Json = of(player.post(f"{player.home}/tokens", {"label": label, **more}, key), 201)
    return found


def with_token(player: Player, token: str) -> Player:
    return Player(player.http, token, player.session, player.seat)


def test_a_further_token_acts_for_the_same_seat(bo: Player) -> None:
    other = with_token(bo, issue(bo)["token"])
    event = other.draws_a_line("Spiders.")
    assert event["event"]["seat"] == "s2"


def test_a_token_is_listed_with_its_label_and_never_with_its_secret(bo: Player) -> None:
    issued = issue(bo)
    listed = bo.see("/tokens")["tokens"]
    assert [(token["label"], token["seats"]) for token in listed] == [
        ("claimed the seat", ["s2"]),
        ("a bot", ["s2"]),
    ]
    assert issued["token"] not in str(listed)


def test_the_list_is_paged_to_its_end(bo: Player) -> None:
    issued = [issue(bo)["id"] for _ in range(4)]
    pages = [bo.see("/tokens", limit=2)]
    while after := pages[-1]["next_after"]:
        pages.append(bo.see("/tokens", limit=2, after=after))
    assert [len(page["tokens"]) for page in pages] == [2, 2, 1]
    assert [token["id"] for page in pages for token in page["tokens"]][1:] == issued


def test_tokens_of_other_seats_are_not_listed(table: Table) -> None:
    issue(table["Cy"], "Cy's bot")
    assert "Cy's bot" not in str(table["Bo"].see("/tokens"))


def test_a_revoked_token_is_refused_at_once(bo: Player) -> None:
    issued = issue(bo)
    other = with_token(bo, issued["token"])
    assert other.see()["version"] == bo.head
    assert bo.ask("DELETE", f"{bo.home}/tokens/{issued['id']}").status_code == 204
    for answer in (other.get(other.home), other.move("signal"), other.get("/v1/sessions")):
        assert of(answer, 401)["code"] == "invalid_token"


def test_a_token_may_revoke_itself(bo: Player) -> None:
    own = bo.see("/tokens")["tokens"][0]["id"]
    assert bo.ask("DELETE", f"{bo.home}/tokens/{own}").status_code == 204
    assert bo.get(bo.home).status_code == 401


def test_a_revoked_token_stays_listed_with_its_end_and_can_be_revoked_again(bo: Player) -> None:
    issued = issue(bo)
    for _ in range(2):
        assert bo.ask("DELETE", f"{bo.home}/tokens/{issued['id']}").status_code == 204
    ended = [token for token in bo.see("/tokens")["tokens"] if token["revoked_at"]]
    assert [token["id"] for token in ended] == [issued["id"]]


def test_another_seats_token_cannot_be_revoked(table: Table) -> None:
    theirs = table["Cy"].see("/tokens")["tokens"][0]["id"]
    bo = table["Bo"]
    for token in (theirs, uuid4(), "me"):
        answer = bo.ask("DELETE", f"{bo.home}/tokens/{token}")
        assert of(answer, 404)["code"] == "no_such_token"
    assert table["Cy"].see()["version"] == bo.head


def test_a_token_is_issued_for_own_seats_only(bo: Player) -> None:
    answer = bo.post(f"{bo.home}/tokens", {"label": "a bot", "seats": ["s2", "s1"]})
    assert of(answer, 403)["code"] == "not_your_seat"


def test_a_token_may_be_issued_for_some_of_several_seats(table: Table) -> None:
    ann = table["Ann"]
    offered = of(ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"}), 201)
    ann.post("/v1/seats/claim", {"code": offered["claim_code"]})
    bot = with_token(ann, issue(ann, seats=["s5", "s5"])["token"])
    assert bot.see()["your_seats"] == ["s5"]
    assert ann.see()["your_seats"] == ["s1", "s5"]


def test_a_repeated_request_gets_the_same_token_and_issues_no_second(bo: Player) -> None:
    key = uuid4().hex
    assert issue(bo, key=key) == issue(bo, key=key)
    assert len(bo.see("/tokens")["tokens"]) == 2


def test_a_key_that_issued_a_token_issues_no_other(bo: Player) -> None:
    key = uuid4().hex
    issue(bo, key=key)
    answer = bo.post(f"{bo.home}/tokens", {"label": "another"}, key)
    assert of(answer, 422)["code"] == "key_reused"


def test_tokens_change_nothing_in_the_log(bo: Player) -> None:
    head = bo.head
    issue(bo)
    assert bo.head == head
