"""The chain covers every column of an event, also those that clients never see."""

from hashlib import sha256
from uuid import uuid4

from domain.core.since import OLDEST
from service.log.chain import prefix
from service.log.entry import is_print_of, salted_print
from service.log.row import Row, wire
from tests.support.play import NOON

SALT, KEY, PRINT = bytes(16), bytes(32), bytes(48)


def test_without_a_key_the_salt_stands_alone_before_the_data() -> None:
    assert prefix(SALT, None, None) == SALT


def test_a_requests_key_and_print_are_part_of_what_is_hashed() -> None:
    found = {
        prefix(SALT, key, print)
        for key, print in [(None, None), (KEY, None), (None, PRINT), (KEY, PRINT)]
    }
    changed = prefix(SALT, KEY, b"\1" + PRINT[1:])
    assert len({*found, changed}) == 5
    assert {len(one) for one in found} == {16, 48}


def test_clients_see_as_salt_what_stands_before_the_data() -> None:
    row = Row(uuid4(), 1, "signal", "s1", KEY, PRINT, "{}", None, SALT, bytes(32), OLDEST, NOON)
    assert prefix(SALT, KEY, PRINT).hex().encode() in wire(row)


def test_what_is_kept_of_a_body_is_salted_and_still_tells_another_body() -> None:
    print, other = sha256(b"{}").digest(), sha256(b"[]").digest()
    kept = salted_print(print)
    assert print not in kept
    assert kept != salted_print(print)
    assert is_print_of(kept, print)
    assert not is_print_of(kept, other)
    assert not is_print_of(None, print)
