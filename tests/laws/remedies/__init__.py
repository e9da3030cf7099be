"""The acts that remedies ask for, by the code of the refusal. Each act is a `Way`."""

import re
from collections.abc import Iterator, Mapping

from tests.laws.remedies import afterverse, edgerunner, named, shared, venus, verge
from tests.laws.remedies.way import KNOWN, LATER, Moment, Way
from verger.domain.core.reason import KNOWN as REASONS
from verger.domain.games.rulesets import RULESETS

assert RULESETS, "rulesets register their codes when they are imported"

LISTED: Mapping[str, tuple[Way, ...]] = {
    str(code): ways
    for table in (shared, verge, edgerunner, venus, afterverse)
    for code, ways in table.WAYS.items()
}
"""The ways of each remedy that asks for a move, and of some remedies that only ask to wait."""

BIDDING = re.compile(
    r"(?:^|[.;:,] (?:or |and )?|\bor )"
    r"(accept|add|agree|aid|answer|appeal|ask|award|bid|burn|buy|call|choose|claim|clear|close|continue|"
    r"cross|declare|draw|earn|end|enter|frame|give|grant|have|invoke|join|link|make|mark|move|name|open|"
    r"pass|pay|place|point|propose|put|redefine|remove|repair|report|reveal|reword|roll|seal|send|set|"
    r"settle|spend|state|strike|take|tie|use|vote|wait|withdraw|write) ",
    re.IGNORECASE,
)
"""A verb that asks for a move, at the beginning of a part of a remedy."""


def _ways(code: str) -> tuple[Way, ...]:
    """Return the ways of a code. A code that is not `LISTED` has a remedy that asks for no move, or only to wait.

    Parts of a remedy with names in backticks are checked by `named`, and need no way.
    """
    texts = (REASONS[code].remedy, *REASONS[code].ways.values())
    parts = [part for text in texts for part in named.PARTS.split(text)]
    plain = [part for part in parts if not named.CODE.search(part)]
    bids = {found.lower() for part in plain for found in BIDDING.findall(part)}
    if code in LISTED:
        return LISTED[code]
    if bids - {"wait"}:
        return ()
    return (LATER,) if bids else (KNOWN,)


WAYS = {code: _ways(code) for code in REASONS}


def impossible(moment: Moment) -> Iterator[str]:
    """List the parts of a refusal's remedy that are impossible at that moment."""
    yield from named.missing(moment, moment.refused.remedy)
    for way in WAYS[str(moment.refused.code)]:
        yield from way.missing(moment)
