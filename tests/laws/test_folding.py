"""The laws of the fold, of tokens and of dice, on generated play."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tests.laws.law import each_walk
from tests.laws.played import SEED, SESSION, Played, told
from tests.support.dice import seed_of
from tests.support.snapshot import decode, encode
from verger.domain.core.decider import State, fold
from verger.domain.core.dice import commitment
from verger.domain.core.ledger import BANK
from verger.domain.core.past import GrowingPast
from verger.domain.core.table import DiceRevealed
from verger.domain.history.fork import ForkSession
from verger.domain.secrets.fairness import Fairness


@each_walk
def test_the_state_after_a_move_is_the_fold_of_its_effects(played: Played) -> None:
    for step, judgement in played.accepted():
        folded = fold(played.ruleset, step.before, judgement.effects, step.facts.past)
        assert judgement.after == folded == step.after, told(played, step)


@each_walk
def test_the_fold_of_the_log_is_the_state(played: Played) -> None:
    state, past = played.ruleset.empty, GrowingPast()
    for version, effects in enumerate(played.history, start=1):
        state = fold(played.ruleset, state, effects, past)
        past.add(version, state.play, None)
    assert state == played.state
    assert encode(state) == encode(played.state)


@each_walk
def test_the_fold_from_any_snapshot_is_the_state(played: Played) -> None:
    for part in (0.0, 0.3, 0.7, 1.0):
        version = int(len(played.history) * part)
        snapshot = _folded(played, played.ruleset.empty, played.history[:version])
        state = decode(encode(snapshot), played.ruleset)
        assert state == snapshot, f"the snapshot of version {version}"
        folded = _folded(played, state, played.history[version:])
        assert encode(folded) == encode(played.state), f"from version {version}"


def _folded(played: Played, state: State[Any], history: Sequence[Sequence[Any]]) -> State[Any]:
    for effects in history:
        state = fold(played.ruleset, state, effects, played.past)
    return state


@each_walk
def test_the_dice_of_a_walk_are_those_of_its_seeds(played: Played) -> None:
    fairness, last = Fairness(), seed_of(SEED, played.state.table.dice_epoch)
    events = [(step.facts.version, played.event(step)) for step, _ in played.accepted()]
    version, event = events[-1]
    shown = DiceRevealed(last.hex(), commitment(last), 1, 1, version)
    for at, one in [*events, (version + 1, replace(event, effects=(shown,), dice=()))]:
        fairness.take(SESSION, at, one)
    rolled = played.state.table.dice_rolled
    assert (fairness.wrong, fairness.verified + fairness.unrevealed) == ((), rolled)
    # A fork begins its own epoch and leaves the one before it unchanged.
    has_forked = any(isinstance(event.move, ForkSession) for _, event in events)
    assert has_forked or not fairness.unrevealed


@each_walk
def test_tokens_are_conserved(played: Played) -> None:
    tokens = played.ruleset.tokens
    kinds = tokens.nothing.__struct_fields__ if tokens else ()
    for step in played.steps if tokens else ():
        purses = step.after.play.ledger.values()
        totals = [sum(purse.of(kind) for purse in purses) for kind in kinds]
        assert not any(totals), told(played, step)


@each_walk
def test_no_account_is_overdrawn(played: Played) -> None:
    tokens = played.ruleset.tokens
    for step in played.steps if tokens else ():
        assert tokens
        for account, purse in step.after.play.ledger.items():
            endless = tokens.sources if account != BANK else ()
            kinds = tokens.limited if account == BANK else purse.__struct_fields__
            least = min([purse.of(kind) for kind in kinds], default=0)
            assert account in endless or least >= 0, (account, told(played, step))
