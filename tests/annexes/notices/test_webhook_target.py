"""A server sends nothing to a private address unless its operator allows it. This is checked at registration and later."""

from collections.abc import Iterator

import pytest

from tests.support.client import Player, of, played
from tests.support.postgres import execute
from tests.support.receiver import QUICK, hooked, receiving
from tests.support.server import Server, serving

PUBLIC = "https://93.184.215.14/hook"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICK) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Server) -> Player:
    return played(server.http, "Ann", "Bo")["Ann"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://127.0.0.1/", "private_address"),
        ("https://localhost:8443/", "private_address"),
        ("https://169.254.169.254/latest/meta-data/", "private_address"),
        ("https://[::ffff:10.0.0.1]/", "private_address"),
        ("http://93.184.215.14/", "scheme"),
        ("https://ann:secret@93.184.215.14/", "userinfo"),
        ("https://93.184.215.14/#x", "malformed"),
        ("https://93.184.215.14/#", "malformed"),
        ("https://nobody.invalid/", "unresolved"),
    ],
)
def test_a_private_target_is_refused_at_registration(ann: Player, url: str, reason: str) -> None:
    hook = hooked(ann, PUBLIC, types=["redact"])
    new = ann.post(f"{ann.home}/webhooks", {"url": url, "description": "A bot."})
    for answer in (new, ann.ask("PATCH", hook.home, json={"url": url})):
        problem = of(answer, 422)
        assert (problem["code"], problem["facts"]) == ("target_refused", {"url_fault": reason})
        assert "secret" not in answer.text
    assert hook.see()["url"] == PUBLIC
    assert ann.ask("DELETE", hook.home).status_code == 204


def test_a_target_that_later_resolves_to_a_private_address_is_not_connected_to(
    ann: Player, database: str
) -> None:
    hook = hooked(ann, PUBLIC, types=["add_limit"])
    with receiving() as receiver:
        url = f"UPDATE webhooks SET url = '{receiver.url}' WHERE id = '{hook.id}'"  # noqa: S608
        execute(database, url)
        ann.draws_a_line("Spiders.")
        (attempt,) = hook.tried(1)["attempts"]
        assert (attempt["error"], attempt["status"]) == ("private_address", None)
        assert receiver.received == []


@pytest.mark.parametrize(
    "body",
    [
        {"url": PUBLIC},
        {"url": PUBLIC, "description": ""},
        {"url": "", "description": "A bot."},
        {"url": PUBLIC, "description": "A bot.", "types": [""]},
        {"url": PUBLIC, "description": "A bot.", "types": ["redact"] * 101},
        {"url": f"{PUBLIC}{'x' * 2_000}", "description": "A bot."},
        {"url": PUBLIC, "description": "A bot.", "secret": "mine"},
        {"url": PUBLIC, "description": "Two\0lines."},
    ],
)
def test_a_body_that_is_no_webhook_is_refused(ann: Player, body: object) -> None:
    assert ann.post(f"{ann.home}/webhooks", body).status_code == 400


@pytest.mark.parametrize("body", [{"enabled": None}, {"url": None}, {"types": "redact"}, []])
def test_a_body_that_is_no_change_is_refused(ann: Player, body: object) -> None:
    hook = hooked(ann, PUBLIC, types=["redact"])
    assert of(ann.ask("PATCH", hook.home, json=body), 400)["code"] == "invalid_body"
    too_large = ann.ask("PATCH", hook.home, json={"description": "x" * 300_000})
    assert of(too_large, 413)["code"] == "body_too_large"
    assert ann.ask("DELETE", hook.home).status_code == 204
