"""Verge as the service sees it."""

from domain.decider import Event, Ruleset, State
from domain.verge.correction import CORRECTIONS
from domain.verge.decide import decide
from domain.verge.effects import Effect
from domain.verge.landmark import LANDMARKS
from domain.verge.moves import Move, RecordedMove
from domain.verge.odds import signal_odds
from domain.verge.options import awaited, options
from domain.verge.realign import realign
from domain.verge.reasons import REASONS
from domain.verge.rules import HOUSE_RULES, RULES
from domain.verge.seat_tokens import TOKENS
from domain.verge.state import EMPTY, Play, evolve
from domain.verge.views import PlayView, view
from domain.verge.window import due

RULESET = Ruleset(
    name="verge",
    version=1,
    title="Verge",
    rules=RULES,
    house_rules=HOUSE_RULES,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State[Play],
    effect_type=Effect,
    state_format=1,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    realign=realign,
    corrections=CORRECTIONS,
    tokens=TOKENS,
    due=due,
    view=view,
    view_type=PlayView,
    odds={"signal": signal_odds},
    reads=frozenset({"network", "conflicts"}),
    landmarks=LANDMARKS,
    reasons=REASONS,
)
