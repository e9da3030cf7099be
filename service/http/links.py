"""Links that the answers of several operations share."""

from verger.service.edge.operation import Link

GLANCE = Link("getSession", "Get an overview of the session.", {"session": "session"})
LOG = Link("listEvents", "Read or follow the log.", {"session": "session"})
BEGUN = (
    GLANCE,
    Link("getOptions", "List the moves that are possible now.", {"session": "session"}),
    LOG,
)
"""The links of an answer that gives the client access to a new `session`."""

AGAIN = (
    Link("getEvent", "Get the event again.", {"version": "version"}),
    Link("getRuling", "See why the move was accepted.", {"version": "version"}),
)
"""The links of an answer that is an event."""
