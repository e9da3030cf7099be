"""Names of the domain's types without the rooms that they lie in: no stored or served form has those."""

import re

_ROOMS = re.compile(r"\bdomain\.(?:games\.(?P<game>\w+\.)|\w+\.)(?:\w+\.)*?(?=\w+\.[A-Z])")


def without_rooms(text: str) -> str:
    """`domain.games.verge.model.network.Node` is `domain.verge.network.Node`, wherever it stands."""
    return _ROOMS.sub(lambda found: f"domain.{found['game'] or ''}", text)
