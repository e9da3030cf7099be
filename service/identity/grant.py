"""Grants: which of its seats' rights a token has, until when, and which program acts with it."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, get_args

Scope = Literal["read", "play", "gm", "webhooks"]
"""`read`: see what its seats may see. `play`: move for its seats but a GM's. `gm`: move for a GM's
seat, and set tables: seats, claim codes, new sessions. `webhooks`: have events delivered."""

SCOPES: tuple[Scope, ...] = get_args(Scope)


TOKEN_LIFE = timedelta(days=180)
"""How long a token lasts that comes with a seat, and is renewed for: longer than a table pauses."""


class Grant(NamedTuple):
    """The rights of a token."""

    scopes: tuple[Scope, ...] = SCOPES
    via: str | None = None
    """The program that acts with it, as the log names it."""
    expires_at: datetime | None = None
    is_renewable: bool = False
    """Whether its holder may put its end off, time and again."""

    @property
    def is_full(self) -> bool:
        """Whether it may do all that its seats may."""
        return set(self.scopes) == set(SCOPES)

    def until(self, ends: datetime | None) -> "Grant":
        """Return these rights, not renewable and with this end at the latest. None changes nothing."""
        if ends is None:
            return self
        return self._replace(expires_at=min(ends, self.expires_at or ends), is_renewable=False)


FULL = Grant()
"""All that a seat may, now or as the GM's."""


def ends_after(life: timedelta) -> datetime:
    """When something ends that is given out now."""
    return datetime.now(UTC) + life


def of_seat(via: str | None) -> Grant:
    """The grant of the token that comes with a seat."""
    return Grant(via=via, expires_at=ends_after(TOKEN_LIFE), is_renewable=True)


Needed = Scope | Literal["all"]
"""The scope that an operation needs; all of them where it cannot be undone."""


class MissingScope(NamedTuple):
    """The scopes that an operation needs, and those of a token that lacks some of them."""

    needed: tuple[Scope, ...]
    held: tuple[Scope, ...]


def missing(needed: Needed, held: Collection[Scope]) -> MissingScope | None:
    """The scopes that a token lacks for an operation, if any."""
    if needed != "all" and needed in held:
        return None
    wanted: tuple[Scope, ...] = SCOPES if needed == "all" else (needed,)
    return None if set(wanted) <= set(held) else MissingScope(wanted, tuple(held))
