"""The numbers in rulings: each is recomputed from other facts, from the move or from the play."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.laws.figures import afterverse, edgerunner, shared, venus, verge
from tests.laws.figures.ruled import Ruled, changed, numbers
from verger.domain.dispute.precedent import FACT

Rule = Callable[..., bool]
"""A check of facts. Its parameters have the names of facts, and `s` is the ruling with these facts."""

TABLES = (shared, verge, edgerunner, venus, afterverse)


def rules_of(game: str, key: str) -> list[Rule]:
    """Return the checks for the facts of a game rule, or of the code of a refusal."""
    own = [table for table in TABLES if table is shared or table.__name__.endswith(game)]
    return [rule for table in own for rule in (*table.FIGURES.get(key, ()), *table.EVERYWHERE)]


def wrong(ruled: Ruled) -> Iterator[str]:
    """Yield the faults in the numbers of a ruling."""
    for applied in ruled.applied:
        yield from of_facts(ruled, str(applied.rule), applied.facts)


def of_facts(ruled: Ruled, key: str, given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers that are wrong, and the numbers that no check is about.

    Only the games that have a module here need a check for each number.
    """
    facts = {name: fact for name, fact in given.items() if name != FACT}
    covered = set[str]()
    for rule in rules_of(ruled.played.ruleset.name, key):
        names = [*inspect.signature(rule).parameters]
        if {*names} - {"s"} <= {*facts}:
            covered |= {*names}
            if not rule(**{name: ruled if name == "s" else facts[name] for name in names}):
                yield f"{key}: {names} are wrong in {facts}"
    if not _has_module(ruled):
        return
    for name in sorted(numbers(facts) - covered):
        yield f"{key}: no rule recomputes {name} of {facts}"


def unnoticed(ruled: Ruled) -> Iterator[tuple[str, str]]:
    """Yield the game rule and the name of each number that can be changed without a failed check."""
    for place, applied in enumerate(ruled.applied if _has_module(ruled) else ()):
        facts = {name: fact for name, fact in applied.facts.items() if name != FACT}
        for name in sorted(numbers(facts)):
            for other in changed(facts[name]):
                if not _is_noticed(ruled.having(place, {**facts, name: other})):
                    yield str(applied.rule), name


def _has_module(ruled: Ruled) -> bool:
    return any(table.__name__.endswith(ruled.played.ruleset.name) for table in TABLES)


def _is_noticed(ruled: Ruled) -> bool:
    try:
        return any(wrong(ruled))
    except Exception:  # noqa: BLE001  # a check that raises an error has noticed the change
        return True
