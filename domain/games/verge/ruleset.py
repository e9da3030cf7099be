"""Verge as a ruleset for the service."""

from verger.domain.core.decider import Actions, Event, Ruleset, State
from verger.domain.core.element import Elements
from verger.domain.games.verge.amendments import AMENDMENTS
from verger.domain.games.verge.correction import CORRECTIONS, TOKENS
from verger.domain.games.verge.decide import decide
from verger.domain.games.verge.effects import Effect
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.landmark import LANDMARKS
from verger.domain.games.verge.model.action import ConflictId, DeclarationId
from verger.domain.games.verge.model.network import ElementId, NetworkScrapped
from verger.domain.games.verge.moves import Move, RecordedMove
from verger.domain.games.verge.odds import signal_odds
from verger.domain.games.verge.options.offer import awaited, options
from verger.domain.games.verge.questions import QUESTIONS
from verger.domain.games.verge.realign import realign
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.rules import RULES
from verger.domain.games.verge.state import EMPTY, Play, evolve
from verger.domain.games.verge.telling import TELLING
from verger.domain.games.verge.views import PlayView, view
from verger.domain.games.verge.wishing import wishes

RULESET = Ruleset(
    name="verge",
    version=1,
    title="Verge",
    about="The table draws one network of people, things and ideas, and fights over the truth.",
    rules=RULES,
    house_rules=HOUSE_RULES,
    amendments=AMENDMENTS,
    empty=EMPTY,
    move_type=Move,
    event_type=Event[RecordedMove, Effect],
    state_type=State[Play],
    state_format=10,
    effect_type=Effect,
    decide=decide,
    evolve=evolve,
    options=options,
    awaited=awaited,
    realign=realign,
    corrections=CORRECTIONS,
    tokens=TOKENS,
    questions=QUESTIONS,
    actions=Actions(frozenset({ConflictId, DeclarationId})),
    wishes=wishes,
    view=view,
    view_type=PlayView,
    odds={"signal": signal_odds},
    reads=frozenset({"network", "conflicts"}),
    elements=Elements(frozenset({ElementId}), changing_all=(NetworkScrapped,)),
    landmarks=LANDMARKS,
    telling=TELLING,
    reasons=Own.reasons(),
)
