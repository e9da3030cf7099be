"""The exceptions. Each has a message for people, and members for programs.

VergerError
├── Problem         the server refuses a request: `code` has the reason
│   ├── Refused     … because of a rule of the game: `rule`, `body.facts`, `body.remedy`
│   ├── Stale       … because play has gone on: `events`
│   └── QuestionClosed  … because the seat is no longer asked
├── Unreachable     the server gave no usable answer, also to repeated requests
├── Unreadable      the answer lacks a member that this client needs
├── Closed          the client is closed, so nothing was sent
├── Reset           the server no longer has the version to continue from: read the state again
├── NeedsState      a view cannot be computed from the events: read the state at its version
├── NoSeat          turns belong to one seat, and no seat is named
├── FormError       a form cannot be filled in with the given values
└── NotVerified     the check of a webhook's delivery, an archive or a head has failed
"""

from verger_client.types import EventView, ProblemBody


class VergerError(Exception):
    """Any error of this client. It can be pickled: `args` has the arguments of its constructor."""


class Problem(VergerError):
    """The server refuses a request."""

    def __init__(self, body: ProblemBody, retry_after: float | None = None) -> None:
        self.body = body
        self.retry_after = retry_after
        """The seconds to wait before the next request, if the server names them."""
        super().__init__(body, retry_after)

    def __str__(self) -> str:
        return " ".join(filter(None, [self.body.detail, self.body.remedy, f"({self.code})"]))

    @property
    def code(self) -> str:
        """The kind of the error, for programs. A code never changes its meaning."""
        return self.body.code

    @property
    def status(self) -> int:
        """The status of the answer. Use it if you do not know the code."""
        return self.body.status


class Refused(Problem):
    """The rules refuse a move."""

    @property
    def rule(self) -> str:
        """The id of the rule."""
        return self.body.rule or ""


class Stale(Problem):
    """Play has gone on since the version that a move was chosen at. The move was not made."""

    @property
    def events(self) -> tuple[EventView, ...]:
        """The events after that version."""
        return self.body.events


class QuestionClosed(Problem):
    """The seat is no longer asked the question that a move answers. The move was not made."""


class Unreachable(VergerError):
    """There was no complete answer. The server may have carried out the request."""


class Unreadable(VergerError):
    """The server's answer does not have the form that this client knows.

    The request was carried out. A server with another major version can answer like this.
    """


class Closed(VergerError):
    """The client is closed, so nothing was sent."""


class Reset(VergerError):
    """The server no longer has the version to continue from. Read the state again, and follow after `after`."""

    def __init__(self, after: int | str) -> None:
        self.after = after
        super().__init__(after)

    def __str__(self) -> str:
        return f"The log no longer has this place. Read the state again, then follow after {self.after}."


class NeedsState(VergerError):
    """The view at a version cannot be computed from the events: read the state at this version."""

    def __init__(self, version: int, reason: str) -> None:
        self.version = version
        self.reason = reason
        super().__init__(version, reason)

    def __str__(self) -> str:
        return f"Read the state at version {self.version}: {self.reason}."


class NoSeat(VergerError):
    """Turns belong to one seat, and no seat is named."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        super().__init__(seats)

    def __str__(self) -> str:
        if not self.seats:
            return "Turns belong to one seat, and the token has no seat."
        return f"Turns belong to one seat. Name a seat of the token: {', '.join(self.seats)}."


class FormError(VergerError, ValueError):
    """A form cannot be filled in with the given values."""


class NotVerified(VergerError, ValueError):
    """The check of a webhook's delivery, an archive or a head has failed."""


def problem(body: ProblemBody, retry_after: float | None = None) -> Problem:
    """Return the exception for a problem."""
    if body.code == "stale_version":
        return Stale(body)
    if body.code == "question_closed":
        return QuestionClosed(body)
    return Refused(body) if body.rule else Problem(body, retry_after)


def reset_of(said: Problem) -> Reset | None:
    """Return the place to follow after, if a problem says that the log has lost its newest events."""
    named = {"no_such_version": "head", "feed_reset": "feed_place"}.get(said.code)
    place = said.body.facts.get(named) if named else None
    return Reset(place) if isinstance(place, int | str) else None
