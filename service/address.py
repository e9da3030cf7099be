"""The addresses of clients and of the server.

The address of a client is the address of its connection, or the one that a trusted proxy reports.
"""

from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from socket import inet_aton

Network = IPv4Network | IPv6Network

PRIVATE = (
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7",
)  # fmt: skip
"""The networks that `private` stands for in a setting: loopback and private networks (RFC 1918, RFC 4193)."""
TOLD_LIMIT = 200
"""The maximum number of bytes of X-Forwarded-For that are read, from its end. A client can send any beginning."""


def networks(text: str) -> tuple[Network, ...]:
    """Return the networks in a comma-separated list. Raises ValueError for any other text."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    listed = [name for word in words for name in (PRIVATE if word == "private" else (word,))]
    return tuple(ip_network(name) for name in listed)


def reachable(host: str) -> str:
    """Return an address that this machine can connect to, if a server listens on a host.

    Nobody can connect to an address that means all addresses, such as `0.0.0.0`. For such a host, the
    result is the loopback address of its family.
    """
    try:
        found = ip_address(host)
    except ValueError:
        try:
            found = ip_address(inet_aton(host))  # an IPv4 address in another form, such as `0`
        except OSError:
            return host  # the name of a host
    if not found.is_unspecified:
        return host
    return "127.0.0.1" if isinstance(found, IPv4Address) else "::1"


class Addresses:
    """Finds the address of a client that the limits count: an IPv4 address, or the /64 network of an IPv6 address."""

    def __init__(self, trusted: str) -> None:
        self._trusted = networks(trusted)
        self._found = lru_cache(maxsize=10_000)(self._find)
        self.is_trusted = lru_cache(maxsize=10_000)(self._is_trusted)

    def of(self, client: tuple[str, int] | None, told: bytes | None) -> str:
        """Return the address of a request, from its connection and its X-Forwarded-For."""
        peer = client[0] if client else ""
        return self._found(peer, told[-TOLD_LIMIT:] if told and self._trusted else b"")

    def _is_trusted(self, peer: str) -> bool:
        """Return whether the address of a connection belongs to a trusted proxy."""
        try:
            found = _plain(peer)
        except ValueError:
            return False
        return any(found in network for network in self._trusted)

    def _find(self, peer: str, told: bytes) -> str:
        try:
            found = _plain(peer)
        except ValueError:
            return peer
        # Read from the end, because each proxy appends its client. Entries before an untrusted address
        # may be forged.
        hops = told.decode("latin-1").split(",") if told else []
        while hops and any(found in network for network in self._trusted):
            try:
                found = _plain(hops.pop().strip())
            except ValueError:
                break
        return _counted(found)


def counted_within(text: str, most: int) -> tuple[str, ...]:
    """Return all addresses of a network, as limits count them.

    Raises ValueError for any other text, and for a network with more than `most` addresses.
    """
    found = network_of(text)
    size = 64 if isinstance(found, IPv6Network) else 32
    if found.prefixlen < size and 2 ** (size - found.prefixlen) > most:
        raise ValueError(f"{found} has more than {most:,} addresses: name a smaller network")
    return tuple(_counted(one.network_address) for one in found.subnets(new_prefix=size))


def network_of(text: str) -> Network:
    """Return a network, or the network of an address. An IPv6 network is not smaller than a /64.

    Raises ValueError for other texts.
    """
    found = ip_network(text.strip(), strict=False)
    if isinstance(found, IPv4Network):
        return found
    mapped = found.network_address.ipv4_mapped
    if mapped and found.prefixlen >= 96:
        return ip_network((mapped, found.prefixlen - 96), strict=False)
    return found if found.prefixlen <= 64 else found.supernet(new_prefix=64)


def _plain(text: str) -> IPv4Address | IPv6Address:
    found = ip_address(text)
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def _counted(found: IPv4Address | IPv6Address) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address, because one client can use the whole network."""
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found) >> 64 << 64, 64)))
    return str(found)
