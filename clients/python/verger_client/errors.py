"""What can go wrong, as exceptions: each says so in a sentence, and has what a program asks for.

VergerError
├── Problem         the server says no: `code` says why, for programs
│   ├── Refused     … by a rule of the game: `rule`, `facts`, `remedy`
│   └── Stale       … since play has gone on: `events`
├── Unreachable     there was no answer, however often it was asked
├── Closed          the client is closed, so nothing was sent
├── Reset           what was followed is not there any more: read anew
├── NoSeat          turns are of a seat, and it is not said of which
├── FormError       a form is filled in with what its move does not take
└── NotVerified     a webhook's delivery or an archive is not what it says it is
"""

from verger_client.types import EventView, ProblemBody


class VergerError(Exception):
    """Any error of this client. It can be pickled: its `args` are what it was made from."""


class Problem(VergerError):
    """The server says no."""

    def __init__(self, body: ProblemBody, retry_after: float | None = None) -> None:
        self.body = body
        self.retry_after = retry_after
        """The seconds after which the server wants to be asked again, if it does."""
        super().__init__(body, retry_after)

    def __str__(self) -> str:
        return " ".join(filter(None, [self.body.detail, self.body.remedy, f"({self.code})"]))

    @property
    def code(self) -> str:
        """What to tell errors apart by: it never changes its meaning."""
        return self.body.code

    @property
    def status(self) -> int:
        """The status of the answer; what to go by where the code is unknown."""
        return self.body.status


class Refused(Problem):
    """The rules refuse a move."""

    @property
    def rule(self) -> str:
        """The id of the rule."""
        return self.body.rule or ""


class Stale(Problem):
    """Play has gone on since the version that a move was drawn from; nothing was made."""

    @property
    def events(self) -> tuple[EventView, ...]:
        """What happened in between."""
        return self.body.events


class Unreachable(VergerError):
    """There was no answer; of a request that changes something nobody knows whether it was done."""


class Closed(VergerError):
    """The client is closed, so nothing was sent."""


class Reset(VergerError):
    """What was followed does not go on from there: read anew, and go on after this place."""

    def __init__(self, after: int | str) -> None:
        self.after = after
        super().__init__(after)

    def __str__(self) -> str:
        return f"The log does not go on from there: read anew, then go on after {self.after}."


class NoSeat(VergerError):
    """Turns are of a seat, and it is not said of which."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        super().__init__(seats)

    def __str__(self) -> str:
        held = f"{', '.join(self.seats)}: name one" if self.seats else "none"
        return f"Turns are of a seat, and the token has {held}."


class FormError(VergerError, ValueError):
    """A form is filled in with what its move does not take."""


class NotVerified(VergerError, ValueError):
    """What was to be verified is not what it says it is."""


def problem(body: ProblemBody, retry_after: float | None = None) -> Problem:
    """The exception for a problem."""
    if body.code == "stale_version":
        return Stale(body)
    return Refused(body) if body.rule else Problem(body, retry_after)


def reset_of(said: Problem) -> Reset | None:
    """Where to go on after, if a problem says that what was followed has gone back."""
    named = {"no_such_version": "head", "feed_reset": "feed_place"}.get(said.code)
    place = said.body.facts.get(named) if named else None
    return Reset(place) if isinstance(place, int | str) else None
