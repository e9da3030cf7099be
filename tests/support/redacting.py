"""Redaction in a session that is read from the log first, as the server does it."""

from verger.service.play.answer import Answer
from verger.service.problem.obstacle import Obstacle
from verger.service.redaction.redacting import RedactionRequest
from verger.service.wiring import Parts


async def redact_in(parts: Parts, wanted: RedactionRequest) -> Answer | Obstacle:
    """Take texts out, and return the answer."""
    session = await parts.sessions.fresh(wanted.request.session)
    return await parts.redactions.redact(session, wanted)
