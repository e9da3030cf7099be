"""`verger verify --all --against FILE`: compare the database with kept statements."""

from collections.abc import Sequence
from pathlib import Path

from verger.service.annexes.statements import sql
from verger.service.annexes.statements.statement import Statement
from verger.service.annexes.statements.verify_statements import compare
from verger.service.archive.format import UnreadableError
from verger.service.cli.command import FOUND_WRONG
from verger.service.cli.kept import believed, kept_in
from verger.service.wiring import Parts


def stated_in(file: Path, keys: Sequence[bytes]) -> tuple[tuple[Statement, ...], str | None]:
    """Return the statements of a file that were signed with the keys, and a contradiction among them, if any."""
    told = kept_in(file).statements
    if not told:
        raise UnreadableError(f"{file} holds no statements")
    return believed(told, keys)


async def compare_all(parts: Parts, told: tuple[Statement, ...], apart: str | None) -> int:
    """Print the differences between the statements and the database. Return the exit status."""
    signers = [one.key for one in told]
    if not apart and not await parts.database.value(sql.COUNT_KEYS, signers):
        raise UnreadableError(
            "no key of this database signed the statements: another server made them, or the"
            " keys were removed from this database"
        )
    found = await compare(parts.database, told)
    for what in (*((apart,) if apart else ()), *found.wrong):
        print(what)
    for session, version, what in found.vanished:
        print(f"{session}  contradicts a statement about its version {version}: {what}")
    for what in found.actions:
        print(what)
    if apart or found.wrong or found.vanished or found.actions:
        return FOUND_WRONG
    print(
        f"confirmed statements: {len(told)} (the newest covers {told[-1].size} heads); stated sessions that have ended since: {found.ended}"
    )
    return 0
