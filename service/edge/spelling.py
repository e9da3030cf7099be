"""The one valid spelling of each address. A proxy's rule for a path then also covers other spellings of it."""

import re

from verger.service.edge.asgi import Scope

_OCTET = re.compile(rb"%([0-9A-Fa-f]{2})")
_PLAIN = re.compile(rb"[A-Za-z0-9._~/-]")
"""Octets that mean the same if they are percent-encoded (RFC 3986, 2.3). On this server, a slash is one of them."""
_SESSION = re.compile(
    r"(?<=^/v1/sessions/)[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![^/])"
)


def elsewhere(scope: Scope) -> bytes | None:
    """Return the valid spelling of a request's address, with its query, if the request has another spelling.

    The valid spelling has no unnecessary percent-encoding, no empty segment, and no slash at the end
    (RFC 3986, 6.2).
    """
    raw: bytes = scope["raw_path"]
    if b"%" not in raw and b"//" not in raw and not raw.endswith(b"/"):
        return None
    parts = _OCTET.sub(_octet, raw).split(b"/")
    own = b"/" + b"/".join(part for part in parts if part)
    if own == raw:
        return None
    query: bytes = scope["query_string"]
    return own + b"?" + query if query else own


def _octet(found: re.Match[bytes]) -> bytes:
    octet = bytes.fromhex(found[1].decode())
    return octet if _PLAIN.fullmatch(octet) else found[0]


def in_small_letters(path: str) -> str:
    """Return a path with the session's id in lower case. Clients can send both cases (RFC 9562)."""
    return path if path.islower() else _SESSION.sub(lambda found: found[0].lower(), path)
