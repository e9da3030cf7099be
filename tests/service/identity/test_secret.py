"""Secrets are hard to guess, are derived only from their key, and are stored only as hashes."""

import hashlib
from collections.abc import Callable
from uuid import RFC_4122

import pytest

from verger.service.identity.secret import SALT_BYTES, TOKEN_PREFIX, Secrets, hashed

KEY = "c0ffee00c0ffee00"


def test_a_repeated_request_finds_its_secrets_again() -> None:
    first = Secrets(KEY)
    again = Secrets(KEY, first.salt)
    assert (first.token(), first.code("s2"), first.id("token")) == (
        again.token(),
        again.code("s2"),
        again.id("token"),
    )


def test_another_key_or_another_salt_gives_other_secrets() -> None:
    salt = bytes(SALT_BYTES)
    found = {Secrets(KEY, salt).token(), Secrets(KEY).token(), Secrets("x" * 16, salt).token()}
    assert len(found) == 3


def test_without_a_key_no_two_answers_share_a_secret() -> None:
    salt = bytes(SALT_BYTES)
    assert Secrets(None, salt).token() != Secrets(None, salt).token()


def test_all_secrets_of_one_answer_are_different() -> None:
    secrets = Secrets(KEY)
    codes = {secrets.code(f"s{number}") for number in range(100)}
    assert len(codes) == 100
    assert secrets.id("token") != secrets.id("session")


def test_a_claim_code_is_made_to_be_read_out_and_a_token_to_be_found_by_scanners() -> None:
    code, token = Secrets(None).code("s2"), Secrets(None).token()
    assert [len(group) for group in code.split("-")] == [4, 4, 4, 4]
    assert token.startswith(TOKEN_PREFIX)
    assert len(token) == len(TOKEN_PREFIX) + 43


def test_a_claim_code_is_known_however_it_is_typed_and_a_token_only_as_it_is() -> None:
    code, token = Secrets(None).code("s2"), Secrets(None).token()
    assert hashed(code) == hashed(code.lower()) == hashed(code.replace("-", ""))
    assert hashed(token) != hashed(token.lower())


def test_the_print_of_a_body_cannot_be_guessed_without_the_key() -> None:
    salt, body = bytes(32), b'{"title":"Ann"}'
    prints = {Secrets(key, salt).print(body) for key in (KEY, f"{KEY}!")}
    prints |= {Secrets(KEY, bytes([1] * 32)).print(body), Secrets(KEY, salt).print(b"{}")}
    assert len(prints) == 4
    assert Secrets(KEY, salt).print(body) == Secrets(KEY, salt).print(body)
    assert hashlib.sha256(body).digest() not in prints


@pytest.mark.parametrize("cell", [1, 12, 31])
def test_secrets_of_a_cell_begin_with_its_digits_and_are_as_hard_to_guess(cell: int) -> None:
    secrets, plain = Secrets(KEY, cell=cell), Secrets(KEY)
    digits, id = f"{cell:02}", secrets.id("session")
    assert secrets.token().startswith(f"vg_{digits}.")
    assert secrets.ticket().startswith(f"vt_{digits}.")
    assert secrets.code("s2").startswith(f"{digits}-")
    assert (str(id)[:2], id.version, id.variant) == (digits, 8, RFC_4122)
    assert len(secrets.token()) == len(plain.token()) + 3
    assert len(secrets.code("s2")) == len(plain.code("s2")) + 3
    assert Secrets(KEY, secrets.salt, cell=cell).id("session") == id


def test_the_hash_of_a_secret_covers_its_cell() -> None:
    salt = bytes(SALT_BYTES)
    one, two = (Secrets(KEY, salt, cell=cell) for cell in (1, 2))
    assert one.token()[6:] == two.token()[6:]
    assert hashed(one.token()) != hashed(two.token())
    assert hashed(one.code("s2")) != hashed(two.code("s2"))
    assert hashed(one.code("s2")) == hashed(one.code("s2").replace("-", "").lower())


TYPED: dict[str, Callable[[str], str]] = {
    "small, with spaces": lambda code: code.lower().replace("-", " "),
    "with a line end": lambda code: f" {code}\r\n",
    "in quotation marks, with a full stop": lambda code: f"\u201c{code}\u201d.",
    "with dashes": lambda code: code.replace("-", "\u2013"),
    "with invisible characters": lambda code: code.replace("-", "\u2011\u200b"),
    "full-width": lambda code: "".join(chr(ord(one) + 0xFEE0) for one in code),
    "Turkish": lambda code: code.lower().replace("i", "\u0131"),
    "misread": lambda code: (
        code[:-19] + code[-19:].replace("O", "0").replace("I", "1").replace("B", "8")
    ),
}


@pytest.mark.parametrize("cell", [0, 7])
@pytest.mark.parametrize("how", TYPED)
def test_a_claim_code_is_read_as_people_type_it(how: str, cell: int) -> None:
    code = Secrets(KEY, bytes(SALT_BYTES), cell=cell).code("s2")
    assert hashed(TYPED[how](code)) == hashed(code)
    assert hashed(code[:-1]) != hashed(code)
