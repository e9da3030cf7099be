"""Grants: the scopes of a token, its end, and its program."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, get_args

Scope = Literal["read", "play", "gm", "webhooks"]
"""`read`: see what its seats can see. `play`: move for its seats except a GM's. `gm`: move for a
GM's seat, and manage tables: seats, claim codes, new sessions. `webhooks`: have events
delivered."""

SCOPES: tuple[Scope, ...] = get_args(Scope)


TOKEN_LIFE = timedelta(days=180)
"""How long a seat's token works, and each renewal. Tables seldom pause for so long."""


class Grant(NamedTuple):
    """The rights of a token."""

    scopes: tuple[Scope, ...] = SCOPES
    via: str | None = None
    """The program that acts with it, as the log names it."""
    expires_at: datetime | None = None
    is_renewable: bool = False
    """Whether its holder can renew it. This is possible any number of times."""

    @property
    def is_full(self) -> bool:
        """Whether it has all rights of its seats."""
        return set(self.scopes) == set(SCOPES)

    def until(self, ends: datetime | None) -> "Grant":
        """Return the same grant, not renewable, and with this end or an earlier one. None changes nothing."""
        if ends is None:
            return self
        return self._replace(expires_at=min(ends, self.expires_at or ends), is_renewable=False)


FULL = Grant()
"""The grant with all scopes and without an end."""


def ends_after(life: timedelta) -> datetime:
    """Return the end of something that is issued now and lasts this long."""
    return datetime.now(UTC) + life


def of_seat(via: str | None) -> Grant:
    """Return the grant of the token that comes with a seat."""
    return Grant(via=via, expires_at=ends_after(TOKEN_LIFE), is_renewable=True)


Needed = Scope | Literal["all"]
"""The scope that an operation needs; all scopes if the operation cannot be undone."""


class MissingScope(NamedTuple):
    """The scopes that an operation needs, and those of a token that lacks some of them."""

    needed: tuple[Scope, ...]
    held: tuple[Scope, ...]


def missing(needed: Needed, held: Collection[Scope]) -> MissingScope | None:
    """Return the scopes that a token lacks for an operation, or None."""
    if needed != "all" and needed in held:
        return None
    wanted: tuple[Scope, ...] = SCOPES if needed == "all" else (needed,)
    return None if set(wanted) <= set(held) else MissingScope(wanted, tuple(held))
