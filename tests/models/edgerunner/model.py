"""Edgerunner's model: it computes conflicts again, only from the text of the game.

Compared: all figures in the views, the banks, the awaited players, and some options of actors and
resisters: routes, doors, boxes, aspects, consequences, spin and attacks. Not modelled: the other
options (targets of other actions, bids, compels, proposals), sentences and refusals.
"""

import pickle
from collections.abc import Mapping
from typing import Any

from tests.models.edgerunner import chart, deed, exchange, outcome
from tests.models.edgerunner.asking import Table, asked, excuse, settle
from tests.models.edgerunner.habits import HABITS
from tests.models.edgerunner.record import Object, Record
from tests.models.edgerunner.shown import figures, shown
from tests.models.following import Fault, Kind, Told

OF_CONFLICTS = {
    **exchange.MOVES,
    **deed.MOVES,
    **outcome.MOVES,
}


class Edgerunner:
    """A session, computed from the words of the rulebook."""

    def __init__(self) -> None:
        self.record, self.table = Record(), Table()
        self.past: dict[int, bytes] = {}
        self.house_rules: Mapping[str, Any] = {}

    def follow(self, told: Told) -> None:
        """Apply an accepted move."""
        name, before = told.move["move"], set(self.table.gone)
        self.house_rules = told.house_rules
        self.adopted = {id for id, _ in told.adopted}
        self.table.seat(told.chairs, told.expected)
        if told.back_to is not None:
            self.record = pickle.loads(self.past[told.back_to])  # noqa: S301  # our own
            self._let_go(self.table.gone)
        else:
            self._make(name, told)
            self._let_go([seat for seat in self.table.gone if seat not in before])
        for correction in told.corrections:
            self._correct(correction)
        if name == "signal":
            self.table.is_paused = True
        self.past[told.version] = pickle.dumps(self.record)

    def _make(self, name: str, told: Told) -> None:
        record, move = self.record, told.move
        if name == "hand_over_call" and move["seat"] == self.table.referee:
            move = {"seat": None}  # the referee makes the call, also after a change of referee
        if name in OF_CONFLICTS:
            OF_CONFLICTS[name](record, move, told.rolls)
        elif name in chart.MOVES:
            chart.MOVES[name](record, move)
        elif name == "propose":
            subject = move["subject"]
            self.table.silent = told.were_silent
            seats = asked(self.table, record, subject, told.seat)
            id = record.new("p")
            record.proposals[id] = {
                "id": id,
                "by": told.seat,
                "subject": subject,
                "asked": seats,
                "agreed": [],
            }
            settle(record, id, self.adopted, self._adopt)
        elif name in ("agree", "decline", "retract") and move["proposal"] in record.proposals:
            self._answer(name, move["proposal"], told.seat)

    def _answer(self, name: str, id: str, seat: str) -> None:
        if name == "agree":
            self.record.proposals[id]["agreed"].append(seat)
            settle(self.record, id, self.adopted, self._adopt)
        else:
            del self.record.proposals[id]

    def _let_go(self, seats: list[str]) -> None:
        for seat in seats:
            excuse(self.record, seat, self.adopted, self._adopt)

    def _adopt(self, subject: Object) -> None:
        record = self.record
        match subject["subject"]:
            case "write_sheet":
                points = self.house_rules["fate_points"]
                chart.write_sheet(record, subject, points)
            case "concede":
                exchange.end_conflict(record)
            case "drop_aspect":
                record.remove_aspect(subject["aspect"])
            case "pose_problem":
                chart.pose_problem(record, subject)
            case "resume_play":
                self.table.is_paused = False
            case "redraw_map":
                chart.redraw(record, subject["change"])
            case _:
                pass  # a proposal about the table itself

    def _correct(self, correction: Object) -> None:
        record = self.record
        match correction["correction"]:
            case "move_tokens":
                source, target = correction["source"], correction["target"]
                record.pay(correction["token"], correction["amount"], source, target)
            case "mark_box":
                one = record.characters[correction["character"]]
                one.stress.setdefault(correction["track"], []).append(correction["box"])
            case "unmark_box":
                one = record.characters[correction["character"]]
                one.stress[correction["track"]].remove(correction["box"])
            case "put_into":
                record.characters[correction["character"]].zone = correction["zone"]
                exchange.end_wards_on(record, correction["character"])
            case _:
                record.remove_aspect(correction["aspect"])

    def figures(self) -> Mapping[str, Any]:
        """Return all figures that the model has computed."""
        return figures(self.record, self.table)


def _nothing(_: Any) -> Any:
    """Replace a function by one that does nothing."""
    return lambda *_: None


_AT = "verger.domain.games.edgerunner"

FAULTS = {
    "two shifts buy a second free invoke": Fault(
        f"{_AT}.outcome:free_invokes_for", lambda right: lambda shifts: right(shifts + 1)
    ),
    "a continued maneuver places a second aspect": Fault(f"{_AT}.outcome:_placed_before", _nothing),
    "a zone is left out of the range": Fault(
        f"{_AT}.declaring:range_of", lambda right: lambda *of: max(right(*of) - 1, 0)
    ),
    "nobody resists anything": Fault(f"{_AT}.rolling:is_resisted", lambda _: lambda *_: False),
    "a bad roll leaves no spin": Fault(f"{_AT}.rolling:_leave_spin", _nothing),
    "an invoke is not paid": Fault(f"{_AT}.rolling:_pay", _nothing),
    "a compel is not paid": Fault(f"{_AT}.compelling:_pay", _nothing, seed=4),
    "no free move is left after an action": Fault(
        f"{_AT}.outcome:may_move_freely", lambda _: lambda *_: False
    ),
    "a defense goes on beside another": Fault(f"{_AT}.outcome:end_wards", _nothing, seed=11),
    "what lasts no longer than a conflict stays": Fault(
        f"{_AT}.ending:end", lambda _: lambda draft, ended: draft.emit(ended)
    ),
    "the aspects of a sheet are forgotten": Fault(f"{_AT}.agenda:_write_aspects", _nothing),
    "what the sheet says of somebody can be attacked": Fault(
        f"{_AT}.targeting:_can_be_attacked", lambda _: lambda *_: True
    ),
    "the distance to a zone is one too far": Fault(
        f"{_AT}.views:distances",
        lambda right: lambda *of: {zone: far + (far > 1) for zone, far in right(*of).items()},
    ),
}

KIND = Kind(begin=Edgerunner, shown=shown, faults=FAULTS, habits=HABITS)
