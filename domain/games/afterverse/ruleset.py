"""Afterverse as a ruleset for the service."""

from functools import partial

from verger.domain.core.decider import Actions, Event, Ruleset
from verger.domain.core.element import Elements
from verger.domain.games.afterverse.agenda import TABLE
from verger.domain.games.afterverse.amendments import AMENDMENTS
from verger.domain.games.afterverse.correction import CORRECTIONS, TOKENS
from verger.domain.games.afterverse.decide import decide
from verger.domain.games.afterverse.effects import Effect
from verger.domain.games.afterverse.house_rules import HOUSE_RULES
from verger.domain.games.afterverse.landmark import LANDMARKS
from verger.domain.games.afterverse.model.situation import QuestionId
from verger.domain.games.afterverse.model.testing import StatementId, TestId
from verger.domain.games.afterverse.moves import Move, RecordedMove, sealed
from verger.domain.games.afterverse.odds import glitch_odds, good_luck_odds, hit_odds
from verger.domain.games.afterverse.options.offer import awaited, options
from verger.domain.games.afterverse.questions import QUESTIONS
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.reckoning import disproved
from verger.domain.games.afterverse.rules import RULES
from verger.domain.games.afterverse.state import EMPTY, State, evolve
from verger.domain.games.afterverse.telling import TELLING
from verger.domain.games.afterverse.views import PlayView, view
from verger.domain.judging import tabletop
from verger.domain.table.sheet import CharacterId

RULESET = Ruleset(
    name="afterverse",
    version=1,
    title="Afterverse",
    about="Tests with pools of dice. The GM can hide the dice that show whether there is a glitch.",
    rules=RULES,
    house_rules=HOUSE_RULES,
    amendments=AMENDMENTS,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State,
    state_format=7,
    effect_type=Effect,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    realign=partial(tabletop.realign, tabletop=TABLE),
    corrections=CORRECTIONS,
    tokens=TOKENS,
    sealed=sealed,
    questions=QUESTIONS,
    disproved=disproved,
    actions=Actions(frozenset({QuestionId, StatementId, TestId})),
    view=view,
    view_type=PlayView,
    odds={"hits": hit_odds, "good_luck": good_luck_odds, "glitch": glitch_odds},
    reads=frozenset({"sheets"}),
    elements=Elements(frozenset({CharacterId})),
    landmarks=LANDMARKS,
    telling=TELLING,
    reasons=Own.reasons(),
)
