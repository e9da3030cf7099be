"""Where the pages of a list lead: the header field Link (RFC 8288)."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from verger.service.edge.body import AnyRequest


def links(request: AnyRequest, cursor: str, following: object | None) -> dict[str, str]:
    """The field Link of a page: to the next one, if there is one, and to the first from any other.

    `cursor` is the parameter that says where a page begins, `following` its value for the next
    page. Everything else is asked for as it was.
    """
    sent = _query(request)
    same = [(name, value) for name, value in sent if name != cursor]
    there: list[str] = []
    if following is not None:
        there.append(_link(request, [*same, (cursor, str(following))], "next"))
    if len(same) < len(sent):
        there.append(_link(request, same, "first"))
    return {"Link": ", ".join(there)} if there else {}


def onward(request: AnyRequest, other: Mapping[str, object]) -> dict[str, str]:
    """The field Link of a part to the next one: what was asked for, with these parameters."""
    query = {**dict(_query(request)), **{name: str(value) for name, value in other.items()}}
    return {"Link": _link(request, list(query.items()), "next")}


def _query(request: AnyRequest) -> list[tuple[str, str]]:
    return parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _link(request: AnyRequest, query: list[tuple[str, str]], relation: str) -> str:
    address = request.url.path + ("?" + urlencode(query) if query else "")
    return f'<{address}>; rel="{relation}"'
