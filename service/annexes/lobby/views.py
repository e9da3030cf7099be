"""The bodies and answers of the lobby's own operations: listed tables, and requests for seats."""

from datetime import datetime
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import Label
from verger.service.annexes.lobby.listings import AskView


class OpenTableView(msgspec.Struct, frozen=True):
    """A table that has a free seat."""

    table: UUID
    """The id of the table in the lobby."""
    title: str
    """The title of the session."""
    ruleset: str
    """The name of the ruleset."""
    host: str | None
    """The name of the GM; null if nobody holds the GM's seat."""
    free_seats: int
    """The number of free seats."""
    seats: int
    """The number of all seats."""
    language: str
    """The language of play, as a BCP 47 tag."""
    plays: str
    """The time of play in words; empty if the host named none."""
    about: str
    """The description by the host; empty if there is none."""
    listed_at: datetime
    """The time when it was listed."""


class OpenTablesView(msgspec.Struct, frozen=True):
    """A page of listed tables."""

    tables: tuple[OpenTableView, ...]
    """The listed tables, the newest first."""
    next_after: str | None
    """The start of the next page; null on the last page."""


class NewAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat."""

    name: Label
    """The name that you want at the table. One line of at most 100 characters."""
    note: Label | None = None
    """A message to the host. One line of at most 100 characters."""


class AskedView(msgspec.Struct, frozen=True):
    """The answer to a new request for a seat."""

    ask: UUID
    """The id of the request."""
    until: datetime
    """The time when the request expires if nobody answers it."""
    token: str | None = None
    """The new token, shown once. This token gets the seat. Null if the request had a token, because
    that token gets the seat."""


class OwnAsksView(msgspec.Struct, frozen=True):
    """The requests of a token for seats."""

    asks: tuple[AskView, ...]
    """The requests that the token made, the newest first."""


class LettingIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to give to the person who asked."""

    seat: SeatId | None = None
    """The seat to give. Default: the first free seat."""
