"""The manifest of a backup: a description of the copied data, and the digest of the copy."""

from datetime import datetime
from hashlib import file_digest
from pathlib import Path

import msgspec

from verger.service.annexes.statements.statement import Statement
from verger.service.archive.checkpoint import Hex32

FORMAT = 1
FILE = "manifest.json"
DUMP = "database.dump"


class BackupError(Exception):
    """A backup cannot be made or restored. One sentence gives the reason."""


class Contents(msgspec.Struct, frozen=True):
    """The contents of a database at a moment."""

    schema: str
    """The newest migration."""
    sessions: int
    """The number of sessions, including those that were ended."""
    events: int
    heads: Hex32
    """A digest over the newest event of every session."""
    statement: Statement | None
    """The newest signed statement."""
    key: str | None
    """The id of the key that encrypts the secrets."""


class Part(msgspec.Struct, frozen=True):
    """A file of a backup."""

    size: int
    """The size in bytes."""
    sha256: Hex32

    @classmethod
    def of(cls, file: Path) -> "Part":
        """Return the size and the digest of a file."""
        with file.open("rb") as opened:
            return cls(file.stat().st_size, file_digest(opened, "sha256").hexdigest())


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a backup. It is written last, so a folder without a manifest is incomplete."""

    format: int = FORMAT
    program: str
    """The version of Verger that made the backup."""
    postgresql: int
    """The major version of the database server."""
    at: datetime
    """The moment of the copy. The backup has no later events."""
    contents: Contents
    dump: Part

    @property
    def summary(self) -> str:
        """Return the size and the moment of the backup in a few words."""
        found = self.contents
        return (
            f"{found.sessions} sessions, {found.events} events, as of {self.at:%Y-%m-%d %H:%M:%SZ}"
        )


class _Format(msgspec.Struct):
    format: int
    program: str


def read(folder: Path) -> Manifest:
    """Return the manifest of a backup. Raises BackupError if this program cannot restore the backup."""
    try:
        text = (folder / FILE).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise BackupError(f"{folder} is not a whole backup: it has no {FILE}") from None
    try:
        found = msgspec.json.decode(text, type=_Format)
        if found.format != FORMAT:
            raise BackupError(
                f"{folder} has format {found.format}, and this program reads format {FORMAT}:"
                f" restore it with Verger {found.program}"
            )
        return msgspec.json.decode(text, type=Manifest)
    except msgspec.MsgspecError as error:
        raise BackupError(f"{folder / FILE} is damaged: {error}") from None


def check_dump(folder: Path, manifest: Manifest) -> None:
    """Raise BackupError unless the dump has the size and the digest in the manifest."""
    file = folder / DUMP
    try:
        found = Part.of(file)
    except FileNotFoundError:
        raise BackupError(f"{folder} is not a whole backup: it has no {DUMP}") from None
    if found != manifest.dump:
        raise BackupError(
            f"{file} is damaged: it has {found.size} bytes with the SHA-256 {found.sha256}, and the"
            f" manifest says {manifest.dump.size} bytes with {manifest.dump.sha256}"
        )
