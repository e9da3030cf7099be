"""Names of the domain's types without the packages inside a game.

So the names in stored and served forms do not change if a module moves to another package.
"""

import re

_PACKAGES = re.compile(
    r"\bverger\.domain\.(?:games\.(?P<game>\w+\.)|\w+\.)(?:\w+\.)*?(?=\w+\.[A-Z])"
)


def stable_names(text: str) -> str:
    """Shorten names in a text: `verger.domain.games.verge.model.network.Node` to `domain.verge.network.Node`."""
    return _PACKAGES.sub(lambda found: f"domain.{found['game'] or ''}", text)
