"""Captured examples of problems: a request and its answer for each code."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from verger.service.root import EXAMPLES, examples

FILE = EXAMPLES / "problems.jsonl"
"""A line for each code, in the order of the codes."""


@cache
def captured() -> Mapping[str, dict[str, Any]]:
    """The request and the answer of each code that a request is answered with."""
    return {one["response"]["body"]["code"]: one for one in examples(FILE)}
