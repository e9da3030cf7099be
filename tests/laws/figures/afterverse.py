"""The numbers in the rulings of Afterverse."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.laws.figures.ruled import Ruled, powers
from verger.domain.games.afterverse.rolling import dice_of

Rule = Callable[..., bool]

_POOL: tuple[Rule, ...] = (
    lambda dice, dice_lost: dice >= 0 and dice_lost >= 0,
    lambda pool_in_words, dice, s: s.any(
        lambda now: (pool_in_words, dice) in [(one.named, one.pool) for one in _parts(now)]
    ),
)
_DEPOSIT: tuple[Rule, ...] = (
    lambda character, hits, s: any(
        (result.character, result.counts) == (character, hits) for result in _results(s)
    ),
)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # sessions
    "session.begin": (
        lambda session_number, s: s.any(lambda now: now.play.sessions == session_number),
    ),
    "session.end": (
        lambda session_number, s: s.any(lambda now: now.play.sessions == session_number),
    ),
    # tests
    "test.pool": _POOL,
    "test.default": _POOL,
    "test.attribute": _POOL,
    "test.call": (lambda risk, s: s.says(risk) or risk == 0,),
    "test.hits": (
        lambda dice, dice_shown, pips_added, hits, sixes, s: (
            (len(dice_shown), hits, sixes)
            == (dice, _at_least(5, dice_shown, pips_added), _at_least(6, dice_shown, pips_added))
            and tuple(map(int, dice_shown)) in _rolls(s)
        ),
        lambda character, hits, threshold, s: any(
            (result.character, result.hits) == (character, hits) for result in _results(s)
        ),
        lambda character, hits, s: (
            any(result.character == character for result in _results(s)) or hits >= 0
        ),
        lambda dice: dice >= 0,
    ),
    "test.critical": (lambda hits, sixes: 0 < sixes <= hits,),
    "test.opposed": (
        lambda initiator, hits, opposing_hits, s: (
            {hits, opposing_hits} <= {one.hits for now in s.states for one in _parts(now)}
        ),
        lambda test, character, dice, s: s.was(lambda now: dice in _pools(now.play.tests[test])),
    ),
    "team.assist": (
        lambda test, dice_added, s: s.any(
            lambda now: now.play.tests[test].actors[0].helped == dice_added
        ),
    ),
    "team.teamwork": (
        lambda leadership_hits: leadership_hits == 0,
        lambda test, rolls_counted, s: sum(powers(rolls_counted)) in [r.hits for r in _results(s)],
    ),
    # glitches
    "glitch.roll": (
        lambda characters, dice, s: (
            dice - 2 - (len(characters) > 1) in {0, *s.cites("risk", "glitch.risk")}
        ),
    ),
    "glitch.risk": (lambda risk, dice, s: dice in [*s.cites("dice", "glitch.roll")],),
    "glitch.group": (lambda characters, dice, s: dice in [*s.cites("dice", "glitch.roll")],),
    "glitch.time": (
        lambda test, risk, time_factor, s: (
            s.was(lambda now: risk + 1 in [one.risk for one in now.play.tests[test].actors])
            and s.step.after is not None
            and time_factor >= 2
        ),
    ),
    # banks
    "bank.hits": (
        lambda hits_held, hits_spent: hits_spent <= hits_held,
        lambda hits, hits_held, hits_kept, hits_allowed: (
            hits_kept
            == (
                min(max(0, hits_allowed - hits_held), hits)
                if isinstance(hits_allowed, int)
                else hits
            )
        ),
        lambda bank, hits_held, s: s.any(lambda now: now.play.hits(bank) == hits_held),
        lambda hits_spent, s: s.says(hits_spent),
        lambda bank, hits, s: s.was(lambda now: now.play.hits(bank) == hits) or bool(_results(s)),
        lambda bank, hits_allowed, s: s.any(lambda now: now.play.banks[bank].cap == hits_allowed),
        lambda points_changed, s: s.says(points_changed),
        lambda character, point_kind, points_held, s: s.was(
            lambda now: now.play.holds(character, point_kind) == points_held
        ),
        *_DEPOSIT,
    ),
    "awareness.bank": (
        lambda points_spent, s: points_spent in (0, 1, 2) or s.says(points_spent),
        *_DEPOSIT,
    ),
    "awareness.again": (
        lambda points_spent: points_spent == 2,
        lambda character, tests_made, s: s.was(
            lambda now: now.play.scenery.situation.looked[character] + 1 == tests_made
        ),
    ),
    # Chutzpah
    "chutzpah.bank": (
        lambda character, chutzpah_left, s: s.any(
            lambda now: now.play.holds(character, "chutzpah") == chutzpah_left
        ),
        lambda character, rating, chutzpah_held, s: s.any(
            lambda now: now.play.holds(character, "chutzpah") in (rating, chutzpah_held)
        ),
    ),
    "chutzpah.good_luck": (lambda dice: dice == 0,),
    "chutzpah.long_shot": (lambda dice, s: s.says(dice) or dice > 0,),
    "chutzpah.take_two": (
        lambda dice_shown, pips_added, hits: hits == _at_least(5, dice_shown, pips_added),
        lambda dice_rerolled, s: dice_rerolled in [*map(len, _rolls(s))],
    ),
    "chutzpah.adrenaline": (lambda die_number, s: [die_number] in [[*v] for v in _rolls(s)],),
    "chutzpah.knowledge": (
        lambda test, dice, s: s.was(lambda now: dice in _pools(now.play.tests[test])),
    ),
    "chutzpah.second_wind": (
        lambda character, stun_taken, s: s.was(
            lambda now: now.play.holds(character, "stun") == stun_taken
        ),
    ),
    # refusals
    "sheet_full": (lambda entries_given, entries_allowed: entries_given > entries_allowed,),
    "wrong_rating": (
        lambda rating_given, rating_maximum, s: (
            not 0 <= rating_given <= rating_maximum and s.says(rating_given)
        ),
    ),
    "wrong_number": (
        lambda number_given, number_minimum, number_maximum, s: (
            not (number_minimum <= number_given <= number_maximum)
            and (s.says(number_given) or number_given in s.lengths)
        ),
    ),
    "too_few_points": (lambda points_held, points_needed: points_held < points_needed,),
    "too_many_tests": (lambda tests_open, tests_allowed: tests_open >= tests_allowed,),
    "too_many_banks": (lambda banks_open, banks_allowed: banks_open >= banks_allowed,),
    "too_many_questions": (
        lambda questions_waiting, questions_allowed: questions_waiting >= questions_allowed,
    ),
    "nobody_else": (
        lambda characters_known, s: s.was(
            lambda now: len(now.play.characters.known) == characters_known < 2
        ),
    ),
}

EVERYWHERE: tuple[Rule, ...] = ()


def _parts(state: Any) -> list[Any]:
    tests = [*state.play.tests.values(), *[done.test for done in state.play.done]]
    return [actor for test in tests for actor in test.actors]


def _pools(test: Any) -> list[int]:
    return [dice_of(test, at) for at in range(len(test.actors))]


def _at_least(face: int, shown: tuple[str, ...], pips: int) -> int:
    return sum(int(die) + pips >= face for die in shown)


def _results(s: Ruled) -> list[Any]:
    """Return the results of tests that the move brought about or that it finds."""
    found = [r for effect in s.effects for r in getattr(effect, "results", ())]
    tests = [test for state in s.states for test in state.play.tests.values()]
    return found + [result for test in tests for result in test.results]


def _rolls(s: Ruled) -> list[tuple[int, ...]]:
    """Return the dice that fell."""
    shown = [
        tuple(effect.dice)
        for effect in s.effects
        if hasattr(effect, "dice") and isinstance(effect.dice, tuple)
    ]
    typed = tuple(s.move.get("reported") or ())
    return [*shown, typed, *[roll.values for roll in s.step.dice.rolls]]
