"""Links that the answers of several operations share."""

from verger.service.edge.operation import Link

GLANCE = Link("getSession", "The session at a glance.", {"session": "session"})
LOG = Link("listEvents", "The log, and what happens from now on.", {"session": "session"})
BEGUN = (
    GLANCE,
    Link("getOptions", "The moves that would be accepted now.", {"session": "session"}),
    LOG,
)
"""The links of an answer whose `session` the asker has just joined."""

AGAIN = (
    Link("getEvent", "The event again, by its version.", {"version": "version"}),
    Link("getRuling", "Why the move was allowed.", {"version": "version"}),
)
"""The links of an answer that is an event."""
