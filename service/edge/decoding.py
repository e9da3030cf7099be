"""Decode a request's body as a type. If the body is wrong, raise the problem."""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from typing import Any

import msgspec

from verger.domain.core.text import unusable_text, with_clean_texts
from verger.domain.games.rulesets import RULESETS
from verger.service.archive.file_form import foreign_form
from verger.service.log.codec import Codec, codec
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

_UNCOUNTABLE = re.compile(rb'"\s+:|\\u')
"""Matches JSON if the names of its members cannot be counted by `":`."""
_SAFE = 2**53
"""Above this number, different whole numbers can become the same float."""


class InvalidBodyError(ProblemError):
    """A body that does not fit its schema. `at` is the JSON path of the wrong place."""

    def __init__(self, error: msgspec.ValidationError) -> None:
        reason, _, at = str(error).partition(" - at `")
        self.at = at.rstrip("`") or "$"
        super().__init__(ProblemCode.INVALID_BODY, json_path=self.at, reason=reason[:200])


def without_mark(body: bytes) -> bytes:
    """Return a body without a byte order mark, which a reader can ignore (RFC 8259, 8.1)."""
    return body.removeprefix(BOM_UTF8)


def decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    """Decode a request's body, with its texts in their stored form. If the body is wrong, raise the problem."""
    try:
        value, repeated = _read(decoder, body), _repeated(body)
    except msgspec.ValidationError as error:
        raise InvalidBodyError(error) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        reason = foreign_form(body) or str(error)[:200]
        raise ProblemError(ProblemCode.MALFORMED_JSON, reason=reason) from None
    if repeated is not None:
        reason = f"`{repeated[:100]}` is there twice in one object"
        raise ProblemError(ProblemCode.MALFORMED_JSON, reason=reason)
    # In a text that people write, the game itself refuses U+0000, with more detail.
    if b"\\u0000" in body and not unusable_text(value):
        _require_no_nul(msgspec.json.decode(body), "$")
    # A body of printable ASCII has nothing to clean.
    return value if body.isascii() and b"\\" not in body else with_clean_texts(value)


def _require_no_nul(value: Any, at: str) -> None:
    """Refuse U+0000, which PostgreSQL cannot store in a text. Ids and names are also checked."""
    match value:
        case str() if "\0" in value:
            raise InvalidBodyError(
                msgspec.ValidationError(f"A text must not contain the character U+0000 - at `{at}`")
            )
        case list():
            for place, part in enumerate(value):
                _require_no_nul(part, f"{at}[{place}]")
        case dict():
            for name, part in value.items():
                _require_no_nul(name, at)
                # The name of a ruleset never reaches the database: an unknown name has another problem.
                if name != "ruleset":
                    _require_no_nul(part, f"{at}.{name}")
        case _:
            pass


def _repeated(body: bytes) -> str | None:
    """Return a name that an object has twice. Some JSON readers take the first value, others the last (RFC 8259, 4)."""
    if not _UNCOUNTABLE.search(body):
        # Encoded again, the text has each name only once. To compare the counts of names takes a quarter of the
        # time of the search below.
        plain = msgspec.json.encode(msgspec.json.decode(body))
        if body.count(b'":') == plain.count(b'":'):
            return None
    found: list[str] = []
    json.loads(body, object_pairs_hook=lambda pairs: found.extend(_twice(pairs)))
    return found[0] if found else None


def _twice(pairs: list[tuple[str, Any]]) -> list[str]:
    counted = Counter(name for name, _ in pairs)
    return [name for name, count in counted.items() if count > 1]


def move_of(codec: Codec, body: bytes) -> Any:
    """Decode a move of a game. Raises a special problem for a move of another game."""
    try:
        return decoded(codec.moves, body)
    except InvalidBodyError as problem:
        # Only an unknown name of a move can belong to another game. For all other faults, the error of the body is
        # more useful.
        if problem.at == "$.move" and (others := _games_of(body)):
            raise ProblemError(
                ProblemCode.OTHER_GAME, ruleset=codec.ruleset.name, rulesets_with_move=others
            ) from None
        raise


def _read(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        # JSON Schema counts 2.0 as a whole number, and some languages write whole numbers like this.
        if "got `float`" not in str(error):
            raise
        return decoder.decode(msgspec.json.encode(_whole(msgspec.json.decode(body))))


def _whole(value: Any) -> Any:
    """Return the same value, with integers in place of floats that are whole numbers."""
    match value:
        case dict():
            return {name: _whole(part) for name, part in value.items()}
        case list():
            return [_whole(part) for part in value]
        case float() if value.is_integer() and abs(value) <= _SAFE:
            return int(value)
        case _:
            return value


def _games_of(body: bytes) -> tuple[str, ...]:
    """Return the games that have such a move."""
    return tuple(name for name, one in RULESETS.items() if _takes(codec(name, one.version), body))


def _takes(codec: Codec, body: bytes) -> bool:
    try:
        _read(codec.moves, body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    return True
