"""The numbers in the rulings of Edgerunner."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.laws.figures.ruled import Ruled
from verger.domain.games.edgerunner.beginning import sides_of
from verger.domain.games.edgerunner.model.chart import DOOR_COST
from verger.domain.games.edgerunner.model.time_track import Span

Rule = Callable[..., bool]

_WORTH = {"mild": 2, "moderate": 4, "severe": 6}
_SHIFTS_NOW: tuple[Rule, ...] = (
    lambda shifts, s: s.any(lambda now: _deed(now).shifts == shifts),
    lambda shifts_resisted, s: s.any(lambda now: _deed(now).resisted == shifts_resisted),
)
_SPENT: tuple[Rule, ...] = (
    lambda shifts_spent, shifts_left, s: s.was(
        lambda now: now.play.conflict.stage.part.left == shifts_spent + shifts_left
    ),
    lambda shifts_spent, s: s.does("shifts_spent", shifts=shifts_spent) or shifts_spent <= 1,
)
_BOX: tuple[Rule, ...] = (lambda box_number, s: box_number > 0 and _names_box(s, box_number),)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # the map
    "map.zones": (lambda side, s: s.says(side),),
    "map.range": (lambda zones_away, s: s.any(lambda now: _deed(now).range == zones_away),),
    "map.doors": (
        lambda door, shifts_left, s: s.was(
            lambda now: now.play.conflict.stage.part.left == shifts_left + DOOR_COST
        ),
    ),
    "map.borders": (
        lambda pass_values, s: all(value == "1" or s.says(int(value)) for value in pass_values),
    ),
    "time.track": (
        lambda exchange_duration, task_duration, duration_steps: (
            duration_steps == _place(task_duration) - _place(exchange_duration)
        ),
    ),
    # the conflict
    "conflict.setup": (
        lambda sides_on_map, s: sides_on_map >= 2 and sides_on_map == len(sides_of(s.before)),
    ),
    "exchange.once": (
        lambda exchange_number, s: s.any(lambda now: now.play.conflict.exchange == exchange_number),
    ),
    "initiative.auction": (
        lambda shifts_bid, shifts_maximum: 0 <= shifts_bid <= shifts_maximum,
        lambda shifts_bid, s: s.says(shifts_bid),
    ),
    "end.concession": (lambda side, s: side > 0 and _concedes(s, side),),
    "end.taken_out": (lambda side, remaining_sides: str(side) not in remaining_sides,),
    # actions
    "action.roll": (
        lambda dice, rating, opposition_rating, zones_away, shifts_bid, shifts_added, shifts_resisted, shifts: (
            shifts
            == sum(map(int, dice))
            + rating
            + shifts_added
            - opposition_rating
            - zones_away
            - shifts_bid
            - shifts_resisted
        ),
        lambda opposition_rating, s: s.any(lambda now: _opposed(now) == opposition_rating),
        *_SHIFTS_NOW,
    ),
    "action.continue": (
        lambda shifts, s: s.any(lambda now: _deed(now).shifts == shifts) or _was_last(s, shifts),
    ),
    "action.spin": _SHIFTS_NOW,
    "action.resist": (
        *_BOX,
        lambda shifts_resisted, s: s.was(lambda now: _deed(now).resisted == shifts_resisted),
        lambda severity, shifts: shifts == _WORTH[severity],
    ),
    "action.invoke": (lambda shifts, s: s.does("aspect_invoked", change=shifts),),
    "action.boost_move": (
        *_BOX,
        lambda severity, shifts: shifts == _WORTH[severity],
    ),
    "action.move": _SPENT,
    "action.move_another": _SPENT,
    "action.free_move": (lambda shifts_spent: 0 <= shifts_spent <= 1,),
    "action.one": (
        lambda shifts_left, s: s.was(lambda now: now.play.conflict.stage.part.left == shifts_left),
    ),
    "action.recovery": (
        lambda box_number, shifts_left, s: s.was(
            lambda now: now.play.conflict.stage.part.left == shifts_left + box_number
        ),
    ),
    "action.maneuver": (
        lambda shifts, free_invokes: (
            free_invokes == (0 if shifts < 1 else 1 + (shifts >= 3) + (shifts >= 6))
        ),
        lambda aspect, free_invokes, boxes_at_first, s: (
            boxes_at_first >= 0 and free_invokes == _invokes(s, aspect)
        ),
    ),
    "action.defense": (
        lambda target, track_name, stress_threshold, s: (
            s.does("ward_set", target=target, threshold=stress_threshold)
            or s.was(lambda now: stress_threshold in _thresholds(now, target, track_name))
        ),
    ),
    "action.attack_thing": (lambda stress_threshold, s: s.says(stress_threshold),),
    "action.long": (
        lambda stress_threshold, s: (
            [stress_threshold] == [*s.cites("duration_steps", "time.track")]
        ),
    ),
    # stress
    "stress.mark": (
        lambda stress_taken, box_number, stress_threshold: box_number >= stress_taken,
        *_BOX,
    ),
    "stress.taken_out": (
        lambda stress_taken, stress_threshold, s: (
            max(s.cites("box_number", "stress.mark")) > stress_threshold
        ),
    ),
    # refusals
    "acted_already": (
        lambda exchange_number, s: s.was(lambda now: now.play.conflict.exchange == exchange_number),
    ),
    "not_a_free_move": (lambda pass_value_maximum: pass_value_maximum == 1,),
    "threshold_assigned": (
        lambda stress_threshold, s: s.was(
            lambda now: now.play.chart.borders[s.move["border"]].threshold == stress_threshold
        ),
    ),
    "too_few_shifts": (lambda shifts_needed, shifts_left: shifts_needed > shifts_left,),
    "unfit_bid": (
        lambda shifts_bid, shifts_maximum: not 0 <= shifts_bid <= shifts_maximum,
        lambda shifts_bid, s: s.says(shifts_bid),
    ),
    "no_such_door": (
        lambda shifts_left, s: s.was(lambda now: now.play.conflict.stage.part.left == shifts_left),
    ),
    "bid_already": (
        lambda shifts_bid, s: s.was(
            lambda now: shifts_bid in dict(now.play.conflict.stage.bids).values()
        ),
    ),
    "unfit_side": (lambda side, side_maximum: not 0 <= side <= side_maximum,),
    "not_your_side": (lambda side, own_sides: str(side) not in own_sides,),
    "no_two_sides": (lambda sides_on_map, sides_needed: sides_on_map < sides_needed,),
    "map_full": (lambda map_parts_drawn, map_parts_allowed: map_parts_drawn >= map_parts_allowed,),
    "box_not_free": (lambda box_number, boxes_free: str(box_number) not in boxes_free,),
    "box_not_marked": (lambda box_number, boxes_clearable: str(box_number) not in boxes_clearable,),
}


def _outside(given: int, minimum: int, maximum: int) -> bool:
    return not minimum <= given <= maximum


EVERYWHERE: tuple[Rule, ...] = (
    lambda rating_given, rating_minimum, rating_maximum: _outside(
        rating_given, rating_minimum, rating_maximum
    ),
    lambda reach_given, reach_minimum, reach_maximum: _outside(
        reach_given, reach_minimum, reach_maximum
    ),
    lambda threshold_given, threshold_minimum, threshold_maximum: _outside(
        threshold_given, threshold_minimum, threshold_maximum
    ),
    lambda pass_value_given, pass_value_minimum, pass_value_maximum: _outside(
        pass_value_given, pass_value_minimum, pass_value_maximum
    ),
)


def _deed(state: Any) -> Any:
    """Return the deed of the turn under way."""
    return state.play.conflict.stage.part.deed


def _opposed(state: Any) -> int:
    return int(_deed(state).opposition)


def _invokes(s: Ruled, aspect: str) -> int:
    return max(
        int(now.play.ledger[f"aspect:{aspect}"].invoke)
        if f"aspect:{aspect}" in now.play.ledger
        else 0
        for now in s.states
    )


def _thresholds(state: Any, target: str, name: str) -> set[int]:
    """Return the thresholds of a track, on the sheet and with wards."""
    tracks = state.play.characters.known[target].sheet.tracks
    wards = state.play.conflict.wards
    return {one.threshold for one in tracks if one.name == name} | {
        ward.threshold for ward in (wards.values() if hasattr(wards, "values") else wards)
    }


def _was_last(s: Ruled, shifts: int) -> bool:
    conflict = s.before.play.conflict
    return any(kept.deed.shifts == shifts for kept in conflict.kept.values())


def _place(span: Span) -> int:
    return list(Span).index(span)


def _concedes(s: Ruled, side: int) -> bool:
    open_ = s.before.play.proposals.open.values()
    return s.says(side) or any(getattr(one.subject, "side", None) == side for one in open_)


def _names_box(s: Ruled, box: int) -> bool:
    marked = [effect for effect in s.effects if getattr(effect, "box", None) == box]
    return s.says(box) or bool(marked) or box > max(s.cites("stress_threshold"), default=0)
