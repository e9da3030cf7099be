"""`verger redact`: removes texts from a session's log permanently, while play continues."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from uuid import UUID

from verger.domain.core.mover import Unseated
from verger.service.cli import record
from verger.service.cli.command import CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.cli.erasing import add_options, erase
from verger.service.cli.progress import seconds
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended
from verger.service.log.form import decoded
from verger.service.log.row import Row
from verger.service.play.request import MoveRequest
from verger.service.play.session import UnknownSessionError
from verger.service.redaction.redacting import RedactionRequest
from verger.service.redaction.rewrite_forks import redaction_decoder
from verger.service.settings import Settings
from verger.service.wiring import Parts


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    redact = commands.add_parser(
        "redact", description="Remove texts from the log of a session permanently"
    )
    redact.add_argument("session", type=UUID, nargs="?", help="the id of the session")
    redact.add_argument(
        "--versions",
        type=_versions,
        default=(),
        help="the versions of events, such as 12,15: all their texts are removed",
    )
    redact.add_argument("--reason", required=True, help="the reason, which stays in the log")
    redact.add_argument(
        "--text",
        action="append",
        default=[],
        help="a text to remove everywhere; can be repeated; - reads texts from the input, one per line",
    )
    add_options(redact)
    redact.set_defaults(run=_redact)


def _versions(text: str) -> tuple[int, ...]:
    return tuple(int(version) for version in text.split(","))


def _redact(settings: Settings, asked: Namespace) -> int:
    texts = [text for text in asked.text if text != "-"]
    if "-" in asked.text:
        texts += sys.stdin.read().splitlines()
    if asked.seat or asked.token:
        if asked.session or asked.versions or texts:
            raise CommandError("use --seat and --token without a session, --versions and --text")
        return with_parts(settings, lambda parts: erase(parts, asked))
    if asked.dry_run or asked.session is None:
        raise CommandError("name a session; --dry-run goes with --seat and --token")
    if not asked.versions and not texts:
        raise CommandError("use --versions, --text or both")
    by = MoveRequest(asked.session, Unseated.OPERATOR, None)
    wanted = RedactionRequest(
        request=by,
        versions=asked.versions,
        reason=asked.reason,
        texts=tuple(texts),
        also=_on_record,
    )

    async def work(parts: Parts) -> int:
        try:
            with seconds("seconds of redaction"):
                session = await parts.sessions.fresh(asked.session)
                answer = appended(await parts.redactions.redact(session, wanted))
        except UnknownSessionError:
            raise CommandError(f"there is no session {asked.session}") from None
        move = decoded(answer.row, redaction_decoder.decode).move
        print(f"version {answer.row.version} redacts {_listed(move.versions)}")
        if move.affected:
            print(f"these versions have another ruling now: {_listed(move.affected)}")
        return 0

    return with_parts(settings, work)


async def _on_record(connection: Connection, row: Row) -> None:
    await record.keep(connection, "redact", row.session, f"version {row.version}")


def _listed(versions: Sequence[int]) -> str:
    return ", ".join(map(str, versions))
