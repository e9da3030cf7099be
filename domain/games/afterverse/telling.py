"""Stories of Afterverse: its tokens."""

from verger.domain.core.landmark import Names
from verger.domain.core.table import SessionStarted
from verger.domain.core.telling import Telling
from verger.domain.games.afterverse.effects import SessionBegun, SessionEnded
from verger.domain.games.afterverse.model.situation import SituationOpened
from verger.domain.games.afterverse.model.testing_effect import GlitchRolled, RollStood, TestCalled


def _glitch(effect: GlitchRolled, names: Names) -> str | None:
    shown, picked = effect.glitch.dice, effect.glitch.picked
    if not shown:
        return None
    sentence = (
        f"The glitch {'die shows' if len(shown) == 1 else 'dice show'} {', '.join(map(str, shown))}"
    )
    return (
        f"{sentence}; the die that chooses the character shows {picked}."
        if picked
        else f"{sentence}."
    )


TELLING = Telling(
    headings=frozenset({SessionStarted, SessionBegun, SessionEnded, SituationOpened, TestCalled}),
    quiet=frozenset({RollStood}),
    changes={GlitchRolled: _glitch},
    tokens={
        "chutzpah": ("point of chutzpah", "points of chutzpah"),
        "awareness": ("point of awareness", "points of awareness"),
        "initiative": ("point of initiative", "points of initiative"),
        "stun": ("point of stun", "points of stun"),
        "hits": ("hit", "hits"),
    },
)
