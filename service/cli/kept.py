"""Files that somebody kept elsewhere: checkpoints, statements, and heads of sessions."""

from collections.abc import Iterator, Sequence
from json import JSONDecoder
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from verger.service.annexes.statements.merkle import is_included
from verger.service.annexes.statements.statement import StatedHead, Statement, doubt
from verger.service.archive.checkpoint import Checkpoint, Hex32, is_signed
from verger.service.archive.format import UnreadableError, plain_text
from verger.service.archive.kept_head import KeptHead
from verger.service.cli.command import FOUND_WRONG, CommandError

UNSIGNED = "to check a signature, use --key together with --checkpoint or --against"


class _Proof(StatedHead, frozen=True):
    """The head of a session, and the path that proves that a statement has it."""

    number: int
    path: tuple[Hex32, ...]

    @property
    def head(self) -> StatedHead:
        return StatedHead(self.session, self.version, self.hash, self.standing)


class _Head(msgspec.Struct):
    """A head without a signature. The Python client's command `verger-keep` writes such heads."""

    session: UUID
    version: int
    hash: Hex32


class _Page(msgspec.Struct):
    """Statements as `GET /v1/statements` gives them."""

    statements: tuple[Statement, ...]
    head: _Proof | None = None


class Kept(NamedTuple):
    """The contents of a file."""

    statements: tuple[Statement, ...]
    """The statements, in the order of their numbers."""
    proofs: tuple[tuple[Statement, _Proof], ...]
    checkpoints: tuple[Checkpoint, ...]
    heads: tuple[KeptHead, ...]
    """The heads without a signature."""


def kept_in(file: Path) -> Kept:
    """Return the contents of a file: JSON texts one after the other."""
    statements: dict[bytes, Statement] = {}
    proofs: list[tuple[Statement, _Proof]] = []
    checkpoints: list[Checkpoint] = []
    heads: list[KeptHead] = []
    try:
        for value in _values(plain_text(file).decode().strip()):
            if "statements" in value or "root" in value:
                page = value if "statements" in value else {"statements": (value,)}
                read = msgspec.convert(page, _Page)
                statements |= {
                    told.text + told.signature.encode(): told for told in read.statements
                }
                proofs += [(read.statements[-1], read.head)] if read.head else []
            elif "signature" in value:
                checkpoints.append(msgspec.convert(value, Checkpoint))
            else:
                head = msgspec.convert(value, _Head)
                heads.append(KeptHead(head.session, head.version, head.hash))
    except (ValueError, TypeError, IndexError, RecursionError) as error:
        raise UnreadableError(
            f"{file} must contain only heads, checkpoints and statements: {error}"
        ) from None
    numbered = tuple(sorted(statements.values(), key=lambda told: told.number))
    return Kept(numbered, tuple(proofs), tuple(checkpoints), tuple(heads))


def _values(text: str) -> Iterator[Any]:
    """Yield the JSON values of a text. White space between them is optional."""
    decoder, at = JSONDecoder(), 0
    while at < len(text):
        if not text[at].isspace():
            value, at = decoder.raw_decode(text, at)
            yield value
        else:
            at += 1


def believed(
    statements: Sequence[Statement], keys: Sequence[bytes]
) -> tuple[tuple[Statement, ...], str | None]:
    """Return statements that were signed with the keys, and a contradiction among them, if any."""
    found = doubt(statements, keys)
    if found and not found.is_wrong:
        raise UnreadableError(found.what)
    return tuple(statements), found.what if found else None


def heads_in(file: Path, keys: Sequence[bytes]) -> tuple[KeptHead, ...]:
    """Return the heads that a file contains or proves. Raises UnreadableError if another key made a signature."""
    kept = kept_in(file)
    if (kept.statements or kept.checkpoints) and not keys:
        raise CommandError(UNSIGNED)
    _, apart = believed(kept.statements, keys)
    if apart:
        raise CommandError(apart, FOUND_WRONG)
    for checkpoint in kept.checkpoints:
        if not any(is_signed(checkpoint, key) for key in keys):
            raise UnreadableError("a checkpoint was not signed with this key")
    signed = (KeptHead.signed(checkpoint) for checkpoint in kept.checkpoints)
    heads = (*kept.heads, *signed, *(_proved(*proof) for proof in kept.proofs))
    if not heads:
        raise UnreadableError(
            f"{file} has no head of a session: to get a statement with a head, send"
            " `GET /v1/statements?session=…`"
        )
    return heads


def _proved(told: Statement, proof: _Proof) -> KeptHead:
    path = [bytes.fromhex(one) for one in proof.path]
    root = bytes.fromhex(told.root)
    if not is_included(proof.head.leaf, proof.number, told.size, path, root):
        raise UnreadableError(
            f"statement {told.number} does not include the head that is next to it in the file"
        )
    return KeptHead(
        session=proof.session,
        version=proof.version,
        hash=proof.hash,
        of=f"statement {told.number}",
        key=told.key,
    )
