"""A request's work is done once, even if a repetition of it comes while it is being committed."""

from functools import partial
from uuid import uuid4

import msgspec
import pytest

from verger.service.database.pool import Database
from verger.service.identity.repeatable import Repeatable, once, repeatable
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError


class Given(msgspec.Struct):
    """An answer."""

    seat: str


async def refused(tried: Repeatable) -> Given:
    raise ProblemError(ProblemCode.CLAIM_CODE_USED)


async def test_a_client_refused_because_the_same_request_was_done_gets_its_answer(
    own: Database,
) -> None:
    key = uuid4().hex
    look = partial(repeatable, own, "claim", key, b"{}")
    first = await look()

    async def late(tried: Repeatable) -> Given:
        async with own.connection() as connection:
            await first.keep(connection, Given("s1"))
        return await refused(tried)

    answer, secrets = await once(look, Given, late)
    assert (answer, secrets.token()) == (Given("s1"), first.secrets.token())
    again, same = await once(look, Given, refused)
    assert (again, same.token()) == (answer, secrets.token())


@pytest.mark.parametrize("key", [None, "somebody-s-first-request"])
async def test_a_client_refused_for_another_reason_gets_this_reason(
    own: Database, key: str | None
) -> None:
    with pytest.raises(ProblemError) as error:
        await once(partial(repeatable, own, "claim", key, b"{}"), Given, refused)
    assert error.value.code == ProblemCode.CLAIM_CODE_USED
