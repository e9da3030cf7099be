"""A thread-safe `functools.cache`."""

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def thread_safe_cache(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Run a function only once for the same arguments, even if several threads call it at the same time."""
    cached, lock = cache(function), Lock()

    @wraps(function)
    def locked(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        with lock:
            return cached(*arguments, **named)  # type: ignore[arg-type]

    return locked
