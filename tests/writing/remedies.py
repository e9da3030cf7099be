"""The remedies of refusals and errors: each begins with a verb that asks the reader to act."""

import re
from collections.abc import Iterator

from tests.writing.constructions import begins_with_a_verb
from verger.domain.core.reason import KNOWN
from verger.service.problem.table import KINDS

_PROHIBITS = re.compile(
    r"\b(?:cannot|can only|can not|may not|must not)\b|(?:\A|[.;]\s+)(?:Nobody|No|Nothing|Only)\b"
)


def is_remedy(text: str) -> bool:
    """Return whether a text begins with an imperative, and does not say what a player cannot do."""
    return begins_with_a_verb(text) and not _PROHIBITS.search(text)


def remedies() -> Iterator[tuple[str, str]]:
    """Yield each remedy with its code: of the server, of refusals, and of the moves that help."""
    yield from ((code, kind.remedy) for code, kind in KINDS.items())
    yield from ((code, way) for code, one in KNOWN.items() for way in one.ways.values())


def unfit() -> list[str]:
    """List the remedies that are not imperatives, with their codes."""
    return [f"{code}: {text}" for code, text in remedies() if not is_remedy(text)]
