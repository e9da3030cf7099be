"""The positions of the free texts in a stored event, and the salt or digest of each (`verger.service.log.chain`)."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

import msgspec

from verger.domain.core.decider import Event
from verger.domain.core.text import REDACTED
from verger.domain.history.free_text import BLANK, blanked
from verger.service.log.chain import (
    DIGEST_BYTES,
    SALT_BYTES,
    facts,
    text_digest,
    text_digests,
    text_salt,
    woven,
)
from verger.service.log.form import as_stored

_encode = msgspec.json.Encoder().encode
_BLANK, _REMOVED = _encode(BLANK), _encode(REDACTED)

_places = msgspec.json.Decoder(list[tuple[int, int]])
_kept = msgspec.json.Decoder(list[str])


class WrittenEvent(NamedTuple):
    """An event as it is stored: its JSON in parts, the texts between them, and its format."""

    parts: list[bytes]
    tokens: list[bytes]
    """The texts, with their quotation marks."""
    format: int

    @property
    def data(self) -> bytes:
        """Return the event's JSON."""
        return woven(self.parts, self.tokens)

    @property
    def places(self) -> str:
        """Return the positions and sizes of the texts in the JSON, as they are stored."""
        at, places = 0, []
        for part, token in zip(self.parts, self.tokens, strict=False):
            at += len(part)
            places.append((at, len(token)))
            at += len(token)
        return _encode(places).decode()


def written(event: Event[Any, Any], newest: int) -> WrittenEvent:
    """Return an event as it is stored, in a format of at most `newest` if possible."""
    blank, texts = blanked(event)
    data, number = as_stored(blank, newest)
    parts = data.split(_BLANK)
    if len(parts) != len(texts) + 1:
        raise ValueError("an event's texts cannot be told from the rest of it")
    return WrittenEvent(parts, [*map(_encode, texts)], number)


def cut(stored: "StoredTexts") -> tuple[list[bytes], list[bytes]]:
    """Return the parts of a stored event's JSON around its texts, and the texts with their quotation marks.

    Raises ValueError if the positions of the texts are not in order, overlap, or are not within the event.
    """
    data = stored.data.encode()
    try:
        places = _places.decode(stored.texts)
    except msgspec.MsgspecError:
        raise ValueError("no places of texts") from None
    end, parts, tokens = 0, [], []
    for at, size in places:
        # Check this before reading the text, because the same bytes could be listed any number of times.
        if at < end or size <= 0:
            raise ValueError("places of texts overlap")
        parts.append(data[end:at])
        end = at + size
        tokens.append(data[at:end])
    if end > len(data):
        raise ValueError("places of texts outside the event")
    parts.append(data[end:])
    return parts, tokens


def _digest(kept: bytes, token: bytes) -> bytes:
    if len(kept) == SALT_BYTES:
        return text_digest(kept, token)
    if token != _REMOVED:
        raise ValueError("a removed text says something else")
    return kept


def kept_in(kept: str) -> list[bytes]:
    """Return the salt of each text, or the digest of a removed text. Raises ValueError for anything else."""
    try:
        found = [bytes.fromhex(one) for one in _kept.decode(kept)]
    except msgspec.MsgspecError:
        raise ValueError("no salts and digests") from None
    if any(len(one) not in (SALT_BYTES, DIGEST_BYTES) for one in found):
        raise ValueError("neither a salt nor a digest")
    return found


def removed_in(kept: str | None) -> list[int]:
    """Return the numbers of the texts that were removed from an event."""
    found = kept_in(kept) if kept else []
    return [number for number, one in enumerate(found) if len(one) == DIGEST_BYTES]


def removed_digest(removed: Iterable[tuple[int, list[int]]]) -> str:
    """Return the digest of all removed texts of a log, which a redaction records. Empty if none was removed.

    It is the SHA-256, in hex, of a line for each redacted event: its version and the numbers of its removed
    texts, such as `12 0 3`, and a line feed.
    """
    lines = [" ".join(map(str, (version, *numbers))) for version, numbers in sorted(removed)]
    return sha256("".join([f"{line}\n" for line in lines]).encode()).hexdigest() if lines else ""


class StoredTexts(Protocol):
    """The columns of a stored event that concern its texts."""

    @property
    def data(self) -> str: ...

    @property
    def texts(self) -> str: ...

    @property
    def salt(self) -> bytes: ...

    @property
    def kept(self) -> str | None: ...


def facts_of(stored: StoredTexts) -> bytes:
    """Return an event's JSON with the digests of its texts in their place, as the chain covers it.

    Raises ValueError if the positions of its texts are wrong, or if a removed text is not `[redacted]`.
    """
    parts, tokens = cut(stored)
    return facts(parts, _digests(stored, tokens))


def _digests(stored: StoredTexts, tokens: list[bytes]) -> list[bytes]:
    if stored.kept is None:
        return text_digests(stored.salt[:SALT_BYTES], tokens)
    return [_digest(*one) for one in zip(kept_in(stored.kept), tokens, strict=True)]


def kept_after(stored: StoredTexts, now: WrittenEvent) -> str:
    """Return the salts and digests of an event's texts after a redaction. `now` is the redacted event."""
    _, was = cut(stored)
    if stored.kept is None:
        salts = [text_salt(stored.salt[:SALT_BYTES], number) for number in range(len(was))]
    else:
        salts = kept_in(stored.kept)
    left = zip(salts, _digests(stored, was), was, now.tokens, strict=True)
    found = [one if new == old else digest for one, digest, old, new in left]
    return msgspec.json.encode([one.hex() for one in found]).decode()
