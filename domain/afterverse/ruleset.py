"""Afterverse as the service sees it."""

from domain.afterverse.correction import CORRECTIONS, TOKENS
from domain.afterverse.decide import decide
from domain.afterverse.effects import Effect
from domain.afterverse.landmark import LANDMARKS
from domain.afterverse.moves import Move, RecordedMove
from domain.afterverse.odds import glitch_odds, good_luck_odds, hit_odds
from domain.afterverse.options import awaited, options
from domain.afterverse.realign import realign
from domain.afterverse.reason import REASONS
from domain.afterverse.rulebook import HOUSE_RULES, RULES
from domain.afterverse.state import EMPTY, State, evolve
from domain.afterverse.views import PlayView, view
from domain.decider import Event, Ruleset

RULESET = Ruleset(
    name="afterverse",
    version=1,
    title="Afterverse",
    rules=RULES,
    house_rules=HOUSE_RULES,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State,
    effect_type=Effect,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    realign=realign,
    corrections=CORRECTIONS,
    tokens=TOKENS,
    view=view,
    view_type=PlayView,
    odds={"hits": hit_odds, "good_luck": good_luck_odds, "glitch": glitch_odds},
    reads=frozenset({"sheets"}),
    landmarks=LANDMARKS,
    reasons=REASONS,
)
