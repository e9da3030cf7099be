"""Links that the answers of several operations have."""

from service.edge.operation import Link

GLANCE = Link("getSession", "The session at a glance.", {"session": "session"})
LOG = Link("listEvents", "The log, and what happens from now on.", {"session": "session"})
BEGUN = (
    GLANCE,
    Link("getOptions", "The moves that would be accepted now.", {"session": "session"}),
    LOG,
)
"""Where an answer leads whose `session` one has just come into."""

AGAIN = (
    Link("getEvent", "The event again, by its version.", {"version": "version"}),
    Link("getRuling", "Why the move was allowed.", {"version": "version"}),
)
"""Where an answer leads that is an event."""
