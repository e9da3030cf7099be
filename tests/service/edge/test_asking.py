"""The right of a token to act is checked again when its move is made."""

from uuid import UUID

import pytest

from tests.support.seated import reader
from verger.domain.core.identifier import SeatId
from verger.domain.table.safety import Signal
from verger.service.edge.asking import still_acts
from verger.service.identity.identity import seat_token
from verger.service.play import access
from verger.service.play.answer import Appended
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

ANN, BO = SeatId("s1"), SeatId("s2")


@pytest.mark.parametrize("others", [(), (ANN,)], ids=["its only seat", "one of two seats"])
async def test_a_token_that_has_lost_the_seat_makes_no_move(
    parts: Parts, session: UUID, others: tuple[SeatId, ...]
) -> None:
    asking = await reader(parts, session, BO)
    asked = MoveRequest(session, BO, Signal(), check=still_acts(parts, asking))
    head = await parts.store.head(session)
    async with parts.database.connection() as connection, connection.transaction():
        for other in others:
            await seat_token(connection, asking.bearer.token, session, other)
        await access.end_seat(connection, session, BO)
    parts.identity.forget()
    with pytest.raises(ProblemError) as refused:
        await parts.playing.move(asked)
    assert refused.value.code == ProblemCode.NOT_YOUR_SEAT
    assert await parts.store.head(session) == head
    async with parts.database.connection() as connection, connection.transaction():
        await access.take_over(connection, asking.bearer.token, session, BO)
    parts.identity.forget()
    assert isinstance(await parts.playing.move(asked), Appended)
