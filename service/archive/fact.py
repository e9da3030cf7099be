"""Facts of rulings in words: each id with its name."""

import re

from verger.domain.core.landmark import Names
from verger.domain.core.ruling import Fact

_HAS_ID = re.compile(r"(?:[a-z]+:)?([a-z]{1,2}[0-9]+)(?:: -?[0-9]+)?")
"""An id, also in the name of a token account (`seat:s1`) or before a number (`n1: 3`)."""


def in_words(value: Fact, names: Names) -> str:
    """Return a fact in words: an id has its name in brackets."""
    match value:
        case tuple():
            return ", ".join(in_words(part, names) for part in value) or "none"
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str() if found := _HAS_ID.fullmatch(value):
            name, end = names.of(found[1]), found.end(1)
            return value if name == found[1] else f"{value[:end]} ({name}){value[end:]}"
        case _:
            return str(value)
