"""Verge as the service sees it."""

from domain.core.decider import Event, Ruleset, State
from domain.games.verge.correction import CORRECTIONS, TOKENS
from domain.games.verge.decide import decide
from domain.games.verge.effects import Effect
from domain.games.verge.landmark import LANDMARKS
from domain.games.verge.moves import Move, RecordedMove
from domain.games.verge.odds import signal_odds
from domain.games.verge.options.offer import awaited, options
from domain.games.verge.realign import realign
from domain.games.verge.reasons import REASONS
from domain.games.verge.rules import HOUSE_RULES, RULES
from domain.games.verge.state import EMPTY, Play, evolve
from domain.games.verge.telling import TELLING
from domain.games.verge.views import PlayView, view
from domain.games.verge.window import due
from domain.games.verge.wishing import wishes

RULESET = Ruleset(
    name="verge",
    version=1,
    title="Verge",
    about="The table draws one network of people, things and ideas, and fights over what is true.",
    rules=RULES,
    house_rules=HOUSE_RULES,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State[Play],
    effect_type=Effect,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    realign=realign,
    corrections=CORRECTIONS,
    tokens=TOKENS,
    due=due,
    wishes=wishes,
    view=view,
    view_type=PlayView,
    odds={"signal": signal_odds},
    reads=frozenset({"network", "conflicts"}),
    landmarks=LANDMARKS,
    telling=TELLING,
    reasons=REASONS,
)
