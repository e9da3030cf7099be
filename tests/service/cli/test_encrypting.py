"""Secrets are encrypted in the database, under the operator's key that is in use there."""

import base64
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.cli.test_command_line import said, verger
from tests.support.client import Player, of, played
from tests.support.dump import dump
from tests.support.postgres import execute
from tests.support.receiver import QUICK, Hook, Received, Receiver, hooked
from tests.support.server import Server, serving
from tests.support.subscriber import Subscriber, signed_by
from verger.service.keyring import Keyring

OLD, NEW, OTHER = "0d" * 32, "4e" * 32, "07" * 32
UNDER = (
    "SELECT key FROM webhook_secrets UNION SELECT key FROM push_key"
    " UNION SELECT key FROM signing_keys WHERE key IS NOT NULL"
)
"""Reads the ids of the keys that encrypt the secrets."""


def id_of(key: str) -> str:
    return Keyring((bytes.fromhex(key),)).newest


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    """Start a server that has two secret keys. At its first start, the older key encrypts."""
    keys = {"verger_secret_keys": f"{OLD},{NEW}"}
    with serving(database, quicker=QUICK, verger_webhook_private_targets="on", **keys) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Server) -> Player:
    return played(server.http, "Ann", "Bo")["Ann"]


@pytest.fixture
def hook(ann: Player, receiver: Receiver) -> Iterator[Hook]:
    registered = hooked(ann, receiver.url)
    yield registered
    assert ann.ask("DELETE", registered.home).status_code == 204


def keys(database: str, given: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return verger(
        "keys", *arguments, environment={"DATABASE_URL": database, "VERGER_SECRET_KEYS": given}
    )


def is_signed(hook: Hook, receiver: Receiver) -> bool:
    """Return whether a delivery is signed with the webhook's secret."""
    return bool(_pinged(hook, receiver).verified(hook.secret))


def _pinged(hook: Hook, receiver: Receiver) -> Received:
    """Send a ping, and return the received request."""
    before = len(receiver.received)
    hook.sends("ping")
    return receiver.wait(before + 1)[-1]


def is_pushed(ann: Player, receiver: Receiver, key: str) -> bool:
    """Return whether a pushed notice is signed with a key."""
    browser = Subscriber()
    hook = hooked(ann, receiver.url, form="web_push", keys=browser.keys)
    came = _pinged(hook, receiver)
    assert ann.ask("DELETE", hook.home).status_code == 204
    return bool(signed_by(came, key) and browser.shown(came))


def test_a_dump_holds_no_secret_in_plain(
    database: str, ann: Player, hook: Hook, receiver: Receiver
) -> None:
    first = hook.secret
    second = of(ann.post(f"{hook.home}/secret", None), 201)["secret"]
    ann.see("/checkpoint")
    assert is_signed(hook, receiver)
    held = dump(database)
    for secret in (first, second):
        plain = base64.b64decode(secret.removeprefix("whsec_"))
        assert not any(form in held for form in (secret[6:], plain.hex(), plain.hex().upper()))
    assert str(ann.token) not in held
    assert id_of(OLD) in held
    assert not any(key in held for key in (OLD, NEW))


def test_without_the_key_in_use_nothing_starts_or_signs(database: str, ann: Player) -> None:
    ann.see("/checkpoint")
    environment = {"DATABASE_URL": database, "VERGER_SECRET_KEYS": OTHER, "PORT": "0"}
    before = dump(database)
    for arguments in (["serve"], ["keys", "--encrypt"]):
        finished = verger(*arguments, environment=environment)
        assert (finished.returncode, finished.stdout) == (2, "")
        assert finished.stderr == (
            f"verger: the secrets of this database are encrypted under the key {id_of(OLD)},"
            " and this key was not given: restore var/secret.key, or set"
            " VERGER_SECRET_KEYS\n"
        )
    assert dump(database) == before


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("serve", 2),
        ("keys --rotate", 2),
        ("keys --encrypt", 2),
        ("keys", 2),
        ("verify --all", 0),
        ("apps --make Salt", 0),
        ("backup one", 0),
        ("restore --take-over", 0),
    ],
)
def test_no_command_makes_another_key_if_the_key_is_missing(
    database: str,
    ann: Player,
    line: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann.see("/checkpoint")
    monkeypatch.chdir(tmp_path)
    told = verger(*line.split(), environment={"DATABASE_URL": database, "PORT": "0"})
    assert told.returncode == status, told.stderr
    assert not (tmp_path / "var").exists()


def test_a_rotation_encrypts_everything_again_while_a_server_runs(
    database: str, ann: Player, hook: Hook, receiver: Receiver
) -> None:
    signing, pushing = ann.see("/checkpoint")["key"], ann.read("/v1/keys")["web_push"]
    told = said(keys(database, f"{NEW},{OLD}", "--encrypt")).splitlines()
    assert told[0] == f"all secrets are encrypted with the key {id_of(NEW)}: 3 changed, 0 given up"
    assert ann.see("/checkpoint")["key"] == signing
    assert ann.read("/v1/keys")["web_push"] == pushing
    assert is_pushed(ann, receiver, pushing)
    assert is_signed(hook, receiver)
    later = hooked(ann, receiver.url)
    assert is_signed(later, receiver)
    assert set(execute(database, UNDER).split()) == {id_of(NEW)}
    assert said(keys(database, NEW, "--encrypt")).splitlines()[0].endswith("0 changed, 0 given up")
    said(keys(database, f"{OLD},{NEW}", "--encrypt"))


def test_a_process_without_the_new_key_is_unavailable_until_it_has_the_key(
    database: str, ann: Player, hook: Hook, receiver: Receiver
) -> None:
    said(keys(database, f"{OTHER},{OLD},{NEW}", "--encrypt"))
    for answer in (
        ann.get(f"{ann.home}/checkpoint"),
        ann.post(f"{hook.home}/secret", None),
        ann.post(f"{ann.home}/webhooks", {"url": receiver.url, "description": "Another."}),
    ):
        assert of(answer, 503)["code"] == "unavailable"
    assert ann.draws_a_line("Spiders.")
    said(keys(database, f"{OLD},{OTHER}", "--encrypt"))
    assert ann.get(f"{ann.home}/checkpoint").status_code == 200


def test_secrets_whose_key_is_lost_are_given_up_and_made_again(
    database: str, server: Server, ann: Player, hook: Hook, receiver: Receiver
) -> None:
    signing, pushing = ann.see("/checkpoint")["key"], ann.read("/v1/keys")["web_push"]
    told = said(keys(database, NEW, "--give-up-lost")).splitlines()
    assert told[0].startswith(f"all secrets are encrypted with the key {id_of(NEW)}: ")
    assert told[0].endswith("given up")
    assert ann.see("/checkpoint")["key"] != signing
    assert (another := ann.read("/v1/keys")["web_push"]) != pushing
    assert is_pushed(ann, receiver, another)
    assert signing in {key["id"] for key in ann.read("/v1/keys")["keys"]}
    assert hook.see()["disabled"]["reason"] == "paused"
    hook.secret = of(ann.post(f"{hook.home}/secret", None), 201)["secret"]
    hook.change(enabled=True)
    assert is_signed(hook, receiver)
    said(keys(database, f"{OLD},{NEW}", "--encrypt"))
