"""Generated play: a table that plays from Compile into Run, with all sorts of moves between."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

import msgspec

from domain import rewind
from domain.clock import NOBODY
from domain.decider import Accepted, Event, Facts, Judgement, fold
from domain.dice import RecordedDice, SeededDice, commitment
from domain.identifier import ProposalId, SeatId, SessionId
from domain.judge import judge
from domain.ledger import BANK, seat_account, transfer
from domain.offer import awaited_of, options_of
from domain.option import Group, Option
from domain.past import Known, Remembered
from domain.verge import RULESET
from domain.verge.network import MarkAdded
from domain.verge.purse import Purse, held
from domain.verge.rules import HOUSE_RULES
from domain.verge.stake import InterestUncovered
from domain.verge.state import Run, State
from domain.verge.subject import ScrapNetwork
from tests.laws.answers import answers, proposing, subjects
from tests.laws.anything import Names, decodes, fork_at, stray, varied, with_references
from tests.laws.disputing import DISPUTING, Outside, agreeing, evenly, with_near_rewind
from tests.support.asked import wire
from tests.support.dice import dice_of, seed_of
from tests.support.options import draw, fresh_label, listed
from tests.support.past import Asking
from tests.support.play import NOON
from tests.support.snapshot import encode

SEEDS = tuple(range(26))
MOVES_IN_RUN = 300
MOVES_AT_MOST = 1_300
PLAYERS_AT_MOST = 4
FAR_BACK = 60
OPTIONS_AT_MOST = 5_000
SEED = b"a seed of thirty-two known bytes"
SESSION = SessionId("walk")

Move = dict[str, Any]
Plan = tuple[SeatId, Move] | None

_HOLDING_UP = (
    *("add_limit", "propose", "signal", "decline", "retract", "leave", "rewind", "leave_out"),
    *("give_nonce", "reveal_dice", "seal_note", "reveal_note"),
    *DISPUTING,
)


_OPTIONS: OrderedDict[tuple[int, int, SeatId], tuple[State, list[Option]]] = OrderedDict()


def options_at(state: State, version: int, seat: SeatId) -> list[Option]:
    """A seat's options at a version, remembered for a while: laws ask for the same ones often."""
    key = (id(state), version, seat)
    if key not in _OPTIONS:
        # The state is kept with them, so that no other can have its id meanwhile.
        _OPTIONS[key] = (state, options_of(RULESET, state, version, seat))
        if len(_OPTIONS) > OPTIONS_AT_MOST:
            _OPTIONS.popitem(last=False)
    return _OPTIONS[key][1]


class Step(msgspec.Struct, frozen=True):
    """One move of a walk: where it was asked for, what was said, and where it led."""

    number: int
    before: State
    seat: SeatId
    sent: Move
    judged: Move
    """The same with what the outside looked up for it."""
    drawn: bool
    """Whether the move was made out of an option of this seat."""
    facts: Facts
    """Who asked and when, with the dice that were thrown on record."""
    dice: SeededDice
    """What was thrown, and what was revealed."""
    judgement: Judgement | Exception
    after: State
    bytes_before: bytes | None
    """The encoded state from before the move was judged, now and then."""

    @property
    def accepted(self) -> Accepted | None:
        """The judgement, where it is one that accepts."""
        return self.judgement if isinstance(self.judgement, Accepted) else None

    @property
    def is_listed(self) -> bool:
        """Whether the seat's options covered the move."""
        return listed(options_at(self.before, self.facts.version - 1, self.seat), self.sent)


class Walk:
    """A session that plays itself, reproducibly, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311  # play that can be repeated, not secrets
        self.state: State = RULESET.empty
        self.now = NOON
        self.steps: list[Step] = []
        self.history: list[tuple[Any, ...]] = []
        """The effects of every event and of every grant, in order: each has a version."""
        self.past = Remembered()
        self.outside = Outside()
        self._ask(SeatId("s1"), self._start())
        in_run = 0
        while in_run < MOVES_IN_RUN and len(self.steps) < MOVES_AT_MOST:
            in_run += isinstance(self.state.play.step, Run)
            self._go_on()

    def _start(self) -> Move:
        players = self.random.randint(1, PLAYERS_AT_MOST)
        kinds = ["player"] * players + ["observer"] * self.random.randint(0, 1)
        kinds.insert(self.random.choice((0, 0, len(kinds))), "gm")
        return {
            "move": "start_session",
            "title": "A generated game",
            "ruleset": RULESET.name,
            "ruleset_version": RULESET.version,
            "house_rules": self._house_rules(),
            "seats": [{"kind": kind, "name": fresh_label(self.random)} for kind in kinds],
            "dice_commitment": commitment(SEED),
        }

    def _house_rules(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {
            str(id): self.random.choice(rule.choices)
            for id, rule in HOUSE_RULES.items()
            if rule.choices and self.random.random() < 0.4
        }
        return {**chosen, "consent_seconds": 60, "seat_limit": 9}

    def _go_on(self) -> None:
        kinds: list[tuple[float, Callable[[], Plan]]] = [
            (0.60, self._progress),
            (0.12, self._any_listed),
            (0.16, self._stray),
            (0.16, self._varied),
            (0.06, self._borrowed),
            (0.05, self._repeated),
            (0.02, self._seating),
            (0.02, self._time),
            (0.06, self._several_actions),
            (0.02, self._question),
            (0.03, self._rewind),
            (0.01, self._redaction),
            (0.06, self._dispute),
        ]
        weights, plans = zip(*kinds, strict=True)
        if self.random.random() < 0.25:
            self._grant()
        if self.random.random() < 0.08:
            self._win()
        plan = self.random.choices(plans, weights)[0]()
        if plan:
            self._ask(*plan)

    def _ask(self, seat: SeatId, move: Move) -> None:
        before = self.state
        self.now += timedelta(seconds=self.random.randint(0, 10))
        version, past = len(self.history) + 1, Asking(self.past)
        dice = dice_of(SEED, SESSION, before.table, version)
        facts = Facts(seat, self.now, dice, version, past)
        drawn = move.pop("drawn", False) and listed(options_at(before, version - 1, seat), move)
        encoded = encode(before) if len(self.steps) % 10 == 0 else None
        judged = self.outside.told(move)
        judgement: Judgement | Exception
        try:
            judgement = judge(RULESET, before, wire(judged, before, seat), facts)
        except Exception as error:  # noqa: BLE001  # a law says that there is none
            judgement = error
        if isinstance(judgement, Accepted):
            self._fold(judgement.effects, None if dice.rolls else seat)
        self.outside.keep(version, seat, move, judgement)
        number, recorded = len(self.steps), RecordedDice(dice.rolls, dice.revealed)
        known = Facts(seat, self.now, recorded, version, Known(past.told))
        self.steps.append(
            Step(
                number,
                before,
                seat,
                move,
                judged,
                drawn,
                known,
                dice,
                judgement,
                self.state,
                encoded,
            )
        )

    def _fold(self, effects: tuple[Any, ...], mover: SeatId | None = None) -> None:
        self.history.append(effects)
        self.state = fold(RULESET, self.state, effects, self.past)
        self.past.add(len(self.history), self.state.play, mover)

    def _grant(self) -> None:
        """Tokens from nowhere, so that more can be paid: boosts only as far as the bank has some."""
        seat = self.random.choice(self.state.table.sitting)
        boosts = min(self.random.choice((0, 0, 0, 1)), held(self.state.play.ledger, BANK).boost)
        purse = Purse(self.random.randint(0, 2), self.random.randint(0, 2), max(boosts, 0))
        account = seat_account(seat)
        self._fold(tuple(transfer(purse, BANK, account, "granted", "token.kinds")))

    def _win(self) -> None:
        """What a conflict would have done: its winner weakens what seats have points in, or ratifies.

        Points in what was eliminated count for nothing, and such an element takes no mark.
        """
        stakes, elements = self.state.play.interest.stakes, self.state.play.network.elements()
        standing = [id for id, element in elements if not element.eliminated]
        held_in = [id for id in standing if id in stakes]
        if held_in:
            element = self.random.choice(held_in)
            winner = self.random.choice(self.state.table.sitting)
            self._fold((MarkAdded(element, "??"), InterestUncovered(element, winner)))
        elif standing and isinstance(self.state.play.step, Run):
            self._fold((MarkAdded(self.random.choice(standing), "!!!"),))

    def _somebody(self) -> SeatId:
        return self.random.choice(self.state.table.seats).id

    def _options(self, seat: SeatId) -> list[Option]:
        return options_at(self.state, len(self.history), seat)

    def _from(self, seat: SeatId, options: list[Option]) -> Plan:
        if not options:
            return None
        return seat, {**draw(self.random.choice(options), self.random), "drawn": True}

    def _any_listed(self) -> Plan:
        seat = self._somebody()
        options = self._options(seat)
        # What holds play up, or leads nowhere, is rare.
        rare = self.random.random() < 0.15
        calm = [option for option in options if option.fixed["move"] not in _HOLDING_UP]
        return self._from(seat, options if rare else calm)

    def _stray(self) -> Plan:
        move = stray(self.state, self.random)
        return (self._somebody(), move) if decodes(move) else None

    def _varied(self) -> Plan:
        """Something that is nearly what a seat may do, or is it another way."""
        plan = self._progress() if self.random.random() < 0.6 else self._any_listed()
        if plan is None:
            return None
        seat, move = plan
        move.pop("drawn", None)
        near = varied(move, Names(self.state, self.random))
        return (seat, near) if decodes(near) else None

    def _borrowed(self) -> Plan:
        """What is open to one seat, asked for by another."""
        plan = self._any_listed()
        if plan is None:
            return None
        plan[1].pop("drawn")
        return self._somebody(), plan[1]

    def _repeated(self) -> Plan:
        """Something that was asked for before."""
        step = self.random.choice(self.steps)
        move = dict(step.sent)
        if "dice_commitment" in move:  # no seed is committed to twice
            move["dice_commitment"] = self._committed()
        return (step.seat if self.random.random() < 0.8 else self._somebody()), move

    def _seating(self) -> Plan:
        seats = self.state.table.seats
        empty = [seat.id for seat in seats if not seat.taken] or [seats[0].id]
        kind = self.random.choice(("player", "observer", "gm"))
        moves: list[Move] = [
            {"move": "add_seat", "kind": kind, "name": fresh_label(self.random)},
            {"move": "remove_seat", "seat": self.random.choice(empty)},
            *({"move": "leave"}, fork_at(len(self.history), self._committed())),
        ]
        gm = self.state.table.gm
        return self.random.choice((gm, gm, self._somebody())), self.random.choice(moves)

    def _redaction(self) -> Plan:
        """Texts taken out, as the edge asks for it; what the log then says no walk looks at."""
        version = self.random.randint(1, len(self.history))
        reach = self.random.choice(("own", "play", "table"))
        seat = self.random.choice((self._somebody(), self._somebody(), NOBODY))
        redact = {"move": "redact", "versions": [version], "reason": "No.", "reach": reach}
        return seat, {**redact, "affected": [], "rewritten": []}

    def _time(self) -> Plan:
        """What time alone makes happen, when it is due or before."""
        due = RULESET.due(self.state)
        if due and self.random.random() < 0.8:
            self.now = max(self.now, due)
        return NOBODY, {"move": "time_passes"}

    def _committed(self) -> str:
        """What a fork of a walk commits to, for its dice."""
        return commitment(seed_of(SEED, len(self.history) + 1))

    def _several_actions(self) -> Plan:
        seat = self._somebody()
        shapes = [
            shape
            for option in self._options(seat)
            if option.fixed["move"] == "declare"
            for field in option.fields
            if isinstance(field, Group)
            for shape in field.shapes
        ]
        if not shapes:
            return None
        drawn = [draw(self._even(shapes), self.random) for _ in range(self.random.randint(2, 4))]
        actions = with_references(drawn, self.random)
        return seat, {"move": "declare", "overview": "A plan.", "actions": actions}

    def _rewind(self) -> Plan:
        """Back a little, or anywhere: undo, redo, or one older move left out."""
        version = len(self.history)
        near = max(1, version - self.random.choice((1, 2, 5, 20)))
        to = near if self.random.random() < 0.98 else self.random.randint(1, version)
        move = {"move": "rewind", "to": to}
        if self.random.random() < 0.3:
            move = {"move": "leave_out", "version": max(to, 2)}
        seat = self._somebody()
        return seat, {**move, "drawn": listed(self._options(seat), move)}

    def _dispute(self) -> Plan:
        seat = self._somebody()
        plan = self._from(seat, evenly(self._options(seat), self.random))
        return plan and (seat, with_near_rewind(plan[1], len(self.history), self.random))

    def _even(self, shapes: list[Option]) -> Option:
        """A shape, of every kind of action as often."""
        kind = self.random.choice(sorted({str(shape.fixed["action"]) for shape in shapes}))
        return self.random.choice([shape for shape in shapes if shape.fixed["action"] == kind])

    def _question(self) -> Plan:
        """Something put to the table, of every kind as often."""
        seat = self._somebody()
        options = self._options(seat)
        kinds = sorted({str(shape.fixed["subject"]) for shape in subjects(options)})
        if not kinds:
            return None
        kind = self.random.choice(kinds)
        return self._from(seat, [only for option in options for only in proposing(option, kind)])

    def _progress(self) -> Plan:
        """What somebody is awaited for."""
        waits = awaited_of(RULESET, self.state)
        # A conflict takes many moves in a row, and would rarely come to its end otherwise.
        fought = [wait for wait in waits if wait.rule.startswith("conflict.")]
        wait = self.random.choice(fought if fought and self.random.random() < 0.85 else waits)
        # Play that goes on makes a question about a rewind expire, so that it is answered soon.
        if waits[0].rule == rewind.RULE and self.random.random() < 0.8:
            wait = waits[0]
        seat = self.random.choice(wait.seats)
        question = self.state.play.proposals.open.get(ProposalId(wait.about))
        scraps = question and isinstance(question.subject, ScrapNetwork)
        # Or a walk would hardly ever come as far as Run.
        if (scraps or self._goes_far_back(wait.about)) and self.random.random() < 0.6:
            return seat, {"move": "decline", "proposal": wait.about}
        if wait.what == "claim_seat":
            return seat, {"move": "take_seat", "name": fresh_label(self.random)}
        plan = self._from(seat, answers(self._options(seat), wait, deeds=True))
        return agreeing(plan, self.random) if wait.what == "vote" else plan

    def _goes_far_back(self, id: str) -> bool:
        asked = self.state.table.timeline.request
        return asked is not None and asked.id == id and asked.to < len(self.history) - FAR_BACK


def event_of(step: Step) -> Event[Any, Any]:
    """The event that an accepted step puts on the log."""
    judgement = step.accepted
    assert judgement is not None
    hidden = step.sent["move"] == "signal" and step.sent.get("anonymous", False)
    seat = None if hidden or step.seat == NOBODY else step.seat
    move = wire(step.judged, step.before, step.seat)
    ruling, effects, rolls = judgement.ruling, judgement.effects, tuple(step.dice.rolls)
    return Event(step.facts.at, seat, move, ruling, effects, rolls, revealed=step.dice.revealed)


@cache
def walk(seed: int) -> Walk:
    """The walk of a seed, made once."""
    return Walk(seed)
