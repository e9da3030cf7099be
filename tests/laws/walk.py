"""Generated play: a table of any game makes sensible moves, and all kinds of other moves between them."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from tests.laws.answers import HOLDING_UP, OF_TABLES, apart, kind, proposing, subjects
from tests.laws.answers import evenly as any_kind
from tests.laws.anything import Names, decodes, fork_at, stray, varied
from tests.laws.disputing import agreeing, evenly, with_near_rewind
from tests.laws.habit import Habits, Move, Plan
from tests.laws.odd import odd
from tests.laws.played import SEED, Played, Step
from tests.support.dice import seed_of
from tests.support.options import draw, fresh_label, listed
from verger.domain.core import amendment
from verger.domain.core.decider import Ruleset
from verger.domain.core.dice import commitment
from verger.domain.core.identifier import ProposalId, SeatId
from verger.domain.core.mover import Mover, Unseated
from verger.domain.core.option import Awaited, Option
from verger.domain.history import rewind
from verger.domain.judging import silence
from verger.domain.judging.offer import awaited_of
from verger.domain.table import closing

PLAYERS_AT_MOST = 4
FAR_BACK = 60

_SETTING_BACK = {"leave", "vacate_seat", "reissue_seat", "rewind", "leave_out"}


class Walk(Played):
    """A session that plays itself, reproducibly, from a seed."""

    def __init__(self, ruleset: Ruleset[Any], habits: Habits, seed: int) -> None:
        super().__init__(ruleset, habits, f"{ruleset.name}, seed {seed}")
        self.seed = seed
        self.random = Random(seed)  # noqa: S311  # play that can be repeated, not secrets

    def play(self) -> "Walk":
        """Play the whole walk from its start."""
        for _ in self.going_on():
            pass
        return self

    def going_on(self) -> Iterator[Step]:
        """Play the walk from its start, and yield each step before the next is played."""
        self._ask(SeatId("s1"), self._start())
        yield self.steps[0]
        arrived, habits = 0, self.habits
        while arrived < habits.moves and (made := len(self.steps)) < habits.moves_at_most:
            arrived += habits.arrived(self.state)
            self._go_on()
            yield from self.steps[made:]

    def _ask(self, mover: Mover, move: Move) -> None:
        self.now += timedelta(seconds=self.random.randint(0, 10))
        self.ask(mover, move)

    def _start(self) -> Move:
        players = self.random.randint(1, PLAYERS_AT_MOST)
        kinds = ["player"] * players + ["observer"] * self.random.randint(0, 1)
        kinds.insert(self.random.choice((0, 0, len(kinds))), "gm")
        return {
            "move": "start_session",
            "title": "A generated game",
            "ruleset": self.ruleset.name,
            "ruleset_version": self.ruleset.version,
            "house_rules": self._house_rules(),
            "seats": [{"kind": kind, "name": fresh_label(self.random)} for kind in kinds],
            "dice_commitment": commitment(SEED),
        }

    def _house_rules(self) -> Move:
        chosen: Move = {
            str(id): self.random.choice(rule.choices)
            for id, rule in self.ruleset.house_rules.items()
            if rule.choices and id != closing.SESSION.id and self.random.random() < 0.4
        }
        mended = len(self.ruleset.amendments)
        if mended:  # any number of amendments: older sessions have fewer
            chosen[str(amendment.HOUSE_RULE)] = self.random.randint(0, mended)
        if self.seed % 3 == 1:
            chosen["answer_seconds"] = (5, 30, 120)[self.seed // 3 % 3]
        return {**chosen, **self.habits.house_rules, "seat_limit": 9}

    def _go_on(self) -> None:
        kinds: list[tuple[float, Callable[[], Plan]]] = [
            (0.60, self._progress),
            (0.12, self._any_listed),
            (0.15, self._stray),
            (0.15, self._varied),
            (0.06, self._borrowed),
            (0.07, self._repeated),
            (0.02, self._seating),
            (0.02, self._time),
            *self._own_plans(),
            (0.02, self._question),
            (0.03, self._rewind),
            (0.01, self._redaction),
            (0.06, self._dispute),
            (0.03, self._of_the_table),
            (0.03, self._odd),
        ]
        weights, plans = zip(*kinds, strict=True)
        # Gifts need a taken seat. If the operator reissues the last one, no seat is taken.
        for gift in self.habits.gifts if self.state.table.sitting else ():
            given = gift.effects(self.state, self.random) if self._happens(gift.chance) else None
            if given is not None:
                self.fold(tuple(given))
        plan = self.random.choices(plans, weights)[0]()
        if plan:
            self._ask(*plan)

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def _own_plans(self) -> Iterator[tuple[float, Callable[[], Plan]]]:
        for weight, plan in self.habits.plans:
            yield weight, partial(plan, self)

    def somebody(self) -> SeatId:
        """Any seat."""
        return self.random.choice(self.state.table.seats).id

    def options(self, seat: SeatId) -> list[Option]:
        """The open options of a seat now."""
        return self.options_at(self.state, len(self.history), seat)

    def drawn(self, seat: SeatId, options: Sequence[Option]) -> Plan:
        """Plan a move of a seat from one of these options."""
        if not options:
            return None
        chosen = self.habits.choose(options, self.random)
        self.keep_choices(chosen)
        return seat, {**draw(chosen, self.random, self.rules), "drawn": True}

    def _any_listed(self) -> Plan:
        seat = self.somebody()
        options = self.options(seat)
        # Mostly leave out moves that delay play or concern the table itself.
        rare = self.random.random() < 0.15
        return self.drawn(seat, options if rare else self.habits.calm(options))

    def _stray(self) -> Plan:
        move = stray(self._names())
        return (self.somebody(), move) if decodes(move, self.ruleset) else None

    def _varied(self) -> Plan:
        """Plan a possible move with one random change."""
        near = (self._progress, self._progress, self._any_listed, self._repeated)
        plan = self.random.choice(near)()
        if plan is None:
            return None
        seat, move = plan
        move.pop("drawn", None)
        near = varied(move, self._names())
        return (seat, near) if decodes(near, self.ruleset) else None

    def _names(self) -> Names:
        return Names(self, self.state, self.random)

    def _borrowed(self) -> Plan:
        """Plan a move that is open to one seat, requested by another."""
        plan = self._any_listed()
        if plan is None:
            return None
        plan[1].pop("drawn")
        return self.somebody(), plan[1]

    def _repeated(self) -> Plan:
        """Repeat an earlier request, mostly a recent one."""
        step = self.random.choice(self.steps[-30:] if self._happens(0.6) else self.steps)
        move = dict(step.sent)
        if "dice_commitment" in move:  # no seed is committed to twice
            move["dice_commitment"] = self._committed()
        return (step.mover if self.random.random() < 0.8 else self.somebody()), move

    def _seating(self) -> Plan:
        seats = self.state.table.seats
        empty = [seat.id for seat in seats if not seat.taken] or [seats[0].id]
        kind = self.random.choice(("player", "observer", "gm"))
        moves: list[Move] = [
            {"move": "add_seat", "kind": kind, "name": fresh_label(self.random)},
            {"move": "remove_seat", "seat": self.random.choice(empty)},
            *({"move": "leave"}, fork_at(len(self.history), self._committed())),
        ]
        if self._happens(0.05):
            taken = [seat.id for seat in seats if seat.taken] or [seats[0].id]
            return Unseated.OPERATOR, {"move": "reissue_seat", "seat": self.random.choice(taken)}
        gm = self.state.table.gm
        return self.random.choice((gm, gm, self.somebody())), self.random.choice(moves)

    def _redaction(self) -> Plan:
        """Plan a redaction, as the server requests it. The texts in the walk's log stay."""
        version = self.random.randint(1, len(self.history))
        reach = self.random.choice(("own", "play", "table"))
        movers: tuple[Mover, ...] = (self.somebody(), self.somebody(), Unseated.OPERATOR)
        mover = self.random.choice(movers)
        redact = {"move": "redact", "versions": [version], "reason": "No.", "reach": reach}
        return mover, {**redact, "affected": [], "rewritten": []}

    def _time(self) -> Plan:
        """Have the server say that time has passed, mostly when a limit is over."""
        due = silence.due(self.state.table)
        if due and self.random.random() < 0.8:
            self.now = max(self.now, due)
        return Unseated.SERVER, {"move": "time_passes"}

    def _committed(self) -> str:
        """Return the commitment to the dice of a fork that begins now."""
        return commitment(seed_of(SEED, len(self.history) + 1))

    def _rewind(self) -> Plan:
        """Plan an undo: a rewind to a near or random version, or one move left out."""
        version = len(self.history)
        near = max(1, version - self.random.choice((1, 2, 5, 20)))
        to = near if self.random.random() < 0.98 else self.random.randint(1, version)
        move = {"move": "rewind", "to": to}
        if self.random.random() < 0.3:
            move = {"move": "leave_out", "version": max(to, 2)}
        seat = self.somebody()
        return seat, {**move, "drawn": listed(self.options(seat), move, self.rules)}

    def _of_the_table(self) -> Plan:
        """Plan a common move of every table, each kind equally often, except rewinds."""
        seat, kinds = self.somebody(), {*HOLDING_UP, *OF_TABLES} - _SETTING_BACK
        found = [one for one in apart(self.options(seat)) if kind(one) in kinds]
        return self.drawn(seat, [any_kind(found, self.random)]) if found else None

    def _odd(self) -> Plan:
        move = odd(self.ruleset, self.state, self.random)
        return (self.somebody(), move) if decodes(move, self.ruleset) else None

    def _dispute(self) -> Plan:
        seat = self.somebody()
        plan = self.drawn(seat, evenly(self.options(seat), self.habits, self.random))
        return plan and (seat, with_near_rewind(plan[1], len(self.history), self.random))

    def _question(self) -> Plan:
        """Plan a proposal. Each kind of subject is equally likely."""
        seat = self.somebody()
        options = self.options(seat)
        kinds = sorted({str(shape.fixed["subject"]) for shape in subjects(options)})
        if not kinds:
            return None
        kind = self.random.choice(kinds)
        return self.drawn(seat, [only for option in options for only in proposing(option, kind)])

    def _progress(self) -> Plan:
        """Plan a move that play waits for. After the end of play, there is none."""
        asked = awaited_of(self.ruleset, self.state)
        waits = [wait for wait in asked if wait.what != "settle_dispute"]
        if not waits:
            return None
        urgent = [wait for wait in waits if wait.rule.startswith(self.habits.urgent)]
        hurries = urgent and self._happens(0.85)
        wait = self.random.choice(urgent if hurries else waits)
        # A question about a rewind is mostly answered first, because it expires when play continues.
        if waits[0].rule == rewind.RULE and self._happens(0.8):
            wait = waits[0]
        return self._given(wait, self.random.choice(wait.seats))

    def _given(self, wait: Awaited, seat: SeatId) -> Plan:
        question = self.state.play.proposals.open.get(ProposalId(wait.about))
        unwelcome = question and isinstance(question.subject, self.habits.declined)
        # Otherwise, walks would seldom get far.
        if (unwelcome or self._goes_far_back(wait.about)) and self._happens(0.6):
            return seat, {"move": "decline", "proposal": wait.about}
        if wait.what == "claim_seat":
            return seat, {"move": "take_seat", "name": fresh_label(self.random)}
        plan = self.drawn(seat, self.habits.answering(self.options(seat), wait, deeds=True))
        return agreeing(plan, self.random) if wait.what == "vote" else plan

    def _goes_far_back(self, id: str) -> bool:
        asked = self.state.table.timeline.request
        return asked is not None and asked.id == id and asked.to < len(self.history) - FAR_BACK
