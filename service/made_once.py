"""What is made once and kept, though threads ask for it at the same time."""

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Made = TypeVar("Made")


def made_once(make: Callable[Asked, Made]) -> Callable[Asked, Made]:
    """The same function, which `functools.cache` alone would have every one of them run at first."""
    kept, making = cache(make), Lock()

    @wraps(make)
    def found(*arguments: Asked.args, **named: Asked.kwargs) -> Made:
        with making:
            return kept(*arguments, **named)  # type: ignore[arg-type]

    return found
