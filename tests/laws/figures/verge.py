"""The numbers in the rulings of Verge."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.laws.figures import verge_tokens
from tests.laws.figures.ruled import Ruled, parts, powers

Rule = Callable[..., bool]


def _is_pool(element_power: int, edge_powers: tuple[str, ...], path_steps: int, dice: int) -> bool:
    return dice == max(0, element_power + sum(powers(edge_powers)) - path_steps)


_MARKING = ("mark_added", "mark_removed")
_POOL: tuple[Rule, ...] = (
    _is_pool,
    lambda node, path, path_steps, s: path_steps == (len(path) or int(node != _target(s))),
    lambda node, element_power, s: s.was(lambda now: _power(now, node) == element_power),
    lambda edge_powers, s: all(
        s.was(lambda now, part=part: _power(now, part[0]) == int(part[1]))
        for part in (one.split(": ") for one in edge_powers)
    ),
)


def _phase(number: int) -> tuple[Rule, ...]:
    return (
        lambda load_phase: load_phase == number,
        lambda load_phase, marks: marks == {5: "!!!!", 6: "!!"}[load_phase],
    )


def _fallen(tag: str) -> Rule:
    """Return the check for the dice that an effect records."""
    return lambda dice, s: [dice] == [tuple(map(str, fell.values)) for fell in s.done(tag)]


def _is_signal(dice: tuple[str, ...], signal: int, s: Ruled) -> bool:
    """Return whether a signal is the number of dice with the seat's face, or with the best face if the seat has none."""
    face = s.before.play.conflict.participant(s.seat).face or _best(dice)
    return signal == dice.count(str(face))


_PHASE_NOW: tuple[Rule, ...] = (lambda load_phase, s: load_phase == s.before.play.step.phase,)
_ACTION: tuple[Rule, ...] = (lambda action_number, s: action_number in _open_actions(s),)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    "compile.finish": (lambda seats_taken, s: seats_taken == len(s.before.table.sitting),),
    "compile.house_rules": (
        lambda value_chosen, house_rule, s: (
            value_chosen
            in [now.table.house_rules[house_rule] for now in s.then("house_rule_chosen")]
        ),
    ),
    # Load
    "load.ideas": _phase(1),
    "load.organizations": _phase(2),
    "load.people": _phase(3),
    "load.characters": _phase(4),
    "load.first_thing": _phase(5),
    "load.second_thing": _phase(6),
    "wrong_phase": _PHASE_NOW,
    "wrong_direction": _PHASE_NOW,
    "load.cash_out": (
        lambda elements_written, element_standings: elements_written == len(element_standings),
        lambda element_standings, tokens_gained: (
            tokens_gained == max(0, sum(powers(element_standings)))
        ),
        lambda element_standings, s: all(
            int(standing) == s.after.play.network.element(id).marks.standing
            for id, standing in (one.split(": ") for one in element_standings)
        ),
    ),
    "load.accept": (
        lambda nodes_written, edges_written, s: s.any(
            lambda now: (
                (len(now.play.network.nodes), len(now.play.network.edges))
                == (nodes_written, edges_written)
            )
        ),
        lambda nodes_scrapped, s: nodes_scrapped == len(s.before.play.network.nodes),
    ),
    # marks
    "mark.power": (
        lambda element, element_power, s: (
            [*s.cites("element_power", "mark.power", element=element)]
            == [_marked(now, element) for now in s.then(*_MARKING, element=element)]
        ),
    ),
    "mark.standing": (
        lambda element, standing_marks, s: (
            standing_marks == s.after.play.network.element(element).marks.standing
        ),
    ),
    "mark.strikes": (
        lambda element, strike_marks, s: (
            strike_marks == s.after.play.network.element(element).marks.struck
        ),
    ),
    # consent
    "consent.declare": (lambda actions_declared, s: actions_declared == len(s.move["actions"]),),
    "consent.negotiate": _ACTION,
    "consent.objection": _ACTION,
    "consent.one_at_a_time": (
        lambda action_number, asked_seats, s: (
            [
                one.facts["action_number"]
                for one in s.applied
                if {"action_number", "asked_seats"} <= one.facts.keys()
            ]
            == _coming_up(s)
        ),
        lambda action_number, waiting_seats, s: action_number in _open_actions(s),
    ),
    "consent.spent": _ACTION,
    "override.allowed": _ACTION,
    "not_overridable": _ACTION,
    "contested": _ACTION,
    # overrides
    **dict.fromkeys(
        ("override.create", "override.connect", "override.change"),
        (
            lambda element_powers, s: all(
                s.was(lambda now, part=part: max(0, _power(now, part[0])) == int(part[1]))
                for part in (one.split(": ") for one in element_powers)
            ),
        ),
    ),
    "override.cost": (
        lambda tokens_due, s: (
            tokens_due == sum(sum(powers(part)) for part in s.cites("element_powers"))
        ),
    ),
    "override.payee": (
        lambda tokens_paid, s: (
            sum(s.cites("tokens_paid", "override.payee"))
            == sum(s.cites("tokens_due", "override.cost"))
        ),
    ),
    "override.raise": (
        lambda tokens_raised, tokens_paid, s: (
            tokens_paid == 2 * tokens_raised and s.says(tokens_raised)
        ),
    ),
    "override.match": (
        lambda tokens_due, raises_made, s: (
            [
                *zip(
                    s.cites("tokens_due", "override.match"),
                    s.cites("raises_made", "override.match"),
                    strict=True,
                )
            ]
            in (_prices(s)[:1], _prices(s))
        ),
    ),
    # tokens
    "token.ratified": (lambda tokens_gained: tokens_gained == 1,),
    "token.interest": (
        lambda element_power, tokens_gained: tokens_gained == max(0, element_power),
        lambda node, element_power, s: s.was(lambda now: _power(now, node) == element_power),
    ),
    "interest.lose": (
        lambda element, element_power, s: element_power == _marked(s.after, element),
    ),
    "interest_full": (
        lambda element, element_power, s: s.was(lambda now: _power(now, element) == element_power),
        lambda element, element_power, interest_points, s: (
            interest_points
            == sum(stake.points for stake in s.before.play.interest.stakes.get(element, ()))
            >= element_power
        ),
    ),
    **verge_tokens.FIGURES,
    # conflicts
    "conflict.pool": _POOL,
    "conflict.pool_gm": _POOL,
    "conflict.call": (
        lambda node, goal_number, s: bool(s.done("conflict_joined", node=node, goal=goal_number)),
    ),
    "conflict.goals": (
        lambda goal_number, s: (
            [*s.cites("goal_number", "conflict.goals")]
            == [len(now.play.conflict.goals) for now in s.then("goal_stated")]
        ),
        lambda changes_named, s: changes_named == len(s.move["goal"].get("changes", ())),
        # The same move can state a goal and win it, and the winner then pays.
        lambda tokens_paid, s: (
            tokens_paid <= sum(s.cites("tokens_paid", "conflict.goals"))
            and sum(s.cites("tokens_paid", "conflict.goals"))
            == sum(one.amount for one in s.done("tokens_moved", reason="a goal's change"))
        ),
    ),
    "conflict.roll": (lambda dice, signal, s: _is_roll(s, dice, signal),),
    "conflict.burn": (_fallen("edge_burned"), _is_signal),
    "conflict.reroll": (_fallen("noise_rerolled"), _is_signal),
    "conflict.round": (lambda round, s: bool(s.done("round_began", round=round)),),
    "conflict.conclude": (
        lambda goal_number, s: bool(s.done("conflict_decided", goal=goal_number)),
        lambda signals, s: s.any(lambda now: _signals(now) >= {*signals}),
    ),
    "conflict.ties": (
        lambda signal, s: {signal} == {max(powers(part)) for part in s.cites("signals")},
    ),
    "conflict.insurance": (
        lambda winning_signal, own_signal, tokens_gained: (
            tokens_gained == max(0, winning_signal - own_signal)
        ),
        lambda seat, own_signal, s: own_signal == _decided(s).participant(seat).signal,
        lambda winning_signal, s: winning_signal == _winning(_decided(s)),
    ),
    "conflict.development": (
        _fallen("dice_traded"),
        lambda dice, best_values: best_values == max(map(dice.count, dice), default=0),
        lambda first_value, second_value, tokens_gained: (
            tokens_gained == abs(first_value - second_value)
        ),
    ),
    "fnol.budget": (
        lambda tokens_budgeted: tokens_budgeted == 12,
        lambda tokens_left, s: [*s.cites("tokens_left", "fnol.budget")] == _returned(s),
    ),
    "fnol.conflict": (
        lambda gm_noise, player_noise, tokens_gained: tokens_gained == abs(gm_noise - player_noise),
        lambda signal, virtual_signal, s: s.was(
            lambda now: signal + 1 - now.play.conflict.taking.signal == virtual_signal
        ),
    ),
    # refusals
    "action_past": (
        lambda declaration, open_action_number, s: (
            open_action_number == s.before.play.declarations[declaration].current
        ),
        lambda action_number, s: action_number == s.move["action"],
    ),
    "unknown_goal": (lambda goal_number, s: goal_number == s.move["goal"],),
    "no_such_die": (lambda face_chosen, s: s.says(face_chosen),),
    "weakened": (
        lambda element, element_label, weak_marks, s: (
            weak_marks == _weak(s, element, element_label)
        ),
    ),
    "no_players": (lambda player_seats: player_seats == 0,),
    "scene_full": (
        lambda additions_seen, additions_allowed: additions_seen == additions_allowed == 100,
    ),
    "already_tied": (lambda thing_number, s: thing_number in _things(s),),
}

EVERYWHERE: tuple[Rule, ...] = ()


def _power(state: Any, id: str) -> int:
    element = state.play.network.element(id)
    return 0 if element.eliminated else int(element.marks.power)


def _marked(state: Any, id: str) -> int:
    return int(state.play.network.element(id).marks.power)


def _target(s: Ruled) -> str:
    """Return the target of the goal that a seat fights for."""
    conflict = s.before.play.conflict
    return str(conflict.goals[conflict.participant(s.seat).goal - 1].target)


def _open_actions(s: Ruled) -> set[int]:
    """Return the numbers of the open actions in the declarations that the move is about, also after a rewind."""
    about = {getattr(effect, "declaration", None) for effect in s.effects} | {_declaration(s)}
    moments = (s.before, *s.then("rewound"))
    known = [declared for now in moments for declared in now.play.declarations.items()]
    return {one.current for id, one in known if id in about}


def _declaration(s: Ruled) -> Any:
    return s.move.get("declaration") or next(s.cites("declaration"), None)


def _prices(s: Ruled) -> list[tuple[int, int]]:
    """Return tokens and raises: of each match that the move pays, and of the whole price."""
    play = s.before.play
    about = {getattr(effect, "declaration", None) for effect in s.effects}
    known = [
        one.override for now in s.states for id, one in now.play.declarations.items() if id in about
    ]
    matched = [
        (effect.tokens, len(play.declarations[effect.declaration].override.unmatched))
        for effect in s.done("raises_matched")
    ]
    whole = [one for one in known if one][-1]
    return [*matched, (whole.total, len(whole.raises))]


def _coming_up(s: Ruled) -> list[int]:
    """Return the actions that the move opens, and the actions that it records without opening them."""
    reworded = {(effect.declaration, effect.action) for effect in s.done("action_reworded")}
    open_ = _current(s.before) - reworded
    numbers: list[int] = []
    for effect, state in zip(s.effects, s.states[1:], strict=True):
        tag = effect.__struct_config__.tag
        if tag == "rewound":
            open_ = _current(state)
        elif tag in ("action_opened", "action_recorded"):
            place = (effect.declaration, effect.action)
            if tag == "action_opened" or place not in open_:
                numbers.append(effect.action)
            open_.add(place)
    return numbers


def _current(state: Any) -> set[tuple[str, int]]:
    """Return the current action of each declaration."""
    declarations = state.play.declarations.items()
    return {(id, declaration.current) for id, declaration in declarations}


def _returned(s: Ruled) -> list[int]:
    """Return the story tokens that go back to the bank from the budget of each notice that ends.

    If a move settles a dispute by a rewind, a notice can end before the rewind and again after it.
    """
    amounts, amount = [], 0
    for effect in s.done("tokens_moved", "notice_ended"):
        if effect.__struct_config__.tag == "notice_ended":
            amounts.append(amount)
            amount = 0
        elif (effect.rule, effect.target) == ("fnol.budget", "bank"):
            amount += effect.amount
    return amounts


def _best(shown: tuple[str, ...]) -> int:
    """Return the most frequent face of dice; the highest if several are equally frequent; 0 without dice."""
    return max(map(int, shown), key=lambda face: (shown.count(str(face)), face), default=0)


def _is_roll(s: Ruled, shown: Any, signal: int) -> bool:
    """Return whether the dice and the signal are right, for a roll or for the choice of another face."""
    if isinstance(shown, tuple):
        return signal == _best(shown) and _fallen("pool_rolled")(shown, s)
    own: tuple[int, ...] = s.before.play.conflict.participant(s.seat).dice
    return bool(signal == s.move["face"] and shown == own.count(signal))


def _decided(s: Ruled) -> Any:
    """Return the conflict when it was decided."""
    conflicts = (state.play.conflict for state in s.states)
    return next(one for one in conflicts if one and one.winner is not None)


def _winning(conflict: Any) -> int:
    """Return the winner's signal. In a notice, it is one more than the signal of the notice's player, if active."""
    taking = conflict.notice and conflict.participant(conflict.spotlight)
    player = next((one for one in conflict.active if one.seat == conflict.notice), None)
    if taking:
        return int(player.signal + 1 if player else taking.signal)
    goal = conflict.winner
    return max((one.signal for one in conflict.active if one.goal == goal), default=0)


def _things(s: Ruled) -> set[int]:
    """Return the numbers of the things that a person would get again."""
    step = s.before.play.step
    if s.move["move"] == "tie":
        return {step.phase - 4}
    edges = s.before.play.network.edges
    return {edges[part].thing for part in parts(s.move) if isinstance(part, str) and part in edges}


def _weak(s: Ruled, element: str, label: str) -> int:
    """Return how many weaken marks an element has when the move strengthens it."""
    known = s.before.play.network.element(element)
    weak = int(known.marks.written.count("?")) if known else 0
    # For an element that the move itself creates, the move uses a name such as `a1.node`.
    names = {element, *_created(s.move, label)}
    for act in parts(s.move):
        if isinstance(act, dict) and act.get("element") in names:
            if act.get("action") == "strengthen" and weak:
                break
            weak += {"weaken": 1, "repair": -1}.get(str(act.get("action")), 0)
    return weak


def _created(move: Any, label: str) -> Iterator[str]:
    """Yield the names, such as `a1.node`, of the elements with this label that a move creates."""
    for number, act in enumerate(move.get("actions", ()), 1):
        for part, member in (("node", "label"), ("edge", "edge")):
            if act["action"] == "create" and act.get(member) == label:
                yield f"a{number}.{part}"


def _signals(state: Any) -> set[str]:
    return {f"{one.seat}: {one.signal}" for one in state.play.conflict.participants}
