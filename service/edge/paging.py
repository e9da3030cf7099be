"""Where the pages of a list lead: the header field Link (RFC 8288)."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from verger.service.edge.body import AnyRequest


def links(request: AnyRequest, cursor: str, following: object | None) -> dict[str, str]:
    """The field Link of a page: to the next one, if there is one, and to the first from any other.

    `cursor` is the parameter that says where a page begins, `following` its value for the next
    page. Everything else is asked for as it was.
    """
    return links_of(request.url.path, request.scope["query_string"], cursor, following)


def links_of(path: str, query: bytes, cursor: str, following: object | None) -> dict[str, str]:
    """The same, for a page at a path."""
    sent = _pairs(query)
    same = [(name, value) for name, value in sent if name != cursor]
    there: list[str] = []
    if following is not None:
        there.append(_link(path, [*same, (cursor, str(following))], "next"))
    if len(same) < len(sent):
        there.append(_link(path, same, "first"))
    return {"Link": ", ".join(there)} if there else {}


def onward(request: AnyRequest, other: Mapping[str, object]) -> dict[str, str]:
    """The field Link of a part to the next one: what was asked for, with these parameters."""
    sent = dict(_pairs(request.scope["query_string"]))
    query = {**sent, **{name: str(value) for name, value in other.items()}}
    return {"Link": _link(request.url.path, list(query.items()), "next")}


def _pairs(query: bytes) -> list[tuple[str, str]]:
    return parse_qsl(query.decode("latin-1"), keep_blank_values=True)


def _link(path: str, query: list[tuple[str, str]], relation: str) -> str:
    address = path + ("?" + urlencode(query) if query else "")
    return f'<{address}>; rel="{relation}"'
