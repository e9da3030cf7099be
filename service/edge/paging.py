"""Links between the pages of a list: the header field Link (RFC 8288)."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from verger.service.edge.body import AnyRequest


def links(request: AnyRequest, cursor: str, following: object | None) -> dict[str, str]:
    """Return the field Link of a page: to the next page, if there is one, and to the first from any other.

    `cursor` is the parameter for the start of a page, and `following` is its value for the next
    page. All other parameters stay the same.
    """
    return links_of(request.url.path, request.scope["query_string"], cursor, following)


def links_of(path: str, query: bytes, cursor: str, following: object | None) -> dict[str, str]:
    """Return the same field for a page at a path."""
    sent = _pairs(query)
    same = [(name, value) for name, value in sent if name != cursor]
    there: list[str] = []
    if following is not None:
        there.append(_link(path, [*same, (cursor, str(following))], "next"))
    if len(same) < len(sent):
        there.append(_link(path, same, "first"))
    return {"Link": ", ".join(there)} if there else {}


def onward(request: AnyRequest, other: Mapping[str, object]) -> dict[str, str]:
    """Return the field Link from one part of an answer to the next: the same request with these parameters."""
    sent = dict(_pairs(request.scope["query_string"]))
    query = {**sent, **{name: str(value) for name, value in other.items()}}
    return {"Link": _link(request.url.path, list(query.items()), "next")}


def _pairs(query: bytes) -> list[tuple[str, str]]:
    return parse_qsl(query.decode("latin-1"), keep_blank_values=True)


def _link(path: str, query: list[tuple[str, str]], relation: str) -> str:
    address = path + ("?" + urlencode(query) if query else "")
    return f'<{address}>; rel="{relation}"'
