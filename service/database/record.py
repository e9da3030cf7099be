"""A row of a query."""

from collections.abc import Iterable
from typing import Any, Protocol


class Record(Protocol):
    """A row of a query. Read its values by column name: the type checker refuses positions."""

    def __getitem__(self, column: str, /) -> Any: ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns, so that `Type(**row)` works."""
