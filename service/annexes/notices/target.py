"""The targets of webhooks: which URLs are allowed, and which addresses they may lead to.

The server sends requests to addresses that strangers choose. None of them may lead into a network that only
the server can reach. Each attempt checks the address that it connects to.
"""

import asyncio
import re
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Literal
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

URL_LIMIT = 2_000
RESOLVE_SECONDS = 5.0
RESOLVERS = 32
"""The number of names that are looked up at a time."""
OF_DOMAIN = 4
"""How many of these names can end in the same two parts, because one slow name server must not delay all others."""
KNOWN_RESOLVERS = 8
"""The number of additional names that are looked up at a time, if their last answer was quick."""
KNOWN = 10_000
"""The maximum number of remembered names with a quick answer."""
QUICK_SECONDS = 1.0
"""The maximum time of a quick answer."""

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Looks up the addresses of a host."""

FORM = r'^https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?([/?][!-"$-\[\]-~]*)?$'
"""The form of a URL: a host, optionally a port and a path, without a fragment or a backslash."""

_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_FORM = re.compile(FORM)
# Networks for protocols and relays. Older versions of the standard library wrongly call them global.
_SPECIAL_V4 = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")))
_UNICAST = IPv6Network("2000::/3")
_SPECIAL = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))


Refused = Literal["malformed", "scheme", "userinfo", "unresolved", "private_address"]


class TargetError(Exception):
    """The target is not allowed, or not found."""

    def __init__(self, reason: Refused) -> None:
        super().__init__(reason)
        self.reason = reason


def is_public(address: str) -> bool:
    """Return whether an address is in the public Internet.

    Private, loopback, link-local, shared, multicast and documentation addresses are not. Addresses
    that contain an IPv4 address (mapped, 6to4, NAT64, Teredo) are not either.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv4Address):
        special = ip.is_multicast or any(ip in network for network in _SPECIAL_V4)
        return ip.is_global and not special
    return ip.is_global and _is_unicast(ip)


def _is_unicast(address: IPv6Address) -> bool:
    """Return whether an address is allocated for unicast, and not reserved."""
    return address in _UNICAST and not any(address in special for special in _SPECIAL)


class Targets:
    """The check that this server's webhooks lead only to allowed addresses."""

    def __init__(self, *, private: bool, resolve: Resolve | None = None) -> None:
        self._private = private
        self._names = NameLookup()
        self._resolve = resolve or self._names.look_up

    def close(self) -> None:
        """End all look-ups."""
        self._names.close()

    async def check(self, url: str) -> None:
        """Refuse a URL that is not allowed, or whose host has an address that is not allowed."""
        host, port = self._parts(url)
        await self.addresses(host, port)

    def _parts(self, url: str) -> tuple[str, int]:
        if len(url) > URL_LIMIT or not _PRINTABLE.fullmatch(url) or "\\" in url:
            raise TargetError("malformed")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise TargetError("malformed") from None
        if parts.scheme != "https" and not (self._private and parts.scheme == "http"):
            raise TargetError("scheme")
        if "@" in parts.netloc:
            raise TargetError("userinfo")
        if not host or not _FORM.fullmatch(url):
            raise TargetError("malformed")
        return host, port or (443 if parts.scheme == "https" else 80)

    async def addresses(self, host: str, port: int) -> list[str]:
        """Return the addresses of a host. Refuse the host if one of them is not allowed."""
        try:
            async with asyncio.timeout(RESOLVE_SECONDS):
                addresses = await self._resolve(host, port)
        except (OSError, UnicodeError, TimeoutError):
            raise TargetError("unresolved") from None
        if not addresses:
            raise TargetError("unresolved")
        if not self._private and not all(map(is_public, addresses)):
            raise TargetError("private_address")
        return addresses


class NameLookup:
    """Looks up names in its own threads, because slow names must not delay the look-up of the database."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="resolve")
        self._known_threads = ThreadPoolExecutor(KNOWN_RESOLVERS, thread_name_prefix="resolve")
        self._known: OrderedDict[str, None] = OrderedDict()
        self._running: dict[tuple[str, int], asyncio.Future[list[str]]] = {}
        self._domains: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def close(self) -> None:
        """End all look-ups."""
        for threads in (self._threads, self._known_threads):
            threads.shutdown(wait=False, cancel_futures=True)

    async def look_up(self, host: str, port: int) -> list[str]:
        """Find the addresses of a host. Callers that need the same host share one look-up."""
        with suppress(ValueError):
            return [str(ip_address(host))]
        running = self._running.get((host, port)) or await self._begin(host, port)
        # A caller that gives up must not end the look-up that others wait for. A thread cannot be stopped.
        return list(dict.fromkeys(await asyncio.shield(running)))

    async def _begin(self, host: str, port: int) -> asyncio.Future[list[str]]:
        domain = ".".join(host.lower().rsplit(".", 2)[-2:])
        share = self._domains.setdefault(domain, asyncio.Semaphore(OF_DOMAIN))
        await share.acquire()
        if running := self._running.get((host, port)):
            share.release()
            return running
        is_known = host in self._known
        # If a quick name has become slow, it delays the other quick names only once.
        self._known.pop(host, None)
        threads = self._known_threads if is_known else self._threads
        loop = asyncio.get_running_loop()
        began = loop.time()
        running = loop.run_in_executor(threads, _getaddrinfo, host, port)

        def done(looked: asyncio.Future[list[str]]) -> None:
            share.release()
            del self._running[host, port]
            is_found = not looked.cancelled() and looked.exception() is None
            if is_found and loop.time() - began < QUICK_SECONDS:
                self._known[host] = None
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)

        self._running[host, port] = running
        running.add_done_callback(done)
        return running


def _getaddrinfo(host: str, port: int) -> list[str]:
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in infos]
