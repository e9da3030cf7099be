"""The accepted forms of a request body. A refusal of another form names the accepted ones."""

import gzip

import pytest

from tests.support.client import Player, Table
from tests.support.problems import a_problem

LINE = '{"move":"add_limit","kind":"veil","text":"Rats."}'


def test_a_compressed_body_is_refused_with_the_accepted_encodings(bo: Player) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    for path in ("/moves", "/what-if"):
        sent = gzip.compress(LINE.encode())
        answer = bo.ask("POST", bo.home + path, content=sent, headers=headers)
        a_problem(answer, "unsupported_media_type")
        assert answer.headers["Accept-Encoding"] == "identity"


MARKED = b"\xef\xbb\xbf" + LINE.encode()
"""A body with a byte order mark, which some editors and shells write."""


def test_a_byte_order_mark_before_a_body_is_left_out(table: Table) -> None:
    bo, ann = table["Bo"], table["Ann"]
    headers = {"Content-Type": "application/json", "Idempotency-Key": "one-veil"}
    first = bo.ask("POST", f"{bo.home}/moves", content=MARKED, headers=headers)
    again = bo.ask("POST", f"{bo.home}/moves", content=LINE, headers=headers)
    dry = bo.ask("POST", f"{bo.home}/moves?dry_run=true", content=MARKED, headers=headers)
    assert (first.status_code, again.content, dry.status_code) == (201, first.content, 200)
    drawn = bo.ask("POST", f"{bo.home}/moves/picture", content=MARKED, headers=headers)
    assert drawn.status_code == 200
    marked = b"\xef\xbb\xbf" + b'{"seats":[{"kind":"player","name":"Cy"}]}'
    seats = ann.ask("POST", f"{ann.home}/redactions", content=marked, headers=headers)
    assert seats.json()["code"] == "invalid_body", seats.text


@pytest.mark.parametrize(
    ("body", "form"),
    [
        (LINE.encode("utf-16"), "UTF-16"),
        (LINE.encode("utf-16-le"), "UTF-16"),
        (gzip.compress(LINE.encode()), "gzip"),
        (b"<!DOCTYPE html><p>", "an HTML page"),
    ],
    ids=["UTF-16", "UTF-16 without a mark", "gzip", "page"],
)
@pytest.mark.parametrize("path", ["/moves", "/what-if"])
def test_a_body_of_another_form_is_refused_by_its_name(
    bo: Player, path: str, body: bytes, form: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = bo.ask("POST", bo.home + path, content=body, headers=headers)
    assert form in a_problem(answer, "malformed_json")["facts"]["reason"]


@pytest.mark.parametrize("path", ["/moves", "/what-if"])
def test_another_charset_is_refused(bo: Player, path: str) -> None:
    headers = {"Content-Type": 'application/json; charset="ISO-8859-1"'}
    answer = bo.ask("POST", bo.home + path, content=LINE, headers=headers)
    assert "charset" in a_problem(answer, "unsupported_media_type")["facts"]["media_type_sent"]
    assert answer.headers["Accept-Post"] == "application/json"


def test_a_wrong_media_type_is_refused_with_the_accepted_one(table: Table) -> None:
    ann, sent = table["Ann"], {"Content-Type": "text/plain"}
    for method, path, field, media in (
        ("POST", f"{ann.home}/moves", "Accept-Post", "application/json"),
        ("POST", "/v1/imports", "Accept-Post", "application/x-ndjson"),
        ("PUT", f"{ann.home}/listing", "Accept", "application/json"),
    ):
        answer = ann.ask(method, path, content="x", headers=sent)
        a_problem(answer, "unsupported_media_type")
        assert answer.headers[field] == media


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ('{"move":"add_limit","kind":"veil","text":"Rats.","text":"Mice."}', "text"),
        ('{"move":"add_limit","kind":"veil","text" :"Rats.","text":"Mice."}', "text"),
        ('{"move":"add_limit","kind":"veil","text":"Rats.","te\\u0078t":"Mice."}', "text"),
        ('{"move":"add_limit","move":"add_limit","kind":"veil","text":"\\u0022:"}', "move"),
    ],
)
def test_a_repeated_name_in_a_body_is_refused(table: Table, body: str, name: str) -> None:
    bo, head = table["Bo"], table["Bo"].head
    headers = {"Content-Type": "application/json"}
    answer = bo.ask("POST", f"{bo.home}/moves", content=body, headers=headers)
    assert f"`{name}` is there twice" in a_problem(answer, "malformed_json")["facts"]["reason"]
    assert bo.head == head


def test_texts_may_contain_words_that_look_like_names(table: Table) -> None:
    bo, headers = table["Bo"], {"Content-Type": "application/json"}
    for text in ('a \\"text\\": b \\"text\\":', "\\u0022text\\u0022: \\u0022text\\u0022:"):
        body = LINE.replace("Rats.", text)
        assert bo.ask("POST", f"{bo.home}/moves", content=body, headers=headers).is_success
