"""How a story of Afterverse is told besides its sentences: its tokens."""

from domain.core.table import SessionStarted
from domain.core.telling import Telling
from domain.games.afterverse.effects import SessionBegun, SessionEnded
from domain.games.afterverse.model.situation import SituationOpened
from domain.games.afterverse.model.test import TestCalled

TELLING = Telling(
    headings=frozenset({SessionStarted, SessionBegun, SessionEnded, SituationOpened, TestCalled}),
    tokens={
        "chutzpah": ("point of chutzpah", "points of chutzpah"),
        "awareness": ("point of awareness", "points of awareness"),
        "initiative": ("point of initiative", "points of initiative"),
        "stun": ("point of stun", "points of stun"),
    },
)
