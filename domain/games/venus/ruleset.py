"""The Venus Engine as a ruleset for the service."""

from functools import partial
from typing import get_args

from verger.domain.core.decider import Actions, Event, Ruleset, State
from verger.domain.core.element import Elements
from verger.domain.games.venus.agenda import TABLE
from verger.domain.games.venus.amendments import AMENDMENTS
from verger.domain.games.venus.attendance import sitting_in
from verger.domain.games.venus.correction import CORRECTIONS, TOKENS
from verger.domain.games.venus.decide import decide
from verger.domain.games.venus.effects import Effect
from verger.domain.games.venus.house_rules import HOUSE_RULES
from verger.domain.games.venus.landmark import LANDMARKS
from verger.domain.games.venus.model.throw import RollId
from verger.domain.games.venus.model.throw_effect import RollCalled, RollEffect
from verger.domain.games.venus.moves import Move, RecordedMove
from verger.domain.games.venus.odds import ODDS
from verger.domain.games.venus.options.offer import awaited, options
from verger.domain.games.venus.questions import QUESTIONS
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.rules import RULES
from verger.domain.games.venus.state import EMPTY, Play, evolve
from verger.domain.games.venus.telling import TELLING
from verger.domain.games.venus.views import PlayView, view
from verger.domain.judging import tabletop
from verger.domain.table.sheet import CharacterId

RULESET = Ruleset(
    name="venus",
    version=1,
    title="Venus Engine",
    about="Scenes with checks and tasks. The whole table judges their difficulty.",
    gm_title="FC",
    rules=RULES,
    house_rules=HOUSE_RULES,
    amendments=AMENDMENTS,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State[Play],
    state_format=8,
    effect_type=Effect,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    realign=partial(tabletop.realign, tabletop=TABLE),
    sitting_in=sitting_in,
    corrections=CORRECTIONS,
    tokens=TOKENS,
    questions=QUESTIONS,
    actions=Actions(
        ids=frozenset({RollId}),
        begins=frozenset({RollCalled}),
        continues=frozenset(get_args(RollEffect)),
    ),
    view=view,
    view_type=PlayView,
    odds=ODDS,
    reads=frozenset({"sheets"}),
    elements=Elements(frozenset({CharacterId})),
    landmarks=LANDMARKS,
    telling=TELLING,
    reasons=Own.reasons(),
)
