"""The base path: the path below which people reach this server, such as `/games/verger`. Most servers have none.

Some proxies pass this path on to the server and others remove it, so the server accepts both kinds of requests.
Every address that the server writes begins with this path: see docs/decisions/http.md.
"""

import re
from collections.abc import Iterable
from functools import cache
from urllib.parse import urlsplit

Fields = Iterable[tuple[bytes, bytes]]

LONGEST = 200
"""The maximum number of characters in a base path, so that a Web Push message fits into one record."""
OWN = frozenset({"v1", "docs", "watch", "healthz", "readyz", "metrics", "process"})
"""The first words of the server's own paths. A base path cannot begin with one, or requests would be ambiguous."""

_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
_IN_HTML = re.compile(r'(?<= )(href|src|srcset)="(/[^/"][^"]*)"')


@cache
def base_path(home: str) -> str:
    """Return the base path of a public address. Raises ValueError if no server can have it."""
    path = urlsplit(home).path
    words = path.split("/")[1:]
    if not _PATH.fullmatch(path) or {".", ".."} & set(words):
        raise ValueError(
            f"the path {path!r} has more than letters, digits, and . _ ~ - between single slashes"
        )
    if len(path) > LONGEST:
        raise ValueError(f"its path has more than {LONGEST} characters")
    if words and words[0] in OWN:
        raise ValueError(f"its path begins with /{words[0]}, which is a path of the server itself")
    return path


def addressed(base: str, address: str) -> str:
    """Return an address of this server with the base path in front."""
    return address if _is_below(base.encode(), address.encode()) else base + address


def without(base: bytes, path: bytes) -> bytes:
    """Return the path of a request without the base path, if a proxy passed it on."""
    return (path[len(base) :] or b"/") if base and _is_below(base, path) else path


def addressed_fields(base: bytes, fields: Fields) -> Fields:
    """Return header fields with the base path before the addresses of this server."""
    return [(name, _field(base, name.lower(), value)) for name, value in fields] if base else fields


def in_html(base: str, page: str) -> str:
    """Return an HTML page with the base path before the addresses of this server."""
    return _IN_HTML.sub(lambda found: f'{found[1]}="{addressed(base, found[2])}"', page)


def _field(base: bytes, name: bytes, value: bytes) -> bytes:
    if name == b"location" and value.startswith(b"/"):
        return value if _is_below(base, value) else base + value
    return value.replace(b"</", b"<" + base + b"/") if name == b"link" else value


def _is_below(base: bytes, path: bytes) -> bool:
    return path == base or path.startswith(base + b"/")
