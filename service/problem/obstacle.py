"""Reasons other than a rule that something cannot be done; the edge makes problems of them."""

import msgspec

from verger.domain.core.ruling import Fact
from verger.service.problem.entry import ServerCode


class Obstacle(msgspec.Struct, frozen=True):
    """The reason why something cannot be done, as a problem's code and its facts."""

    code: ServerCode
    facts: dict[str, Fact] = {}


class ObstacleError(Exception):
    """Ends work that cannot be done, however far it has come."""

    def __init__(self, code: ServerCode, **facts: Fact) -> None:
        super().__init__(code)
        self.obstacle = Obstacle(code, facts)
