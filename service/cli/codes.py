"""`verger codes`: a claim code for a player who lost the token, if nobody at the table can make one."""

from argparse import Namespace
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.domain.table.seating import OperatorReissue
from verger.service.cli import record, sql
from verger.service.cli.command import CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended
from verger.service.identity import claim_code
from verger.service.identity.claim_code import Issuer
from verger.service.identity.grant import ends_after
from verger.service.identity.secret import Secrets
from verger.service.log.row import Row
from verger.service.play.request import MoveRequest
from verger.service.play.session import UnknownSessionError
from verger.service.settings import Settings
from verger.service.wiring import Parts


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    codes = commands.add_parser(
        "codes", description="Create a claim code for a seat whose token is lost"
    )
    codes.add_argument("session", type=UUID, help="the id of the session")
    codes.add_argument("seat", type=SeatId, help="the id of the seat, such as s2")
    codes.set_defaults(run=_codes)


def _codes(settings: Settings, asked: Namespace) -> int:
    code, ends = Secrets(None, cell=settings.cell).code(asked.seat), ends_after(claim_code.LIFE)

    async def offer(connection: Connection, detail: str) -> None:
        issuer = Issuer(None, ends)
        await claim_code.offer(connection, code, asked.session, asked.seat, issuer)
        await record.keep(connection, "codes", asked.session, detail)

    async def reissued(connection: Connection, row: Row) -> None:
        await offer(connection, f"version {row.version} reissues seat {asked.seat}")

    async def unchanged(connection: Connection) -> None:
        await offer(connection, f"seat {asked.seat}, which is empty")

    async def work(parts: Parts) -> int:
        if await _is_taken(parts, asked.session, asked.seat):
            move = MoveRequest(asked.session, Unseated.OPERATOR, OperatorReissue(asked.seat))
            answer = appended(await parts.playing.move(move, reissued))
            print(
                f"version {answer.row.version} reissues seat {asked.seat}: the earlier tokens no"
                " longer act for this seat"
            )
        else:
            await parts.store.append((), unchanged)
            print(f"seat {asked.seat} is empty: it only gets a new code")
        print(f"claim code {code}: it can be used once, until {ends:%Y-%m-%d %H:%M:%SZ}")
        return 0

    return with_parts(settings, work)


async def _is_taken(parts: Parts, session_id: UUID, seat: SeatId) -> bool:
    """Return whether the seat is taken. Raises CommandError if nobody can ever sit there."""
    if await parts.database.row(sql.IS_IMPORTED, session_id) is not None:
        raise CommandError("an imported session cannot be continued: fork it instead")
    try:
        with await parts.sessions.fresh(session_id) as session:
            found = session.state.table.seat(seat)
    except UnknownSessionError:
        raise CommandError(f"there is no session {session_id}") from None
    if found is None:
        raise CommandError(f"the session has no seat {seat}")
    return found.taken
