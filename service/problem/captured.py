"""The recorded data of each problem: the rules that refuse with its code, and a request with its answer."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from verger.service.root import EXAMPLES, examples

FILE = EXAMPLES / "problems.jsonl"
"""A line for each code, in the order of the codes."""

Example = dict[str, Any]
Rules = Mapping[str, list[str]]
"""Ids of rules, by ruleset."""


@cache
def _recorded() -> Mapping[str, Example]:
    return {one["code"]: one for one in examples(FILE)}


@cache
def captured() -> Mapping[str, Example]:
    """Return the request and the answer of each code that can be the answer to a request."""
    exchanges = {
        code: {part: value for part, value in one.items() if part not in ("code", "rules")}
        for code, one in _recorded().items()
    }
    return {code: one for code, one in exchanges.items() if one}


@cache
def refusals() -> Mapping[str, Rules]:
    """Return the rules that have refused with each code, by ruleset, as the tests of the rules found them."""
    return {code: one["rules"] for code, one in _recorded().items() if "rules" in one}
