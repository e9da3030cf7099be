"""Checks of the database, from its address to the webhooks in it."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import uvloop

from verger.service.annexes.notices.outbox import Outbox
from verger.service.cli.checkup.addresses import of_redis
from verger.service.cli.checkup.diagnosis import Diagnosis, bad, ok, warn
from verger.service.cli.database import at_work
from verger.service.database import fitness, migrate, sql
from verger.service.database.agreement import APART_SECONDS
from verger.service.database.hosts import UnusableDatabaseError
from verger.service.database.outage import UnavailableError
from verger.service.keyring import KeyringError
from verger.service.settings import Settings
from verger.service.wiring import Parts


def of_database(settings: Settings) -> Iterator[Diagnosis]:
    """Check the database of the settings, as a server would use it. A fault of its address, schema or role ends the checks."""
    url, subject = settings.database_url, "database"
    try:
        host = asyncio.run(fitness.server_of(url))
        subject = "schema"
        migrate.require_newest(host)
        subject = "role"
        asyncio.run(fitness.check(url, settings.cell, pooled=settings.is_pooled, reading=True))
    except UnusableDatabaseError as error:
        yield bad(subject, f"{str(error)[0].upper()}{str(error)[1:]}.")
        return
    yield from uvloop.run(_found(settings))


async def _found(settings: Settings) -> list[Diagnosis]:
    async with at_work(settings) as parts:
        try:
            return [finding async for finding in _of_parts(parts)]
        except UnavailableError as error:
            return [bad("database", f"{error.cause.capitalize()}.")]


async def _of_parts(parts: Parts) -> AsyncIterator[Diagnosis]:
    row = await parts.database.only_row(sql.DESCRIPTION)
    size = row["bytes"] / 10**9
    yield ok("database", f"PostgreSQL {row['version']}, {row['encoding']}, {size:.1f} GB.")
    if await parts.database.value(sql.IS_RESTORED):
        yield warn(
            "database",
            "This is a restored copy, so its servers are drills. To use it in place of the original,"
            " run verger restore --take-over.",
        )
    agreement = parts.database.agreement
    if agreement.is_older:
        yield warn("schema", "A newer release has migrated the database: upgrade this one too.")
    else:
        yield ok("schema", f"The schema is {migrate.newest()}, as this program needs.")
    yield _durability(parts)
    yield await _writing(parts)
    yield _clock(agreement.apart)
    yield await _key(parts)
    yield await of_redis(parts)
    yield await _webhooks(parts)


def _durability(parts: Parts) -> Diagnosis:
    off = ", ".join(parts.database.agreement.forgetful)
    if not off:
        return ok("safety", "A confirmed move survives a crash of the database.")
    sentence = f"A crash of the database can lose confirmed moves: set to on: {off}."
    return (warn if parts.settings.database_durability == "any" else bad)("safety", sentence)


async def _writing(parts: Parts) -> Diagnosis:
    """Check that the database accepts moves, as `/readyz` does."""
    try:
        await parts.readiness.check()
    except UnavailableError as error:
        return bad("writing", f"A move cannot be written: {error.cause} ({error}).")
    return ok("writing", "A move could be written now.")


def _clock(apart: float) -> Diagnosis:
    if apart:
        where = "ahead of" if apart > 0 else "behind"
        sentence = (
            f"This machine is {abs(apart):.1f} s {where} the database: set both clocks by NTP."
        )
        return warn("clock", sentence)
    return ok("clock", f"This machine and the database differ by less than {APART_SECONDS:.0f} s.")


async def _key(parts: Parts) -> Diagnosis:
    async with parts.database.connection() as connection, connection.transaction():
        used = await connection.fetchval(sql.SHARE_SECRET_KEY)
        if used is None:
            return ok("key", "No secret is stored yet. The first start chooses the key.")
        try:
            await parts.keyring.in_use(connection)
        except KeyringError as error:
            return bad("key", f"{str(error)[0].upper()}{str(error)[1:]}.")
    if parts.keyring.newest != used:
        return warn("key", "The first given key is not in use yet: run verger keys --encrypt.")
    return ok("key", f"The key that encrypts the secrets, {used}, is given.")


async def _webhooks(parts: Parts) -> Diagnosis:
    hosts = await Outbox(parts.database).failing_hosts()
    if not hosts:
        return ok("webhooks", "No receiver of webhooks fails.")
    listed = ", ".join(f"{host} ({webhooks})" for host, webhooks in hosts.items())
    return warn(
        "webhooks",
        f"Deliveries to these hosts fail (with the number of webhooks): {listed}. Tell their owners.",
    )
