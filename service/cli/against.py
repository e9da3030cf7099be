"""`verger verify --all --against FILE`: whether anything has vanished since statements were kept."""

from collections.abc import Iterator, Sequence
from json import JSONDecoder
from pathlib import Path
from typing import Any

import msgspec

from verger.service.annexes.statements.statement import Statement, doubt
from verger.service.annexes.statements.verify_statements import compare
from verger.service.archive.format import UnreadableError, plain_text
from verger.service.cli.command import FOUND_WRONG
from verger.service.wiring import Parts


class _Page(msgspec.Struct):
    """Statements as `GET /v1/statements` gives them."""

    statements: tuple[Statement, ...]


def kept(file: Path) -> tuple[Statement, ...]:
    """The statements of a file: pages of them or single ones, one after the other."""
    found: dict[bytes, Statement] = {}
    try:
        for value in _values(plain_text(file).decode().strip()):
            page = value if "statements" in value else {"statements": (value,)}
            for told in msgspec.convert(page, _Page).statements:
                found[told.text + told.signature.encode()] = told
    except (ValueError, TypeError, RecursionError) as error:
        raise UnreadableError(f"{file} holds something else than statements: {error}") from None
    if not found:
        raise UnreadableError(f"{file} holds no statements")
    return tuple(sorted(found.values(), key=lambda told: told.number))


def _values(text: str) -> Iterator[Any]:
    """The JSON values of a text, with white space between them or without."""
    decoder, at = JSONDecoder(), 0
    while at < len(text):
        if not text[at].isspace():
            value, at = decoder.raw_decode(text, at)
            yield value
        else:
            at += 1


def believed(file: Path, keys: Sequence[bytes]) -> tuple[tuple[Statement, ...], str | None]:
    """The statements of a file that were signed with the keys, and what they disprove by themselves."""
    told = kept(file)
    found = doubt(told, keys)
    if found and not found.is_wrong:
        raise UnreadableError(found.what)
    return told, found.what if found else None


async def compare_all(parts: Parts, told: tuple[Statement, ...], apart: str | None) -> int:
    """Say what has vanished since the statements were made; gives the exit status."""
    found = await compare(parts.database, told)
    for what in (*((apart,) if apart else ()), *found.wrong):
        print(what)
    for session, version, what in found.vanished:
        print(f"{session}  version {version} was stated: {what}")
    if apart or found.wrong or found.vanished:
        return FOUND_WRONG
    print(
        f"statements that hold: {len(told)}, the newest of {told[-1].size} heads;"
        f" sessions that were ended, as stubs say: {found.ended}"
    )
    return 0
