"""A row of a query."""

from collections.abc import Iterable
from typing import Any, Protocol


class Record(Protocol):
    """A row of a query, read by the names of its columns: the type checker refuses a position."""

    def __getitem__(self, column: str, /) -> Any: ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns, so that `Type(**row)` works."""
