"""The database servers that DATABASE_URL names: one server, or several. One of these accepts writes."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

import asyncpg

from verger.service.database import sql
from verger.service.database.outage import AWAY

WRITABLE = ("read-write", "primary")
"""The values of `target_session_attrs` that an address with several hosts may have."""

_KIND = "target_session_attrs"


class UnusableDatabaseError(Exception):
    """The database cannot be used with this address and setup.

    The message gives the reason and the remedy in one sentence.
    """


class AwayDatabaseError(UnusableDatabaseError):
    """The database cannot be used now, but perhaps soon."""


def kind_of(url: str) -> str:
    """Return the `target_session_attrs` of an address. The default for several hosts is a server that accepts writes."""
    named = dict(parse_qsl(urlsplit(url).query)).get(_KIND, "")
    return named or (WRITABLE[0] if len(each(url)) > 1 else "any")


def each(url: str) -> tuple[str, ...]:
    """Return an address for each named host, in order. Raises UnusableDatabaseError if the address is invalid."""
    try:
        return tuple(_each(url))
    except ValueError:
        # The text of the error may contain a part of the password.
        raise UnusableDatabaseError(
            "DATABASE_URL cannot be read: write it like"
            " postgresql://user:password@host:5432/database, with commas between several"
            " host:port, and percent-encode each character of the password that is not a letter"
            " or digit"
        ) from None


def _each(url: str) -> Iterator[str]:
    parts = urlsplit(url)
    query = {name: value for name, value in parse_qsl(parts.query) if name != _KIND}
    user, at, hosts = parts.netloc.rpartition("@")
    if "@" in user:
        raise ValueError
    if hosts:
        for host in hosts.split(","):
            number = int(host.rpartition("]")[2].partition(":")[2] or 5432)
            if host[:3].upper() == "%2F":
                # This is the folder of a socket. dbmate reads it only from the query.
                own = {"host": unquote(host.partition(":")[0]), "port": str(number)}
                yield written(parts._replace(netloc=f"{user}{at}"), {**query, **own})
                continue
            yield written(parts._replace(netloc=f"{user}{at}{host}"), query)
        return
    named = query.pop("host", "").split(",")
    ports = query.pop("port", "").split(",")
    for host, port in zip(named, ports * len(named) if len(ports) == 1 else ports, strict=True):
        own = {"host": host, "port": str(int(port or 5432))} if host else {}
        yield written(parts, {**query, **own})


def written(parts: SplitResult, query: dict[str, str]) -> str:
    """Return the address with these parts and another query."""
    # geturl() would leave out the slashes before an empty host.
    asked = f"?{urlencode(query, quote_via=quote)}" if query else ""
    return f"{parts.scheme}://{parts.netloc}{parts.path}{asked}"


class SucceededError(ConnectionError):
    """This server still accepts writes, but another one has taken over. It was cut off, and has not noticed yet."""


class Hosts:
    """The hosts of an address, and the search for one of the kind that the address asks for."""

    def __init__(self, url: str) -> None:
        self._hosts = list(each(url))
        self._kind = kind_of(url)
        self._line = ""
        """The newest time line that one of several hosts had. It is empty at first."""

    async def connect(self, _url: str, *, timeout: float, **options: Any) -> Any:  # noqa: ASYNC109, as a pool calls it
        """Connect to a host of the right kind. The host that was found last is the first to be tried.

        Each host gets a share of the time, so that a silent host does not use up the time for the others.
        """
        ends, failed, succeeded = time.monotonic() + timeout, None, False
        for left, host in zip(range(len(self._hosts), 0, -1), tuple(self._hosts), strict=True):
            share = (ends - time.monotonic()) / left
            try:
                found = await self._reached(host, share, options)
            except AWAY as error:
                failed = error
                succeeded = succeeded or isinstance(error, SucceededError)
            else:
                self._hosts.sort(key=lambda other: other != host)
                return found
        if succeeded:
            # Only a server with an older time line accepts writes, for example one restored from a backup.
            # The next try accepts it.
            self._line = ""
        assert failed is not None
        raise failed

    async def _reached(self, host: str, seconds: float, options: dict[str, Any]) -> Any:
        """Return a connection to a host.

        Raise an error if it is of another kind, or if another server has taken over.
        """
        found = await asyncpg.connect(
            host, timeout=seconds, target_session_attrs=self._kind, **options
        )
        if len(self._hosts) == 1:
            return found
        try:
            line = await found.fetchval(sql.TIME_LINE, timeout=seconds)
        except BaseException:
            found.terminate()
            raise
        if line < self._line:
            found.terminate()
            raise SucceededError("another server has taken over")
        self._line = line
        return found
