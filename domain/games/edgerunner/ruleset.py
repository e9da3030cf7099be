"""Edgerunner as a ruleset for the service."""

from functools import partial
from typing import get_args

from verger.domain.core.decider import Actions, Event, Ruleset, State
from verger.domain.core.element import Elements
from verger.domain.games.edgerunner.agenda import TABLE
from verger.domain.games.edgerunner.amendments import AMENDMENTS
from verger.domain.games.edgerunner.correction import CORRECTIONS, TOKENS
from verger.domain.games.edgerunner.decide import decide
from verger.domain.games.edgerunner.effects import Effect
from verger.domain.games.edgerunner.house_rules import HOUSE_RULES
from verger.domain.games.edgerunner.landmark import LANDMARKS
from verger.domain.games.edgerunner.model.conflict_effect import (
    ActionDeclared,
    ConflictEnded,
    DeclaringEffect,
    FreelyMoved,
    RollingEffect,
    SimplyDone,
    UsingEffect,
    WardsEnded,
)
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId, ZoneId
from verger.domain.games.edgerunner.moves import Move, RecordedMove
from verger.domain.games.edgerunner.odds import fudge_odds, lowest
from verger.domain.games.edgerunner.options.offer import awaited, options
from verger.domain.games.edgerunner.questions import QUESTIONS
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.rules import RULES
from verger.domain.games.edgerunner.state import EMPTY, Play, evolve
from verger.domain.games.edgerunner.telling import TELLING
from verger.domain.games.edgerunner.views import PlayView, view
from verger.domain.judging import tabletop
from verger.domain.table.sheet import CharacterId

RULESET = Ruleset(
    name="edgerunner",
    version=1,
    title="Edgerunner conflicts",
    about="A firefight, a chase or a run in the net, on a map of zones and with fudge dice.",
    rules=RULES,
    house_rules=HOUSE_RULES,
    amendments=AMENDMENTS,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State[Play],
    state_format=7,
    effect_type=Effect,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    # `state.player_of` and `moment.caller_of` choose among the seats that are taken now.
    realign=partial(tabletop.realign, tabletop=TABLE),
    corrections=CORRECTIONS,
    tokens=TOKENS,
    questions=QUESTIONS,
    actions=Actions(
        begins=frozenset({ActionDeclared, FreelyMoved, SimplyDone}),
        # The beginning of a turn can end defenses, too.
        continues=frozenset(get_args(DeclaringEffect | RollingEffect | UsingEffect)) - {WardsEnded},
    ),
    view=view,
    view_type=PlayView,
    odds={"fudge": fudge_odds},
    lowest={"fudge": lowest},
    reads=frozenset({"sheets", "map"}),
    elements=Elements(
        frozenset({AspectId, BorderId, CharacterId, TargetId, ZoneId}),
        changing_all=(ConflictEnded, WardsEnded),
    ),
    landmarks=LANDMARKS,
    telling=TELLING,
    reasons=Own.reasons(),
)
