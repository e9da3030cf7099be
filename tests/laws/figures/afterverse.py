"""The numbers in the rulings of Afterverse."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any

from tests.laws.figures.ruled import Ruled, powers

Rule = Callable[..., bool]

_DICE: tuple[Rule, ...] = (
    lambda character, pool_name, dice, s: (
        (character, pool_name, dice)
        in [
            (part.character, part.named, part.pool)
            for effect in s.done("test_called", "test_joined")
            for part in getattr(effect, "parts", None) or (effect.part,)
        ]
    ),
)
_POOL: tuple[Rule, ...] = (*_DICE, lambda dice_lost: dice_lost == 0)
_DEPOSIT: tuple[Rule, ...] = (
    lambda character, hits, s: (
        (character, hits) in [(one.character, one.counts) for one in _settled(s)]
    ),
)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # sessions
    "session.begin": (
        lambda session_number, s: bool(s.done("session_begun", number=session_number)),
    ),
    "session.end": (
        lambda session_number, s: s.any(lambda now: now.play.sessions == session_number),
    ),
    # tests
    "test.pool": _POOL,
    "test.default": (
        *_DICE,
        lambda character, pool_name, dice_lost, s: (
            dice_lost in _missing(_sheet(s, character), pool_name)
        ),
    ),
    "test.attribute": _POOL,
    "test.call": (
        lambda test, risk, s: (
            [risk]
            == [
                *(called.parts[0].risk for called in s.done("test_called", test=test)),
                *(found.risk for found in s.done("threshold_set", test=test)),
            ]
        ),
    ),
    "test.hits": (
        lambda character, dice, dice_shown, pips_added, hits, sixes, s: (
            (len(dice_shown), hits, sixes)
            == (dice, _at_least(5, dice_shown, pips_added), _at_least(6, dice_shown, pips_added))
            and (character, dice_shown, pips_added)
            in [
                (actor.character, _shown(actor.dice), actor.pips)
                for actor in _actors(s, "roll_made")
            ]
        ),
        lambda character, dice, s: (
            (character, dice)
            in [(actor.character, len(actor.dice)) for actor in _actors(s, "roll_made")]
        ),
        lambda character, hits, threshold, s: (
            (character, hits, threshold)
            in [(result.character, result.hits, needed) for needed, result in _reckoned(s)]
            or not isinstance(threshold, int)
        ),
        lambda character, hits, s: (
            not (
                Counter(s.cites("hits", "test.hits", character=character))
                - Counter([one.hits for one in _counted(s) if one.character == character])
            )
        ),
    ),
    "test.critical": (
        lambda character, hits, sixes, s: (
            (character, hits, sixes)
            in [(result.character, result.hits, result.sixes) for _, result in _reckoned(s)]
        ),
    ),
    "test.opposed": (
        lambda initiator, hits, opposing_hits, s: (
            (initiator, hits, opposing_hits)
            in [
                (one.results[0].character, *[result.hits for result in one.results])
                for one in s.done("test_reckoned")
            ]
        ),
        lambda test, dice, s: (
            dice in [actor.pool for actor in _actors(s, "roll_readied", test=test)]
        ),
    ),
    "team.assist": (lambda test, dice_added, s: dice_added in _helped(s, test),),
    "team.teamwork": (
        lambda leadership_hits: leadership_hits == 0,
        lambda test, rolls_counted, s: (
            sum(powers(rolls_counted)) in [result.hits for _, result in _reckoned(s)]
            and {*rolls_counted} <= {*_rolled(s, test)}
        ),
    ),
    # glitches
    "glitch.roll": (
        lambda test, characters, dice, s: (
            dice
            in [
                2 + one.glitch.risk + (len(characters) > 1)
                for one in s.done("glitch_rolled", test=test)
                if one.glitch.characters == characters
            ]
        ),
    ),
    "glitch.risk": (
        lambda risk, dice, s: (
            (risk, dice)
            in [
                (one.glitch.risk, 2 + one.glitch.risk + (len(one.glitch.characters) > 1))
                for one in s.done("glitch_rolled")
            ]
        ),
    ),
    "glitch.group": (
        lambda characters, dice, s: dice in s.cites("dice", "glitch.roll", characters=characters),
    ),
    "glitch.time": (
        lambda test, risk, time_factor, s: (
            [(risk, time_factor)]
            == [(actor.risk, 2**actor.doubled) for actor in _actors(s, "time_taken", test=test)]
        ),
    ),
    # banks
    "bank.hits": (
        lambda hits, hits_held, hits_kept, hits_allowed: (
            hits_kept
            == (
                min(max(0, hits_allowed - hits_held), hits)
                if isinstance(hits_allowed, int)
                else hits
            )
        ),
        lambda bank, hits_held, s: all(
            held == s.before.play.hits(bank) + kept
            for held, kept in zip(
                s.cites("hits_held", bank=bank),
                accumulate(s.cites("hits_kept", bank=bank), initial=0),
                strict=False,
            )
        ),
        lambda hits_spent, s: hits_spent == s.move["hits"],
        lambda bank, hits, s: (
            hits == s.before.play.hits(bank)
            if s.move["move"] == "close_bank"
            else Counter(s.cites("hits", "bank.hits", bank=bank))
            <= Counter(result.counts for result in _settled(s))
        ),
        lambda bank, hits_allowed, s: s.any(lambda now: now.play.banks[bank].cap == hits_allowed),
        lambda points_changed, s: points_changed == s.move["points"],
        lambda character, point_kind, points_held, s: (
            points_held == s.before.play.holds(character, point_kind)
        ),
        *_DEPOSIT,
    ),
    "awareness.bank": (
        lambda character, points_spent, s: points_spent == _taken(s, character, "awareness"),
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
        lambda character, chutzpah_left, s: (
            chutzpah_left
            == s.before.play.holds(character, "chutzpah") - _taken(s, character, "chutzpah")
        ),
        lambda character, attribute_name, rating, s: (
            rating == _rating(_sheet(s, character), attribute_name)
        ),
        lambda character, chutzpah_held, s: (
            chutzpah_held == s.after.play.holds(character, "chutzpah")
        ),
    ),
    "chutzpah.long_shot": (lambda dice, s: dice == s.move["dice"],),
    "chutzpah.good_luck": (
        lambda dice: dice == 0,
        lambda character, pips_added, s: (
            pips_added
            in {
                *s.cites("pips_added", "test.hits", character=character),
                *s.cites("pips_added", "chutzpah.take_two"),
            }
        ),
    ),
    "chutzpah.take_two": (
        lambda dice_shown, pips_added, hits: hits == _at_least(5, dice_shown, pips_added),
        lambda test, dice_shown, pips_added, s: (
            [(dice_shown, pips_added)]
            == [
                (_shown(actor.dice), actor.pips) for actor in _actors(s, "dice_rerolled", test=test)
            ]
        ),
        lambda test, dice_rerolled, s: (
            [dice_rerolled]
            == [
                sum(1 < die < 5 for die in s.before.play.tests[test].actors[one.place].dice)
                for one in s.done("dice_rerolled")
            ]
        ),
    ),
    "chutzpah.adrenaline": (
        lambda character, die_number, s: bool(
            s.done("tokens_moved", target=f"character:{character}", amount=die_number)
        ),
    ),
    "chutzpah.knowledge": (
        lambda test, dice, s: (
            dice in [actor.pool for actor in _actors(s, "roll_sealed", test=test)]
        ),
    ),
    "chutzpah.second_wind": (
        lambda character, stun_taken, s: s.was(
            lambda now: now.play.holds(character, "stun") == stun_taken
        ),
    ),
    # refusals
    "sheet_full": (
        lambda entries_given, entries_allowed, s: (
            entries_given in s.lengths and entries_given > entries_allowed == 40
        ),
    ),
    "wrong_rating": (
        lambda rating_given, rating_maximum, s: s.bounds(rating_given, 0, rating_maximum),
    ),
    "wrong_number": (
        lambda number_given, number_minimum, number_maximum, s: (
            s.bounds(number_given, number_minimum, number_maximum)
            or (number_given in s.lengths and (number_minimum, number_maximum) == (1, 12))
        ),
    ),
    "too_few_points": (
        lambda bank_in_words, points_held, points_needed, s: (
            points_held < points_needed
            and points_held == _in_bank(s, bank_in_words)
            and points_needed == _price(s)
        ),
    ),
    "too_many_tests": (lambda tests_open, tests_allowed: tests_open == tests_allowed == 20,),
    "too_many_banks": (lambda banks_open, banks_allowed: banks_open == banks_allowed == 50,),
    "too_many_questions": (
        lambda questions_waiting, questions_allowed: questions_waiting == questions_allowed == 20,
    ),
    "nobody_else": (
        lambda characters_known, s: s.was(
            lambda now: len(now.play.characters.known) == characters_known < 2
        ),
    ),
}

EVERYWHERE: tuple[Rule, ...] = ()


def _actors(s: Ruled, tag: str, **members: object) -> list[Any]:
    """Return the actors that effects of a kind are about, in their state after the effect."""
    return [
        now.play.tests[effect.test].actors[effect.place]
        for effect, now in zip(s.done(tag, **members), s.then(tag, **members), strict=True)
    ]


def _reckoned(s: Ruled) -> list[tuple[Any, Any]]:
    """Return the needed hits and the result of each test that the move decides."""
    return [
        (getattr(now.play.tests[effect.test].threshold, "hits", None), result)
        for tag in ("test_reckoned", "outcome_told")
        for effect, now in zip(s.done(tag), s.then(tag), strict=True)
        for result in getattr(effect, "results", None) or (effect.result,)
    ]


def _counted(s: Ruled) -> list[Any]:
    """Return all rolls and results that have hits in this move."""
    rolled = [actor for actor in _actors(s, "roll_made") if actor.dice]
    return [*rolled, *(result for _, result in _reckoned(s))]


def _settled(s: Ruled) -> list[Any]:
    """Return the results of the tests that the move closes."""
    closed = {effect.test for effect in s.done("test_closed")}
    last = {id: now.play.tests[id] for now in s.states for id in closed if id in now.play.tests}
    return [result for test in last.values() for result in test.results]


def _helped(s: Ruled, test: str) -> list[int]:
    """Return the dice that the main actor of a test has from helpers when the test is decided."""
    states = s.then("test_reckoned", test=test)
    actors = [actor for now in states for actor in now.play.tests[test].actors]
    return [actor.helped for actor in actors if actor.role == "main"]


def _rolled(s: Ruled, test: str) -> list[str]:
    states = s.then("test_reckoned", test=test)
    actors = [actor for now in states for actor in now.play.tests[test].actors]
    return [f"{actor.character}: {actor.hits}" for actor in actors if actor.role == "member"]


def _sheet(s: Ruled, character: str) -> Any:
    return s.after.play.characters.known[character].sheet


def _missing(sheet: Any, words: str) -> list[int]:
    """Return how far the level of a skill is below the level that a specialization requires."""
    levels = {skill.name: skill.level for skill in sheet.skills}
    return [
        own.requisite - levels.get(own.skill, 0)
        for own in sheet.specializations
        if words.endswith(f" + {own.skill} ({own.name})")
    ]


def _rating(sheet: Any, name: str) -> int:
    return next((one.rating for one in sheet.attributes if one.name == name), 0)


def _taken(s: Ruled, character: str, kind: str) -> int:
    source = f"character:{character}"
    return sum(one.amount for one in s.done("tokens_moved", source=source, token=kind))


def _in_bank(s: Ruled, words: str) -> int:
    """Return the points of a bank that is named in words, such as `the stun bank of Ann`."""
    if "bank" in s.move:
        return int(s.before.play.hits(s.move["bank"]))
    return int(s.before.play.holds(_payer(s), words.split()[1]))


def _payer(s: Ruled) -> str:
    if "question" in s.move:
        return str(s.before.play.scenery.questions[s.move["question"]].character)
    return str(s.move["character"])


def _price(s: Ruled) -> int:
    """Return the points that a move costs: the number in the move, or two for a detail that was there before."""
    is_second = s.move["move"] == "notice" and s.move.get("before", False)
    said: int = s.move.get("hits") or s.move.get("points") or 0
    return said or (2 if is_second else 1)


def _shown(dice: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, dice))


def _at_least(face: int, shown: tuple[str, ...], pips: int) -> int:
    return sum(int(die) + pips >= face for die in shown)
