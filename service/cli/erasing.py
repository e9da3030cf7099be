"""`verger redact --seat` and `--token`: removing everything that a person wrote, in many sessions."""

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import NamedTuple
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.service.cli import record, sql
from verger.service.cli.command import FOUND_WRONG, CommandError
from verger.service.cli.seats import Place, place_of
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended, problem_of
from verger.service.log.row import Row
from verger.service.play.request import MoveRequest
from verger.service.play.session import EndedSessionError, Session, UnknownSessionError
from verger.service.problem.problem import ProblemError
from verger.service.redaction.redacting import Preview, RedactionRequest
from verger.service.wiring import Parts

REMAINS = """These remain:
- in the log: ids, dice, the kinds and times of moves, and digests of the removed texts
- anonymous moves, which name no seat: remove their texts with --versions
- other texts about the person: remove them with --text
- the old texts in the database's files, until VACUUM and the end of its write-ahead log
- backups from before, exports and archives that anybody has
With --seat, the texts of all holders of the seat are removed. A dry run shows them first."""


class _Written(NamedTuple):
    """The texts of a seat in a session."""

    place: Place
    versions: tuple[int, ...]
    refused: int
    """The number of refused moves."""


def add_options(redact: ArgumentParser) -> None:
    """Add the options that name seats, also by a token."""
    redact.add_argument(
        "--seat",
        type=place_of,
        action="append",
        default=[],
        metavar="SESSION:SEAT",
        help="a seat: everything that it wrote is removed; can be repeated, without a session",
    )
    redact.add_argument(
        "--token",
        type=UUID,
        action="append",
        default=[],
        metavar="ID",
        help="the id of a token: everything that its seats wrote since they were taken is removed",
    )
    redact.add_argument(
        "--dry-run",
        action="store_true",
        help="with --seat and --token: show what would be removed, and remove nothing",
    )


async def erase(parts: Parts, asked: Namespace) -> int:
    """Remove the texts of seats, or list them in a dry run. Return the exit status."""
    for place in asked.seat:
        await _require_seat(parts, place)
    places: dict[Place, int] = {}
    for token in asked.token:
        places |= await _of_token(parts, token)
    # From a seat that --seat names, all texts are removed, even if --token also includes the seat.
    places |= dict.fromkeys(asked.seat, 1)
    texts, stays = 0, 0
    for place, first in places.items():
        try:
            found = await _erased(parts, asked, place, first)
        except ProblemError as error:
            stays += 1
            print(f"{place.session}  seat {place.seat}  stays: {error.detail}")
        else:
            texts += found
    done = "would be removed" if asked.dry_run else "removed"
    print(f"{texts} texts of {len(places) - stays} seats {done}")
    print("This was a dry run: nothing was removed." if asked.dry_run else REMAINS)
    return FOUND_WRONG if stays else 0


async def _require_seat(parts: Parts, place: Place) -> None:
    """Refuse a seat that never existed, before anything is removed. An ended session is reported later."""
    try:
        session = await parts.sessions.fresh(place.session)
    except EndedSessionError:
        return
    except UnknownSessionError:
        raise CommandError(f"there is no session {place.session}") from None
    if session.state.table.seat(SeatId(place.seat)) is None:
        raise CommandError(f"the session {place.session} has no seat {place.seat}")


async def _of_token(parts: Parts, token: UUID) -> dict[Place, int]:
    """Return the seats of a token, each with the version when its present holder took it."""
    rows = await parts.database.rows(sql.SEATS_OF_TOKEN, token)
    if not rows:
        raise CommandError(f"no seat belongs to a token {token}")
    return {Place(row["session"], row["seat"]): row["first"] or 1 for row in rows}


async def _erased(parts: Parts, asked: Namespace, place: Place, first: int) -> int:
    """Remove the texts that a seat wrote since a version. Return the number of texts."""
    session = await parts.sessions.fresh(place.session)
    written = await _written(parts, place, first)
    wanted = _request(session, written, asked.reason)
    preview = await parts.redactions.preview(session, wanted)
    if not isinstance(preview, Preview):
        raise problem_of(preview)
    if not asked.dry_run:
        if preview.rewritten:
            appended(await parts.redactions.redact(session, wanted))
        if written.refused:
            await parts.store.append((), partial(_forget_refusals, place))
    print(_line(written, preview))
    return preview.texts


async def _written(parts: Parts, place: Place, first: int) -> _Written:
    rows = await parts.database.rows(sql.VERSIONS_OF_SEAT, place.session, place.seat, first)
    refused = await parts.database.value(sql.COUNT_REFUSALS_OF_SEAT, place.session, place.seat)
    return _Written(place, tuple(row["version"] for row in rows), refused)


def _request(session: Session, written: _Written, reason: str) -> RedactionRequest:
    """Return the redaction of everything that a seat wrote, except the names of other seats."""
    table = session.state.table
    others = [seat.id for seat in table.seats if seat.id != written.place.seat]

    async def on_record(connection: Connection, row: Row) -> None:
        detail = f"version {row.version}, seat {written.place.seat}"
        await record.keep(connection, "redact", row.session, detail)

    return RedactionRequest(
        request=MoveRequest(written.place.session, Unseated.OPERATOR, None),
        versions=written.versions,
        reason=reason,
        spared=tuple(table.name(SeatId(seat)) for seat in others),
        also=on_record,
    )


async def _forget_refusals(place: Place, connection: Connection) -> None:
    await connection.execute(sql.DELETE_REFUSALS_OF_SEAT, place.session, place.seat)
    await record.keep(connection, "redact", place.session, f"refused moves of seat {place.seat}")


def _line(written: _Written, found: Preview) -> str:
    others = [version for version in found.rewritten if version not in written.versions]
    parts = (
        f"{found.texts} texts in {len(found.rewritten) - len(others)} events",
        f"{len(others)} events that repeat them",
        f"{len(found.affected)} rulings change",
        f"{found.forks} forks",
        f"{written.refused} refused moves",
    )
    return f"{written.place.session}  seat {written.place.seat}  {', '.join(parts)}"
