"""The database and the verifier accept only rewrites of events that a redaction names."""

from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import pytest

from tests.service.redaction.test_redacting import NAME, line, wanted
from tests.support.log import redacted
from tests.support.postgres import execute
from tests.support.redacting import redact_in
from verger.domain.core.mover import Unseated
from verger.domain.core.text import REDACTED
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.database.pool import ROLE
from verger.service.edge.answering import appended
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts


@pytest.fixture
def database_url(begun_url: str) -> str:
    return begun_url


async def looked_through(parts: Parts, session: UUID) -> Finding | Verifier:
    return await verify_session(parts.database, parts.store, session, lambda _: None)


async def wrong(parts: Parts, session: UUID) -> int:
    """Verify the session in the database, and return the first version that is wrong."""
    found = await looked_through(parts, session)
    assert isinstance(found, Finding)
    return found.version


async def gossip(parts: Parts, session: UUID) -> list[int]:
    """Return the versions of four lines. The second repeats the first."""
    texts = (NAME, f"Never {NAME}!", "Spiders.", "Rats.")
    return [await line(parts, session, text) for text in texts]


def forge(url: str, *statements: str) -> None:
    """Change rows directly in the database, with all triggers of the log disabled."""
    execute(url, "; ".join(("ALTER TABLE events DISABLE TRIGGER ALL", *statements)))


def alter(version: int, was: str, now: str) -> str:
    """Return a statement that makes an event look redacted. Each text keeps its salt."""
    salts = (
        "(SELECT jsonb_agg(encode(substr(sha256(salt || int4send(number::int - 1)), 1, 16), 'hex'))"
        " FROM jsonb_array_elements(texts::jsonb) WITH ORDINALITY AS its (place, number))::text"
    )
    return (
        f"UPDATE events SET kept = coalesce(kept, replace({salts}, ' ', '')), salt = '',"  # noqa: S608
        " request_print = CASE WHEN kept IS NULL THEN sha256(request_print) ELSE request_print END,"
        f" data = replace(data, '{was}', '{now}') WHERE version = {version}"
    )


async def test_the_event_names_every_row_that_is_rewritten(parts: Parts, session: UUID) -> None:
    first, second, *_ = await gossip(parts, session)
    row = appended(await redact_in(parts, wanted(session, first))).row
    assert f'"versions":[{first}],"reason"' in row.data
    assert row.data.count(f'"rewritten":[{first},{second}]') == 2
    found = await looked_through(parts, session)
    assert isinstance(found, Verifier), found
    assert found.counts.rewritten == [first, second]


async def test_a_row_that_no_redaction_names_is_found_though_its_digest_is_kept(
    parts: Parts, session: UUID, database_url: str
) -> None:
    first, _, third, fourth = await gossip(parts, session)
    await redact_in(parts, wanted(session, first))
    forge(database_url, alter(fourth, "Rats.", "Cats."))
    assert await wrong(parts, session) == fourth
    forge(database_url, alter(third, "Spiders.", "Gliders."))
    assert await wrong(parts, session) == third


async def test_a_named_row_is_still_judged_again(
    parts: Parts, session: UUID, database_url: str
) -> None:
    first, second, *_ = await gossip(parts, session)
    await redact_in(parts, wanted(session, first))
    said = '"effect":"limit_added","kind":'
    forge(database_url, alter(second, f'{said}"line"', f'{said}"veil"'))
    assert await wrong(parts, session) == second


async def test_the_lowest_of_several_faults_is_reported(
    parts: Parts, session: UUID, database_url: str
) -> None:
    first, _, third, fourth = await gossip(parts, session)
    await redact_in(parts, wanted(session, first))
    forge(database_url, f"UPDATE events SET hash = sha256('') WHERE version = {fourth}")  # noqa: S608
    # Events that wait for their redaction beyond the fault are not the fault.
    assert await wrong(parts, session) == fourth
    forge(database_url, alter(third, "Spiders.", "Gliders."))
    assert await wrong(parts, session) == third


async def test_a_redaction_that_was_redacted_still_names_its_rewritten_events(
    parts: Parts, session: UUID, database_url: str
) -> None:
    first, second, third, _ = await gossip(parts, session)
    own = appended(await redact_in(parts, wanted(session, first)))
    asked: dict[str, Any] = {"texts": ("She asked.",)}
    row = appended(await redact_in(parts, await operators(session, **asked))).row
    assert row.data.count(f'"rewritten":[{own.row.version}]') == 2
    (left,) = await parts.store.at(session, [own.row.version])
    assert f'"reason":"{REDACTED}"' in left.data
    assert isinstance(await looked_through(parts, session), Verifier)
    was, now = f'"rewritten":[{first},{second}]', f'"rewritten":[{first},{second},{third}]'
    forge(database_url, alter(own.row.version, was, now), alter(third, "Spiders.", "Gliders."))
    assert await wrong(parts, session) == third


async def operators(session: UUID, **more: Any) -> Any:
    by = MoveRequest(session, Unseated.OPERATOR, None)
    return msgspec.structs.replace(wanted(session), request=by, **more)


REWRITINGS = [
    "SELECT redact_events('{s}', '{{1}}', '{{x}}', '{{[]}}', '{{[]}}', '{{null}}')",
    "UPDATE events SET data = 'x', salt = '', kept = '[]', request_print = null WHERE version = 1",
]


@pytest.mark.parametrize("statement", REWRITINGS)
@pytest.mark.parametrize("role", ["owner", "service"])
async def test_without_an_event_that_says_so_nothing_is_redacted(
    parts: Parts, session: UUID, database_url: str, role: str, statement: str
) -> None:
    await line(parts, session)
    owner = await asyncpg.connect(database_url)
    if role == "service":
        await owner.execute(f"SET ROLE {ROLE}")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await owner.execute(statement.format(s=session))
    await owner.close()


SAID = '{"move":{"rewritten":[1,3,4]}}'
NOTHING = ("", "")


@pytest.mark.parametrize(
    ("version", "forged", "said", "is_taken"),
    [
        (3, NOTHING, SAID, True),
        (3, ("[redacted]", "[Redacted]"), SAID, False),
        (3, ('"seat":"s2"', '"seat":"s1"'), SAID, False),
        (3, ('"kind":"line"', '"kind":"veil"'), SAID, False),
        (4, NOTHING, SAID, False),
        (3, NOTHING, '{"move":{"rewritten":[2]}}', False),
        (3, NOTHING, '{"move":{"rewritten":[]}}', False),
        (3, NOTHING, '{"move":{}}', False),
    ],
)
async def test_the_database_accepts_only_texts_that_fit_the_chain(
    parts: Parts,
    session: UUID,
    database_url: str,
    version: int,
    forged: tuple[str, str],
    said: str,
    is_taken: bool,
) -> None:
    await line(parts, session)
    (newest,) = await parts.store.at(session, [3])
    left = redacted(newest, NAME)
    told = left.data.replace(*forged), left.texts, left.kept
    owner = await asyncpg.connect(database_url)
    begin = owner.transaction()
    await begin.start()
    await owner.execute(f"SET ROLE {ROLE}")
    await owner.execute(
        "INSERT INTO events (session, version, type, data, texts, salt, digest, hash, format, at)"
        " SELECT session, version + 1, 'redact', $2, '[]', salt, digest, sha256(hash"
        " || uuid_send(session) || int8send(version + 1) || digest), format, at"
        " FROM events WHERE session = $1 ORDER BY version DESC LIMIT 1", session, said)  # fmt: skip
    statement = (
        "SELECT redact_events($1, array[$2::bigint], array[$3], array[$4], array[$5], array[null])"
    )
    if is_taken:
        assert await owner.fetchval(statement, session, version, *told) == 1
    else:
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="written once"):
            await owner.execute(statement, session, version, *told)
    await begin.rollback()
    await owner.close()
