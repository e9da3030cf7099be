"""The places of the free texts of a stored event, and the salt or digest of each: see `verger.service.log.chain`."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

import msgspec

from verger.domain.core.decider import Event
from verger.domain.history.free_text import BLANK, REDACTED, blanked
from verger.service.log.chain import DIGEST_BYTES, SALT_BYTES, facts, text_digest, text_salt
from verger.service.log.form import as_stored

_BLANK = msgspec.json.encode(BLANK)
_REMOVED = msgspec.json.encode(REDACTED)

_places = msgspec.json.Decoder(list[tuple[int, int]])
_kept = msgspec.json.Decoder(list[str])


class WrittenEvent(NamedTuple):
    """An event as it is stored: its JSON, where its texts stand in it, and its format."""

    data: bytes
    texts: list[tuple[int, int]]
    """The place of each, in bytes, and its size; the quotation marks are part of it."""
    format: int

    @property
    def places(self) -> str:
        """The texts' places as they are stored."""
        return as_places(self.texts)


def written(event: Event[Any, Any], newest: int) -> WrittenEvent:
    """An event's JSON, and where its free texts stand."""
    blank, said = blanked(event)
    data, number = as_stored(blank, newest)
    first, *rest = data.split(_BLANK)
    if len(rest) != len(said):
        raise ValueError("an event's texts cannot be told from the rest of it")
    parts, texts, at = [first], [], len(first)
    for text, after in zip(said, rest, strict=True):
        token = msgspec.json.encode(text)
        parts += [token, after]
        texts.append((at, len(token)))
        at += len(token) + len(after)
    return WrittenEvent(b"".join(parts), texts, number)


def as_places(texts: list[tuple[int, int]]) -> str:
    """The places of texts as they are stored."""
    return "[" + ",".join([f"[{at},{size}]" for at, size in texts]) + "]"


def tokens_in(stored: "StoredTexts") -> tuple[list[tuple[int, int]], list[bytes]]:
    """The places of an event's texts, and these texts with their quotation marks.

    Raises ValueError if the places are not in order, overlap, or are not within the event.
    """
    data = stored.data.encode()
    try:
        places = _places.decode(stored.texts)
    except msgspec.MsgspecError:
        raise ValueError("no places of texts") from None
    end = 0
    # Checked before anything is read: texts that overlap could be read without end.
    for at, size in places:
        if at < end or size <= 0:
            raise ValueError("places of texts overlap")
        end = at + size
    if end > len(data):
        raise ValueError("places of texts outside the event")
    return places, [data[at : at + size] for at, size in places]


def _digest(kept: bytes, token: bytes) -> bytes:
    if len(kept) == SALT_BYTES:
        return text_digest(kept, token)
    if token != _REMOVED:
        raise ValueError("a removed text says something else")
    return kept


def kept_in(kept: str) -> list[bytes]:
    """The salt of each text, or the digest of a removed one. Raises ValueError."""
    try:
        found = [bytes.fromhex(one) for one in _kept.decode(kept)]
    except msgspec.MsgspecError:
        raise ValueError("no salts and digests") from None
    if any(len(one) not in (SALT_BYTES, DIGEST_BYTES) for one in found):
        raise ValueError("neither a salt nor a digest")
    return found


def salted_digests(data: bytes, texts: list[tuple[int, int]], salt: bytes) -> list[bytes]:
    """The digests of the texts of an event with this salt."""
    return [
        text_digest(text_salt(salt, number), data[at : at + size])
        for number, (at, size) in enumerate(texts)
    ]


def removed_in(kept: str | None) -> list[int]:
    """The numbers of the texts that were taken out of an event."""
    found = kept_in(kept) if kept else []
    return [number for number, one in enumerate(found) if len(one) == DIGEST_BYTES]


def removed_digest(removed: Iterable[tuple[int, list[int]]]) -> str:
    """The digest of a log's redacted events, each a version and its removed texts' numbers; redactions record it.

    SHA-256, in hex, of a line for each: `12 0 3` and a line feed. It is empty if there is none.
    """
    lines = [" ".join(map(str, (version, *numbers))) for version, numbers in sorted(removed)]
    return sha256("".join([f"{line}\n" for line in lines]).encode()).hexdigest() if lines else ""


class StoredTexts(Protocol):
    """An event as it is stored, as far as its texts are concerned."""

    @property
    def data(self) -> str: ...

    @property
    def texts(self) -> str: ...

    @property
    def salt(self) -> bytes: ...

    @property
    def kept(self) -> str | None: ...


def facts_of(stored: StoredTexts) -> bytes:
    """The part of an event that the chain covers as it is, with the digests of its texts.

    Raises ValueError if its texts are not at their places, or a removed text does not read `[redacted]`.
    """
    places, tokens = tokens_in(stored)
    return facts(stored.data.encode(), places, _digests(_kept_of(stored, tokens), tokens))


def _digests(kept: list[bytes], tokens: list[bytes]) -> list[bytes]:
    return [_digest(one, token) for one, token in zip(kept, tokens, strict=True)]


def _kept_of(stored: StoredTexts, tokens: list[bytes]) -> list[bytes]:
    if stored.kept is not None:
        return kept_in(stored.kept)
    salt = stored.salt[:SALT_BYTES]
    return [text_salt(salt, number) for number in range(len(tokens))]


def kept_after(stored: StoredTexts, now: WrittenEvent) -> str:
    """The salts and digests of an event's texts after a redaction, which leaves the event as it is written `now`."""
    _, was = tokens_in(stored)
    kept = _kept_of(stored, was)
    new_tokens = [now.data[at : at + size] for at, size in now.texts]
    left = zip(kept, _digests(kept, was), was, new_tokens, strict=True)
    found = [one if new == old else digest for one, digest, old, new in left]
    return msgspec.json.encode([one.hex() for one in found]).decode()
