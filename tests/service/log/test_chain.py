"""The chain covers every column of an event, and each of its texts apart from the rest."""

from hashlib import sha256
from uuid import uuid4

import msgspec
import pytest

from tests.support.log import chained, evening, redacted, rows
from tests.support.play import NOON
from verger.domain.core.since import OLDEST
from verger.service.log.chain import link, text_salt
from verger.service.log.entry import salted_print
from verger.service.log.row import Row, is_next, wire
from verger.service.log.texts import cut, kept_in
from verger.service.play.recognition import is_print_of

SALT, KEY, PRINT = bytes(16), bytes(32), bytes(48)


def keyed(key: bytes | None, print: bytes | None) -> Row:
    """Return an event with this idempotency key and this hash of its request."""
    row = Row(uuid4(), 1, "signal", "s1", key, print, "{}", None, SALT, b"", OLDEST, NOON)
    return chained(row, bytes(32))


def test_a_hash_covers_the_hash_before_it_the_session_the_version_and_the_digest() -> None:
    previous, session, digest = bytes(range(32)), uuid4(), bytes(range(32, 64))
    covered = previous + session.bytes + (7).to_bytes(8, "big") + digest
    assert link(previous, session, 7, digest) == sha256(covered).digest()


def test_without_a_key_nothing_of_a_request_is_chained() -> None:
    assert keyed(None, None).request == b""
    assert b'"request"' not in wire(keyed(None, None))


def test_a_requests_key_and_print_are_chained() -> None:
    other = b"\1" + PRINT[1:]
    told = [(KEY, None), (None, PRINT), (KEY, PRINT), (KEY, other)]
    found = {keyed(*one).request for one in told}
    assert len(found) == len(told)
    row = keyed(KEY, PRINT)
    assert row.request.hex().encode() in wire(row)
    assert not is_next(row._replace(request_print=other), 1, bytes(32))


def test_a_removed_text_cannot_be_guessed_and_the_others_stay_bound() -> None:
    whole = next(row for row in rows(evening("war")) if row.type == "add_limit")
    text = msgspec.json.decode(whole.data)["move"]["text"]
    before, left = rows(evening("war"))[whole.version - 2].hash, redacted(whole, text)
    assert text not in left.data
    assert is_next(left, whole.version, before)
    salts = {text_salt(whole.salt, number) for number in range(20)}
    kept = kept_in(left.kept or "")
    gone = [number for number, one in enumerate(kept) if one not in salts]
    assert gone
    assert len(gone) < len(kept) or '"[redacted]"' in left.data
    assert whole.salt.hex().encode() not in wire(left)
    _, tokens = cut(whole)
    for number in gone:
        salt = text_salt(whole.salt, number)
        assert salt.hex().encode() not in wire(left)
        assert kept[number] == sha256(salt + tokens[number]).digest()
    for old, new in (("[redacted]", "[Redacted]"), ('"seat":"s', '"seat":"t')):
        changed = left.data.replace(old, new)
        assert changed != left.data
        assert not is_next(left._replace(data=changed), whole.version, before)


def test_the_kept_digest_of_a_body_is_salted_and_still_detects_another_body() -> None:
    print, other = sha256(b"{}").digest(), sha256(b"[]").digest()
    kept = salted_print(print)
    assert print not in kept
    assert kept != salted_print(print)
    assert is_print_of(kept, print)
    assert not is_print_of(kept, other)
    assert not is_print_of(None, print)


@pytest.mark.parametrize(
    "texts", ["[[0,9],[0,9]]", "[[9,9],[0,9]]", "[[0,9],[8,9]]", "[[0,0]]", "[[-9,9]]", "[[0,10]]"]
)
def test_texts_that_overlap_or_are_outside_the_event_are_refused(texts: str) -> None:
    row = keyed(None, None)._replace(data="123456789", texts=texts)
    with pytest.raises(ValueError, match="places of texts"):
        cut(row)
    assert not is_next(row, 1, bytes(32))
