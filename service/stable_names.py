"""Names of the domain's types without the packages between.

Stored and served forms outlive a move of a module.
"""

import re

_PACKAGES = re.compile(
    r"\bverger\.domain\.(?:games\.(?P<game>\w+\.)|\w+\.)(?:\w+\.)*?(?=\w+\.[A-Z])"
)


def stable_names(text: str) -> str:
    """`verger.domain.games.verge.model.network.Node` is `domain.verge.network.Node`, at any place in a text."""
    return _PACKAGES.sub(lambda found: f"domain.{found['game'] or ''}", text)
