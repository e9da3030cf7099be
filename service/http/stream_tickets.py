"""Stream tickets: what a browser opens a live stream with, which can send no token."""

from datetime import datetime

import msgspec
from litestar import Response, post

from verger.service.edge.asking import seated
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Link, Operation


class StreamTicketView(msgspec.Struct, frozen=True):
    """A ticket for one live stream of the session, which opens it once."""

    ticket: str
    """For `?ticket=` of the stream's address."""
    expires_at: datetime
    """By when the stream has to be opened."""


@post(
    "/sessions/{session:str}/stream-tickets",
    operation_id="issueStreamTicket",
    opt=Operation(
        scope="read",
        links=(Link("listEvents", "The stream that it opens.", {"ticket": "ticket"}),),
    ),
)
async def issue_stream_ticket(request: AnyRequest, session: str) -> Response[StreamTicketView]:
    """Issue a ticket that opens one live stream of the session.

    It is for a browser's `EventSource` and `WebSocket`, which can send no header. The stream shows
    what the request's token may see, and ends with it.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, "read")
    issued = await parts.tickets.issue(asking.bearer.token, asking.session)
    return Response(StreamTicketView(issued.secret, issued.expires_at), status_code=201)
