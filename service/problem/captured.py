"""What was once asked of a server and answered with each code: the examples of problems."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from service.root import EXAMPLES, examples

FILE = EXAMPLES / "problems.jsonl"
"""A line for each code, in the order of the codes."""


@cache
def captured() -> Mapping[str, dict[str, Any]]:
    """The request and the answer of each code that a request is answered with."""
    return {one["response"]["body"]["code"]: one for one in examples(FILE)}
