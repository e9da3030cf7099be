"""The remedies of refusals and errors: each begins with a verb that asks the reader to act."""

import re
from collections.abc import Iterator

from verger.domain.core.reason import KNOWN
from verger.service.problem.table import KINDS

_VERBS = (
    "Accept|Act|Add|Answer|Ask|Award|Bid|Call|Choose|Cite|Claim|Clear|Close|Compare|Compel|Declare|Delete"
    "|Deploy|Do|Draw|Enable|End|Export|Fight|Finish|Fork|Frame|Get|Give|Go|Have|Import|Invoke|Issue|Join"
    "|Keep|Leave|Let|Link|Look|Make|Mark|Match|Move|Name|Object|Offer|Pass|Pay|Place|Propose|Raise|Read"
    "|Redact|Remove|Repair|Report|Reward|Say|Seal|Send|Start|State|Take|Talk|Tie|Type|Use|Wait|Withdraw"
    "|Write"
)
_OF_NOUNS = (
    r"(?:\w+\s+)?(?:are|can|is|may|must|was|were|will)"
    "|and|belongs?|costs?|does|has|holds?|lists?|needs?|of|shows?|stays?|takes?|waits?"
)
"""Words that show a noun, as in `Claim codes are` or `Name of`."""
_IMPERATIVE = re.compile(rf"(?:{_VERBS})\b(?!\s+(?:{_OF_NOUNS})\b)")
_PROHIBITS = re.compile(
    r"\b(?:cannot|can only|can not|may not|must not)\b|(?:\A|[.;]\s+)(?:Nobody|No|Nothing|Only)\b"
)


def is_remedy(text: str) -> bool:
    """Return whether a text begins with an imperative, and does not say what a player cannot do."""
    return _IMPERATIVE.match(text) is not None and not _PROHIBITS.search(text)


def remedies() -> Iterator[tuple[str, str]]:
    """Yield each remedy with its code: of the server, of refusals, and of the moves that help."""
    yield from ((code, kind.remedy) for code, kind in KINDS.items())
    yield from ((code, way) for code, one in KNOWN.items() for way in one.ways.values())


def unfit() -> list[str]:
    """List the remedies that are not imperatives, with their codes."""
    return [f"{code}: {text}" for code, text in remedies() if not is_remedy(text)]
