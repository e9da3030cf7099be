"""The Venus Engine as the service sees it."""

from domain.decider import Event, Ruleset, State, Tokens
from domain.identifier import Account
from domain.ledger import BANK, seat_account
from domain.venus.bank import NOTHING
from domain.venus.correction import CORRECTIONS
from domain.venus.decide import decide
from domain.venus.effects import Effect
from domain.venus.landmark import LANDMARKS
from domain.venus.moves import Move, RecordedMove
from domain.venus.odds import ODDS
from domain.venus.options import awaited, options
from domain.venus.realign import realign
from domain.venus.reasons import REASONS
from domain.venus.rules import HOUSE_RULES, RULES
from domain.venus.state import EMPTY, Play, evolve
from domain.venus.views import PlayView, view


def _accounts(state: State[Play]) -> dict[Account, str]:
    players = {seat_account(seat.id): seat.name for seat in state.table.players}
    return {BANK: "the bank"} | players


RULESET = Ruleset(
    name="venus",
    version=1,
    title="Venus Engine",
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
    tokens=Tokens(NOTHING, _accounts),
    due=lambda _: None,
    view=view,
    view_type=PlayView,
    odds=ODDS,
    reads=frozenset({"sheets"}),
    landmarks=LANDMARKS,
    reasons=REASONS,
)
