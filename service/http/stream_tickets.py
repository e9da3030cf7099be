"""Stream tickets: for a browser that opens a live stream but cannot send a token."""

from datetime import datetime

import msgspec
from litestar import Response, post

from verger.service.edge.asking import seated
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Link, Operation


class StreamTicketView(msgspec.Struct, frozen=True):
    """A ticket for one live stream of the session. It works once."""

    ticket: str
    """The ticket. Send it as `ticket` in the query of the stream."""
    expires_at: datetime
    """The stream must be opened before this time."""


@post(
    "/sessions/{session:str}/stream-tickets",
    operation_id="issueStreamTicket",
    opt=Operation(
        scope="read",
        links=(Link("listEvents", "Open the stream.", {"ticket": "ticket"}),),
    ),
)
async def issue_stream_ticket(request: AnyRequest, session: str) -> Response[StreamTicketView]:
    """Issue a ticket for a stream.

    Use it in a browser, because `EventSource` and `WebSocket` cannot send a token in a header. The
    ticket opens one live stream of the session. You must use it within a minute. The stream shows
    everything that the request's token can see, and ends when this token expires or is revoked.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, "read")
    issued = await parts.tickets.issue(asking.bearer.token, asking.session)
    return Response(StreamTicketView(issued.secret, issued.expires_at), status_code=201)
