"""Checks of addresses: the server on this machine, the proxy before it, and Redis."""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore
import msgspec

from verger.service.cli.checkup.diagnosis import Diagnosis, bad, ok, warn
from verger.service.settings import Settings
from verger.service.wiring import Parts

OK = 200
SECONDS = 10.0
"""How long each step of a request can take. A proxy looks for a process for some seconds before it gives up."""
_LIMITS = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
_FAILURES = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError)


def of_server(settings: Settings) -> Iterator[Diagnosis]:
    """Check the server that runs with these settings on this machine."""
    if not settings.port:
        yield warn("server", "PORT is 0, so its port is unknown: set PORT to the printed one.")
        return
    address = f"http://{settings.netloc(settings.port)}"
    try:
        status, answer = _asked(f"{address}/readyz")
    except _FAILURES as error:
        why = _reason(error)
        yield warn(
            "server", f"No server answers at {address} ({why}): start it, or set HOST and PORT."
        )
        return
    match answer:
        case {"status": "ready", "redis": "away"}:
            yield warn("server", f"{address} is ready, but it cannot reach Redis.")
        case {"status": "ready", "drill": True} if settings.drill == "off":
            yield warn("server", f"{address} is a drill: it sends and signs nothing.")
        case {"status": "ready"}:
            yield ok("server", f"{address} is ready.")
        case {"code": "unavailable", "facts": {"cause": cause}}:
            yield bad("server", f"{address} is not ready: {cause}.")
        case _:
            yield bad(
                "server", f"Another program answers at {address} (status {status}): set PORT."
            )


def of_proxy(settings: Settings) -> Iterator[Diagnosis]:
    """Check that the public address leads to a server, through a proxy that passes the host on."""
    if not settings.home:
        if _is_of_this_machine(settings.host):
            yield ok("proxy", "VERGER_URL is not set, and only this machine reaches the server.")
        else:
            yield warn("proxy", "VERGER_URL is not set: set it to the address that people use.")
        return
    if settings.home == f"http://{settings.netloc(settings.port)}":
        yield ok("proxy", "VERGER_URL is the address of the server itself.")
        return
    if settings.home.startswith("http:") and not _is_of_this_machine(_host(settings.home)):
        yield warn("proxy", "VERGER_URL has no TLS, so others can read tokens: use https.")
    try:
        yield _through_proxy(settings.home)
    except _FAILURES as error:
        why = _reason(error)
        yield warn("proxy", f"{settings.home} cannot be reached from this machine ({why}).")


def _through_proxy(home: str) -> Diagnosis:
    status, answer = _asked(f"{home}/readyz")
    match answer:
        case {"status": "ready"}:
            figures, _ = _asked(f"{home}/metrics")
        case {"code": "unavailable", "facts": {"cause": cause}}:
            return bad("proxy", f"{home} answers, but moves are refused there: {cause}.")
        case _:
            return bad(
                "proxy", f"No Verger answers at {home} (status {status}): correct the proxy."
            )
    if figures == OK:
        return bad(
            "proxy",
            f"{home}/metrics is public, because the proxy sends no X-Forwarded-For. All clients"
            " share the limits of one address: set the header in the proxy.",
        )
    return ok("proxy", f"{home} leads to Verger, and its metrics are hidden.")


async def of_redis(parts: Parts) -> Diagnosis:
    """Check that Redis answers."""
    if not parts.settings.redis_url:
        return ok("redis", "REDIS_URL is not set: processes ask the database once a second.")
    try:
        await parts.wakeups.ping()
    except Exception as error:  # noqa: BLE001, the errors of its library have no common class
        why = type(error).__name__
        return warn("redis", f"Redis does not answer ({why}): check REDIS_URL. Nothing is lost.")
    return ok("redis", "Redis answers.")


def _asked(url: str) -> tuple[int, Any]:
    """Return the status of an answer, and its content if that is JSON."""
    answer = httpcore.request("GET", url, extensions={"timeout": _LIMITS})
    try:
        return answer.status, msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        return answer.status, None


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_of_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
