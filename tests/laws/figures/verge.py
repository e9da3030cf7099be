"""The numbers in the rulings of Verge."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.laws.figures.ruled import Ruled, dice, powers
from verger.domain.games.verge.model.conflict import best_face

Rule = Callable[..., bool]


def _is_pool(element_power: int, edge_powers: tuple[str, ...], path_steps: int, dice: int) -> bool:
    return dice == max(0, element_power + sum(powers(edge_powers)) - path_steps)


_POOL: tuple[Rule, ...] = (
    _is_pool,
    lambda path, path_steps: len(path) == path_steps or path == (),
    lambda node, element_power, s: s.was(lambda now: _power(now, node) == element_power),
    lambda edge_powers, s: all(
        s.was(lambda now, part=part: _power(now, part[0]) == int(part[1]))
        for part in (one.split(": ") for one in edge_powers)
    ),
)
_SIGNAL: tuple[Rule, ...] = (
    lambda dice, signal, s: (
        signal == dice.count(str(_participant(s).face or best_face(_own(dice))))
    ),
)
_PHASE: tuple[Rule, ...] = (
    lambda load_phase, s: s.any(lambda now: now.play.step.phase == load_phase),
    lambda load_phase, marks: marks == {5: "!!!!", 6: "!!"}[load_phase],
)
_ACTION: tuple[Rule, ...] = (
    lambda action_number, s: s.any(
        lambda now: action_number in [one.current for one in now.play.declarations.values()]
    ),
)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    "compile.finish": (lambda seats_taken, s: seats_taken == len(s.before.table.sitting),),
    "compile.house_rules": (
        lambda value_chosen, house_rule, s: (
            s.step.after.table.house_rules[house_rule] == value_chosen
        ),
    ),
    # Load
    **dict.fromkeys(("load.ideas", "load.organizations", "load.people", "load.characters"), _PHASE),
    "load.first_thing": _PHASE,
    "load.second_thing": _PHASE,
    "wrong_phase": _PHASE,
    "wrong_direction": _PHASE,
    "load.cash_out": (
        lambda elements_written, element_standings: elements_written == len(element_standings),
        lambda element_standings, tokens_gained: (
            tokens_gained == max(0, sum(powers(element_standings)))
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
        lambda element, element_power, s: s.any(lambda now: _power(now, element) == element_power),
    ),
    "mark.standing": (
        lambda element, standing_marks, s: s.any(
            lambda now: now.play.network.element(element).marks.standing == standing_marks
        ),
    ),
    "mark.strikes": (
        lambda element, strike_marks, s: s.any(
            lambda now: now.play.network.element(element).marks.struck == strike_marks
        ),
    ),
    # consent
    "consent.declare": (lambda actions_declared, s: actions_declared == len(s.move["actions"]),),
    "consent.negotiate": _ACTION,
    "consent.objection": _ACTION,
    "consent.one_at_a_time": _ACTION,
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
        lambda tokens_due, raises_made, s: s.any(
            lambda now: any(
                (one.override.total, len(one.override.raises)) == (tokens_due, raises_made)
                or (one.override.owed, len(one.override.unmatched)) == (tokens_due, raises_made)
                for one in now.play.declarations.values()
                if one.override
            )
        ),
    ),
    # tokens
    "token.pay": (lambda tokens_paid: total(tokens_paid) >= 0,),
    "token.boost": (
        lambda boosts_paid, s: any(
            f"{boosts_paid} boost" in paid for paid in s.cites("tokens_paid", "token.pay")
        ),
    ),
    "token.ratified": (lambda tokens_gained: tokens_gained == 1,),
    "token.interest": (
        lambda element_power, tokens_gained: tokens_gained == max(0, element_power),
        lambda node, element_power, s: s.was(lambda now: _power(now, node) == element_power),
    ),
    "interest.lose": (
        lambda element, element_power, s: s.any(lambda now: _marked(now, element) == element_power),
    ),
    "interest_full": (
        lambda element, element_power, s: s.was(lambda now: _power(now, element) == element_power),
        lambda element_power, interest_points: interest_points >= element_power,
    ),
    "not_enough_tokens": (lambda tokens_needed, tokens_held: not pays(tokens_held, tokens_needed),),
    "wrong_payment": (lambda tokens_needed, tokens_offered: tokens_needed != tokens_offered,),
    # conflicts
    "conflict.pool": _POOL,
    "conflict.pool_gm": _POOL,
    "conflict.call": (
        lambda goal_number, s: s.any(lambda now: 0 < goal_number <= len(now.play.conflict.goals)),
    ),
    "conflict.goals": (
        lambda goal_number, s: s.any(lambda now: goal_number == len(now.play.conflict.goals)),
        lambda changes_named, s: changes_named == len(s.move["goal"].get("changes", ())),
        # A goal that its winner pays for can be stated and won by the same move.
        lambda tokens_paid, s: (
            tokens_paid <= sum(s.cites("tokens_paid", "conflict.goals"))
            and sum(s.cites("tokens_paid", "conflict.goals"))
            == sum(total(paid) for paid in s.cites("tokens_paid", "token.pay"))
        ),
    ),
    "conflict.roll": (lambda dice, signal, s: _is_signal(s, dice, signal),),
    "conflict.burn": _SIGNAL,
    "conflict.reroll": _SIGNAL,
    "conflict.round": (lambda round, s: s.any(lambda now: now.play.conflict.round == round),),
    "conflict.conclude": (
        lambda goal_number, s: s.any(lambda now: 0 <= goal_number <= len(now.play.conflict.goals)),
        lambda signals, s: s.any(lambda now: _signals(now) >= {*signals}),
    ),
    "conflict.ties": (
        lambda signal, s: {signal} == {max(powers(part)) for part in s.cites("signals")},
    ),
    "conflict.insurance": (
        lambda winning_signal, own_signal, tokens_gained: (
            tokens_gained == max(0, winning_signal - own_signal)
        ),
    ),
    "conflict.development": (
        lambda dice, best_values: best_values == max(map(dice.count, dice), default=0),
        lambda first_value, second_value, tokens_gained: (
            tokens_gained == abs(first_value - second_value)
        ),
    ),
    "fnol.budget": (
        lambda tokens_budgeted: tokens_budgeted == 12,
        lambda tokens_left, s: s.does("tokens_moved", amount=tokens_left) or tokens_left == 0,
    ),
    "fnol.conflict": (
        lambda gm_noise, player_noise, tokens_gained: tokens_gained == abs(gm_noise - player_noise),
        lambda signal, virtual_signal, s: s.was(
            lambda now: signal + 1 - now.play.conflict.taking.signal == virtual_signal
        ),
    ),
    # refusals
    "action_past": (
        lambda action_number, open_action_number, s: (
            action_number != open_action_number and s.says(action_number)
        ),
    ),
    "unknown_goal": (
        lambda goal_number, s: s.was(lambda now: goal_number > len(now.play.conflict.goals)),
    ),
    "no_such_die": (lambda face_chosen, s: s.says(face_chosen),),
    "weakened": (lambda weak_marks: weak_marks > 0,),
    "no_players": (lambda player_seats: player_seats < 1,),
    "scene_full": (lambda additions_seen, additions_allowed: additions_seen >= additions_allowed,),
    "already_tied": (lambda thing_number: thing_number in (1, 2),),
    "interest_covered": (),
}

EVERYWHERE: tuple[Rule, ...] = ()


def _power(state: Any, id: str) -> int:
    element = state.play.network.element(id)
    return 0 if element.eliminated else int(element.marks.power)


def _marked(state: Any, id: str) -> int:
    return int(state.play.network.element(id).marks.power)


def _participant(s: Ruled) -> Any:
    return s.before.play.conflict.participant(s.seat)


def _own(dice_: tuple[str, ...]) -> list[int]:
    return dice(dice_)


def _is_signal(s: Ruled, dice_: Any, signal: int) -> bool:
    if isinstance(dice_, tuple):
        return signal == best_face(dice(dice_))
    return s.says(signal) and dice_ == _participant(s).dice.count(signal)


def _signals(state: Any) -> set[str]:
    return {f"{one.seat}: {one.signal}" for one in state.play.conflict.participants}


def purse(tokens: str) -> dict[str, int]:
    """Return the tokens in a text such as `2 story, 1 boost`, by their kinds."""
    named = [part.split(" ", 1) for part in tokens.split(", ") if part != "nothing"]
    return {kind.removesuffix("s"): int(number) for number, kind in named}


def total(tokens: str) -> int:
    """Return the number of tokens in a text."""
    return sum(purse(tokens).values())


def pays(held: str, needed: str) -> bool:
    """Return whether some tokens pay a price. Boosts can replace other tokens."""
    have, price = purse(held), purse(needed)
    if "of any kind" in price:
        return total(held) >= price["of any kind"]
    missing = sum(
        max(0, number - have.get(kind, 0)) for kind, number in price.items() if kind != "boost"
    )
    return have.get("boost", 0) >= missing + price.get("boost", 0)
