"""The answer to any bad input is a problem with its own code, and nothing is recorded."""

from typing import NamedTuple

import pytest

from tests.support.client import Json, Player, Table
from tests.support.problems import DEEP, JSON, LINE, a_problem, nothing_recorded


class Sent(NamedTuple):
    """A bad body, the error code of the answer, and the place in the body that the answer names."""

    body: bytes | str
    code: str
    at: str | None = None


BODIES = {
    "nothing": Sent("", "malformed_json"),
    "half an object": Sent('{"move":', "malformed_json"),
    "no JSON": Sent("move=signal", "malformed_json"),
    "two values": Sent('{"move":"signal"} {}', "malformed_json"),
    "single quotes": Sent("{'move':'signal'}", "malformed_json"),
    "nothing but a byte order mark": Sent(b"\xef\xbb\xbf", "malformed_json"),
    "two byte order marks": Sent(b'\xef\xbb\xbf\xef\xbb\xbf{"move":"signal"}', "malformed_json"),
    "UTF-16": Sent('{"move":"signal"}'.encode("utf-16"), "malformed_json"),
    "Latin-1": Sent((LINE % '"é"').encode("latin-1"), "malformed_json"),
    "an overlong byte sequence": Sent(LINE.encode() % b'"\xc0\xaf"', "malformed_json"),
    "an encoded surrogate": Sent(LINE.encode() % b'"\xed\xa0\x80"', "malformed_json"),
    "a lone surrogate": Sent(LINE % r'"\ud800"', "malformed_json"),
    "a surrogate pair upside down": Sent(LINE % r'"\udc00\ud800"', "malformed_json"),
    "a raw control character": Sent(LINE % '"a\x01b"', "malformed_json"),
    "a number that is none": Sent(LINE % "NaN", "malformed_json"),
    "infinity": Sent(LINE % "-Infinity", "malformed_json"),
    "100,000 brackets": Sent("[" * DEEP, "invalid_body", "$"),
    "100,000 brackets in a field": Sent(LINE % ("[" * DEEP), "invalid_body", "$.text"),
    "100,000 objects": Sent('{"a":' * (DEEP // 2), "malformed_json"),
    "a list": Sent("[]", "invalid_body", "$"),
    "a text": Sent('"signal"', "invalid_body", "$"),
    "null": Sent("null", "invalid_body", "$"),
    "an empty object": Sent("{}", "invalid_body", "$"),
    "no such move": Sent('{"move":"fly"}', "invalid_body", "$.move"),
    "a number for a move": Sent('{"move":1}', "invalid_body", "$.move"),
    "a seating move": Sent('{"move":"take_seat","name":"Eve"}', "invalid_body", "$.move"),
    "an unknown field": Sent('{"move":"signal","loud":true}', "invalid_body", "$"),
    "a missing field": Sent('{"move":"add_limit","kind":"line"}', "invalid_body", "$"),
    "a number for a text": Sent(LINE % "1", "invalid_body", "$.text"),
    "a huge number": Sent(LINE % str(2**63), "invalid_body", "$.text"),
    "an unknown kind": Sent('{"move":"add_limit","kind":"x","text":"a"}', "invalid_body", "$.kind"),
    "a text for a switch": Sent(
        '{"move":"signal","anonymous":"no"}', "invalid_body", "$.anonymous"
    ),
    "an empty text": Sent(LINE % '""', "unusable_text"),
    "a blank text": Sent(LINE % r'" \t\n "', "unusable_text"),
    "nothing but joiners": Sent(LINE % r'"\u200d\u200e"', "unusable_text"),
    "a NUL": Sent(LINE % r'"a\u0000b"', "unusable_text"),
    "an escape": Sent(LINE % r'"\u001b[31m"', "unusable_text"),
    "an empty Braille pattern": Sent(LINE % r'"\u2800"', "unusable_text"),
    "a noncharacter": Sent(LINE % r'"a\uffffb"', "unusable_text"),
    "a text too long": Sent(LINE % f'"{"a" * 2_001}"', "unusable_text"),
}


@pytest.mark.parametrize("name", BODIES)
def test_an_unusable_body_is_refused_with_the_reason(quiet: Table, name: str) -> None:
    bo, sent = quiet["Bo"], BODIES[name]
    answer = bo.ask("POST", f"{bo.home}/moves", content=sent.body, headers=JSON)
    problem = a_problem(answer, sent.code)
    if sent.code == "invalid_body":
        assert problem["facts"]["json_path"] == sent.at
    assert nothing_recorded(quiet)


@pytest.mark.parametrize("address", ["/v1/sessions", "/v1/seats/claim", "/tokens", "/seats"])
def test_no_body_causes_an_error_of_the_server_at_any_other_address(
    quiet: Table, subtests: pytest.Subtests, address: str
) -> None:
    ann = quiet["Ann"]
    path = address if address.startswith("/v1") else ann.home + address
    for name, sent in BODIES.items():
        with subtests.test(name):
            answer = ann.ask("POST", path, content=sent.body, headers=JSON)
            assert answer.json()["code"] in {"malformed_json", "invalid_body"}
            a_problem(answer, answer.json()["code"])
            assert nothing_recorded(quiet)


def propose(**subject: object) -> Json:
    return {"move": "propose", "subject": subject}


def declare(**action: object) -> Json:
    return {"move": "declare", "overview": "A plan.", "actions": [{"narration": "So.", **action}]}


PLAYED = {
    "a proposal with an endless name": (
        {"move": "agree", "proposal": "p" * 100_000},
        "unknown_proposal",
    ),
    "a number of 64 bits": (
        propose(subject="choose_house_rule", house_rule="seat_limit", value=2**63),
        "value_not_allowed",
    ),
    "a number of 4,000 digits": (
        propose(subject="choose_house_rule", house_rule="seat_limit", value=10**4_000),
        "value_not_allowed",
    ),
    "a number beyond every float": (
        propose(subject="choose_house_rule", house_rule="seat_limit", value=1e308),
        "invalid_body",
    ),
    "an unknown action": (declare(action="fly", element="n1"), "invalid_body"),
    "a negative payment": (
        declare(action="strike", element="n1", payment={"story": -1}),
        "invalid_body",
    ),
    "a huge payment": (
        declare(action="strike", element="n1", payment={"story": 10**30}),
        "invalid_body",
    ),
    "an element with a long name": (declare(action="strike", element="n" * 41), "invalid_body"),
    "a declaration of nothing": (
        {"move": "declare", "overview": "So.", "actions": []},
        "invalid_body",
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_move_that_does_not_fit_the_game_is_refused_with_the_reason(
    quiet: Table, name: str
) -> None:
    body, code = PLAYED[name]
    bo = quiet["Bo"]
    a_problem(bo.post(f"{bo.home}/moves", body), code)
    assert nothing_recorded(quiet)


LABELS = ["", " ", "a" * 101, "a\u0000b", "a\u001bb", "\u200b", "\u3164", "\u0301"]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_nobody_could_read_is_refused(loading: Table, label: str) -> None:
    problem = a_problem(loading["Ann"].move("write_node", label=label), "unusable_text")
    assert (problem["facts"]["field"], problem["facts"]["text_characters_allowed"]) == (
        "label",
        100,
    )
    assert nothing_recorded(loading)


@pytest.mark.parametrize("label", LABELS)
def test_names_titles_and_labels_of_tokens_have_the_same_rule(quiet: Table, label: str) -> None:
    ann = quiet["Ann"]
    seats = [{"kind": "gm", "name": label}]
    for path, body in (
        ("/v1/sessions", {"title": label, "seats": [{"kind": "gm", "name": "Ann"}]}),
        ("/v1/sessions", {"title": "A game", "seats": seats}),
        ("/v1/seats/claim", {"code": "AAAA", "name": label}),
        (f"{ann.home}/seats", {"kind": "player", "name": label}),
        (f"{ann.home}/tokens", {"label": label}),
    ):
        a_problem(ann.post(path, body), "unusable_text")
    assert nothing_recorded(quiet)


def test_pasted_text_is_cleaned_in_every_request(ann: Player) -> None:
    pasted = "Salt\u200b\r\nZoe\u0308\u202e"
    moved = ann.move("add_limit", kind="line", text=pasted).json()
    assert moved["event"]["move"]["text"] == "Salt\nZo\xeb"
    token = ann.post(f"{ann.home}/tokens", {"label": pasted}).json()
    assert token["label"] == "Salt Zo\xeb"


STARTS: dict[str, tuple[Json, str]] = {
    "no seats": ({"seats": []}, "invalid_body"),
    "51 seats": ({"seats": [{"kind": "player", "name": "Bo"}] * 51}, "invalid_body"),
    "an unknown kind of seat": ({"seats": [{"kind": "king", "name": "Bo"}]}, "invalid_body"),
    "an unknown field": ({"price": 1}, "invalid_body"),
    "a house rule's huge value": ({"house_rules": {"seat_limit": 2**63}}, "value_not_allowed"),
    "a house rule that is a list": ({"house_rules": {"seat_limit": []}}, "invalid_body"),
    "a ruleset with a NUL": ({"ruleset": "verge\0"}, "no_such_ruleset"),
    "a ruleset's endless name": ({"ruleset": "v" * 100_000}, "no_such_ruleset"),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_session_that_cannot_be_played_is_not_started(quiet: Table, name: str) -> None:
    body, code = STARTS[name]
    plain = {"title": "A game", "seats": [{"kind": "gm", "name": "Ann"}]}
    ann = quiet["Ann"]
    listed = ann.read("/v1/sessions")
    a_problem(ann.post("/v1/sessions", plain | body), code)
    assert ann.read("/v1/sessions") == listed
