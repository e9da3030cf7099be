"""The numbers in the rulings of Edgerunner."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from tests.laws.figures.ruled import Ruled, swapped
from verger.domain.core.decider import Accepted, State
from verger.domain.games.edgerunner.beginning import sides_of
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.games.edgerunner.state import actors, player_of
from verger.domain.games.edgerunner.targeting import zones_of

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
    lambda shifts_spent, s: bool(s.done("shifts_spent", shifts=shifts_spent)),
)
_BOX: tuple[Rule, ...] = (
    lambda track_name, box_number, s: bool(
        s.done("stress_marked", track=track_name, box=box_number)
    ),
)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # the map
    "map.zones": (lambda side, s: s.says(side),),
    "map.range": (lambda zones_away, s: s.any(lambda now: _deed(now).range == zones_away),),
    "map.doors": (
        lambda door, shifts_left, s: s.was(
            lambda now: now.play.conflict.stage.part.left == shifts_left + 2
        ),
    ),
    "map.borders": (
        lambda border, pass_values, s: (
            pass_values
            in [
                tuple(str(way.value) for way in drawn.ways)
                for drawn in s.done("border_added", "border_redefined", border=border)
            ]
        ),
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
        lambda exchange_number, s: bool(s.done("exchange_begun", exchange=exchange_number + 1)),
    ),
    "initiative.auction": (
        lambda shifts_bid, s: shifts_bid == s.move["shifts"],
        lambda shifts_maximum, s: (
            _takes(s, {**s.move, "shifts": shifts_maximum})
            and not _takes(s, {**s.move, "shifts": shifts_maximum + 1})
        ),
    ),
    "end.concession": (lambda side, s: side > 0 and _concedes(s, side),),
    "end.taken_out": (
        lambda side, s: side == s.before.play.condition(s.done("fate_decided")[0].target).side,
        lambda remaining_sides, s: (
            remaining_sides == _sides(s.then("fate_decided")[-1], on_map=True)
        ),
    ),
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
        lambda shifts, s: {shifts} == ({*s.cites("shifts", "action.roll")} or {_last(s)}),
    ),
    "action.spin": _SHIFTS_NOW,
    "action.resist": (
        *_BOX,
        lambda shifts_resisted, s: s.was(lambda now: _deed(now).resisted == shifts_resisted),
        lambda severity, shifts: shifts == _WORTH[severity],
    ),
    "action.invoke": (lambda shifts, s: bool(s.done("aspect_invoked", change=shifts)),),
    "action.boost_move": (
        *_BOX,
        lambda severity, shifts: shifts == _WORTH[severity],
    ),
    "action.move": _SPENT,
    "action.move_another": _SPENT,
    "action.free_move": (lambda route, shifts_spent, s: shifts_spent == _cost(s, route) <= 1,),
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
        lambda shifts, s: shifts == _settled(s).shifts,
        lambda aspect, free_invokes, boxes_at_first, s: (
            boxes_at_first == s.before.play.aspects.held[aspect].boxes
            and free_invokes == _invokes(s, aspect)
        ),
    ),
    "action.defense": (
        lambda target, track_name, stress_threshold, s: (
            stress_threshold == _threshold(s.after, target, track_name)
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
        lambda stress_taken, s: stress_taken == _settled(s).shifts,
        lambda box_number, stress_threshold, s: (
            box_number == _box(s) if box_number > stress_threshold else _is_marked(s, box_number)
        ),
        lambda box_number, s: box_number == (s.move["box"] if "box" in s.move else _box(s)),
        lambda stress_threshold, s: (
            stress_threshold
            == _threshold(s.before, _settled(s).action.target, _settled(s).action.track)
        ),
    ),
    "stress.taken_out": (
        lambda stress_taken, stress_threshold, s: (
            [(stress_taken, stress_threshold)]
            == [
                *zip(
                    s.cites("stress_taken", "stress.mark"),
                    s.cites("stress_threshold", "stress.mark"),
                    strict=True,
                )
            ]
            and max(s.cites("box_number", "stress.mark")) > stress_threshold
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
    "too_few_shifts": (
        lambda shifts_needed, s: (
            shifts_needed == (s.move["box"] if "box" in s.move else _cost(s, s.move["route"]))
        ),
        lambda shifts_needed, shifts_left, s: (
            shifts_needed > shifts_left == s.before.play.conflict.stage.part.left
        ),
    ),
    "unfit_bid": (lambda shifts_bid, shifts_maximum, s: s.bounds(shifts_bid, 0, shifts_maximum),),
    "no_such_door": (
        lambda shifts_left, s: s.was(lambda now: now.play.conflict.stage.part.left == shifts_left),
    ),
    "bid_already": (
        lambda shifts_bid, s: s.was(
            lambda now: shifts_bid in dict(now.play.conflict.stage.bids).values()
        ),
    ),
    "unfit_side": (lambda side, side_maximum, s: s.bounds(side, 0, side_maximum),),
    "not_your_side": (
        lambda side, s: side == s.move["subject"]["side"],
        lambda own_sides, s: own_sides == _sides(s.before, s.seat),
    ),
    "no_two_sides": (
        lambda sides_on_map, sides_needed, s: (
            len(sides_of(s.before)) == sides_on_map < sides_needed == 2
        ),
    ),
    "map_full": (
        lambda map_part, map_parts_drawn, map_parts_allowed: (
            map_parts_drawn == map_parts_allowed == {"zones": 40, "borders": 80}[map_part]
        ),
    ),
    "box_not_free": (
        lambda box_number, boxes_free, s: (
            s.says(box_number) and boxes_free == _boxes(s, box_number)
        ),
    ),
    "box_not_marked": (
        lambda box_number, boxes_clearable, s: (
            s.says(box_number) and boxes_clearable == _boxes(s, box_number)
        ),
    ),
    "out_of_reach": (
        lambda skill_name, zones_away, reach_zones, s: (
            zones_away == _distance(s) > reach_zones == _skill(s, skill_name).reach
        ),
    ),
}

EVERYWHERE: tuple[Rule, ...] = (
    lambda rating_given, rating_minimum, rating_maximum, s: s.bounds(
        rating_given, rating_minimum, rating_maximum
    ),
    lambda reach_given, reach_minimum, reach_maximum, s: s.bounds(
        reach_given, reach_minimum, reach_maximum
    ),
    lambda threshold_given, threshold_minimum, threshold_maximum, s: s.bounds(
        threshold_given, threshold_minimum, threshold_maximum
    ),
    lambda pass_value_given, pass_value_minimum, pass_value_maximum, s: s.bounds(
        pass_value_given, pass_value_minimum, pass_value_maximum
    ),
)


def _deed(state: Any) -> Any:
    """Return the deed (action) of the current turn."""
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


def _settled(s: Ruled) -> Any:
    """Return the deed at the moment that its roll is settled."""
    return _deed(s.then("action_settled")[-1])


def _threshold(state: State[Any], target: str, track: str | None) -> int:
    """Return the threshold of a border, of an aspect or of a track with its defense."""
    play = state.play
    if track is None:
        border = play.chart.borders.get(target)
        return int(border.threshold if border else play.aspects.held[target].boxes)
    own = play.characters.known[target].sheet.tracks
    threshold = next(one.threshold for one in own if one.name == track)
    wards = play.conflict.wards if play.conflict else ()
    kept = [one.threshold for one in wards if (one.target, one.track) == (target, track)]
    return int(kept[0] if kept else threshold)


def _box(s: Ruled) -> int:
    """Return the box that the stress marks: the box with the number of shifts, or the next free box."""
    deed, play = _settled(s), s.before.play
    target, track = deed.action.target, deed.action.track
    thing = play.chart.borders.get(target) or play.aspects.held.get(target)
    marked = thing.marked if thing else play.condition(target).marked(track)
    return next(box for box in count(int(deed.shifts)) if box not in marked)


def _is_marked(s: Ruled, box: int) -> bool:
    return bool(s.done("stress_marked", "border_stressed", "aspect_stressed", box=box))


def _cost(s: Ruled, route: str) -> int:
    """Return the price of a route: the values of its ways, and 2 for each shut door."""
    borders = s.before.play.chart.borders
    steps = [step.split(".") for step in route.split(" ")]
    ways = [borders[border].ways[int(number) - 1] for border, number in steps]
    return sum(int(way.value) + 2 * (way.door == "shut") for way in ways)


def _sides(state: State[Any], seat: str | None = None, *, on_map: bool = False) -> tuple[str, ...]:
    """Return the sides that still have actors, of all seats or of one seat."""
    acting = [id for id in actors(state) if seat is None or player_of(state, id) == seat]
    conditions = [state.play.condition(id) for id in acting]
    return tuple(map(str, sorted({one.side for one in conditions if one.zone or not on_map})))


def _last(s: Ruled) -> int:
    """Return the shifts of the character's deed in the previous exchange."""
    conflict = s.before.play.conflict
    return int(conflict.kept[conflict.stage.actor].deed.shifts)


def _place(span: Span) -> int:
    return list(Span).index(span)


def _concedes(s: Ruled, side: int) -> bool:
    def is_proposed(state: Any) -> bool:
        open_ = state.play.proposals.open.values()
        return any(getattr(one.subject, "side", None) == side for one in open_)

    return s.says(side) or s.was(is_proposed)


def _boxes(s: Ruled, given: int) -> tuple[str, ...]:
    """Return the boxes that would make the refused move acceptable, in the place of the given box.

    A settlement can name the box twice, so each place is tried separately.
    """
    taken = [
        str(box)
        for box in range(1, 41)
        if any(_takes(s, move) for move in swapped(s.move, given, box))
    ]
    return tuple(taken)


def _takes(s: Ruled, move: Any) -> bool:
    return isinstance(s.judged(move), Accepted)


def _skill(s: Ruled, name: str) -> Any:
    skills = s.before.play.characters.known[s.before.play.conflict.stage.actor].sheet.skills
    return next(skill for skill in skills if skill.name == name)


def _distance(s: Ruled) -> int:
    """Return the smallest number of borders between the actor and the target of its action."""
    play, steps = s.before.play, 0
    reached = {play.condition(play.conflict.stage.actor).zone}
    while not reached & {*zones_of(s.before, s.move["action"]["target"])}:
        ends = [border.ends for border in play.chart.borders.values()]
        reached = reached.union(*[both for both in ends if reached & {*both}])
        steps += 1
    return steps
