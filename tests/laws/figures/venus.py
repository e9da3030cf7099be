"""The numbers in the rulings of the Venus Engine."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tests.laws.figures.ruled import Ruled

Rule = Callable[..., bool]

_SUCCEEDS_FROM = {"bronze": 5, "silver": 4, "gold": 3, "platinum": 2}
_CLAIM: tuple[Rule, ...] = (lambda claim, s: s.any(lambda now: claim in _claims(now)),)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # chapters, Lots, rulings, scenes
    "chapter.begin": (
        lambda chapter_number, s: s.any(lambda now: now.play.step.number == chapter_number),
    ),
    "chapter_running": (
        lambda chapter_number, s: s.was(lambda now: now.play.step.number == chapter_number),
    ),
    "lots.start": (
        lambda lots_held, s: lots_held in (10, s.before.table.house_rules.get("starting_lots")),
    ),
    "lots.earn": (lambda seat, lots_held, s: _holds(s, seat, lots_held),),
    "lots.cap": (
        lambda lots_owed, s: lots_owed > 0,
        lambda lots_allowed: lots_allowed == 10,
    ),
    "ruling.new": (
        lambda dispute, views_stated, s: (
            views_stated == len({view.seat for view in s.before.table.disputes.open[dispute].views})
            or views_stated == len(s.before.table.disputes.open[dispute].views)
        ),
    ),
    "scene.split": (
        lambda scenes_open, s: s.any(lambda now: len(now.play.scenes.open) == scenes_open),
    ),
    # checks
    "roll.ability": (lambda score, s: s.any(lambda now: now.play.roll.score == score),),
    "check.difficulty": (
        lambda roll, difficulty, s: s.says(difficulty),
        lambda difficulty, median_difficulty, is_set_by_fc, s: (
            s.says(difficulty) if is_set_by_fc else difficulty == median_difficulty
        ),
    ),
    "check.factors": (
        lambda factors_counted, target_number, s: (
            [target_number - factors_counted] == [*s.cites("difficulty", "check.difficulty")]
        ),
        lambda factors_counted, s: factors_counted == len(s.move.get("factors", ())),
    ),
    "check.roll": (
        lambda natural_roll, score, roll_total: roll_total == natural_roll + score,
        lambda score, target_number, s: s.was(
            lambda now: (now.play.roll.score, now.play.roll.stage.target) == (score, target_number)
        ),
    ),
    "check.auto": (
        lambda natural_roll, s: [natural_roll] == [*s.cites("natural_roll", "check.roll")],
    ),
    "check.bonus": (
        *_CLAIM,
        lambda points_missing, bonus_maximum, s: (
            points_missing > bonus_maximum
            and [points_missing]
            == [
                goal - own
                for goal, own in zip(s.cites("target_number"), s.cites("roll_total"), strict=True)
            ]
        ),
        lambda factors_counted, best_bonus, roll_total, s: (
            s.was(lambda now: now.play.roll.stage.total + best_bonus == roll_total)
            and len(_fallen(s)) == factors_counted
            and max(_fallen(s)) == best_bonus
        ),
        lambda roll_total, target_number, s: s.was(
            lambda now: now.play.roll.stage.target == target_number
        ),
    ),
    "check.cancel": (lambda rewind_version, s: 1 <= rewind_version < s.version,),
    # tasks
    "job.learn": (*_CLAIM, lambda exp_marked, job_name, s: _job(s, job_name, "exp", exp_marked)),
    "job.level": (
        lambda exp_marked, job_name, s: s.any(lambda now: exp_marked <= 20) and exp_marked >= 0,
        lambda job_level, job_name, s: _job(s, job_name, "level", job_level),
    ),
    "task.job": (
        lambda job_level, job_name, s: _job(s, job_name, "level", job_level),
        lambda dice, s: s.any(lambda now: now.play.roll.stage.work.dice == dice),
    ),
    "task.aid": (lambda job_level, job_name, s: _job(s, job_name, "level", job_level),),
    "task.threshold": (
        lambda factors_counted, is_learning, successes_threshold: (
            successes_threshold == 1 + factors_counted + is_learning
        ),
        lambda factors_counted, s: factors_counted == len(s.move.get("factors", ())),
    ),
    "task.odds": (
        lambda dice, calibers, successes_threshold, chance, s: (
            s.was(lambda now: now.play.roll.stage.work.threshold == successes_threshold)
            and dice == len(calibers)
            and Fraction(chance) == _chance(calibers, successes_threshold)
        ),
    ),
    "task.successes": (
        lambda dice, successes_threshold, s: (
            [dice] == [*s.cites("dice", "task.odds")]
            and [successes_threshold] == [*s.cites("successes_threshold", "task.odds")]
        ),
        lambda dice_shown, is_doubled, successes_rolled: (
            successes_rolled == sum(_successes(die, is_doubled=is_doubled) for die in dice_shown)
        ),
    ),
    "task.spend": (
        lambda successes_spent, successes_left, s: s.was(
            lambda now: now.play.roll.stage.left == successes_spent + successes_left
        ),
        lambda successes_rolled, successes_spent, s: s.was(
            lambda now: (
                (now.play.roll.stage.successes, now.play.roll.stage.spent)
                == (successes_rolled, successes_spent)
            )
        ),
    ),
    "task.fail": (
        lambda successes_threshold, s: s.was(
            lambda now: now.play.roll.stage.work.threshold == successes_threshold
        ),
    ),
    # KISSing
    "kiss.once": (lambda dice_rerolled, s: dice_rerolled == _thrown(s),),
    "kiss.ego": (lambda dice_rerolled, s: dice_rerolled == _thrown(s) or dice_rerolled >= 0,),
    "kiss.insight": _CLAIM,
    "kiss.specialty": _CLAIM,
    "kiss.lot": (
        lambda die_number, s: s.says(die_number),
        lambda lots_left, s: _holds(s, s.seat, lots_left),
    ),
    "kiss.stunt": (
        lambda die_number, s: s.says(die_number) or s.was(lambda now: die_number in _stunts(now)),
    ),
    # refusals
    "die_claimed": (lambda die_number, s: s.says(die_number),),
    "die_kissed": (lambda die_number, s: s.says(die_number),),
    "not_your_die": (lambda die_number, s: s.says(die_number),),
    "unknown_die": (
        lambda die_number, dice_on_table, s: (
            s.says(die_number) and not 1 <= die_number <= dice_on_table
        ),
    ),
    "no_such_attribute": (lambda attribute_number, s: s.says(attribute_number),),
    "attribute_used": (lambda attribute_number, s: s.says(attribute_number),),
    "claim_open": _CLAIM,
    "not_asked": _CLAIM,
    "already_answered": _CLAIM,
    "nobody_answered": _CLAIM,
    "unknown_claim": (lambda claim, s: s.says(claim),),
    "not_enough_successes": (
        lambda successes_needed, successes_left: successes_needed > successes_left,
        lambda successes_left, s: s.was(lambda now: now.play.roll.stage.left == successes_left),
    ),
    "rating_out_of_range": (
        lambda rating_given, rating_maximum, s: (
            not 0 <= rating_given <= rating_maximum and s.says(rating_given)
        ),
    ),
    "threshold_set": (
        lambda successes_threshold, s: s.was(
            lambda now: now.play.roll.stage.work.threshold == successes_threshold
        ),
    ),
    "too_many_factors": (lambda factors_given, factors_allowed: factors_given > factors_allowed,),
    "unfit_difficulty": (
        lambda difficulty, s: s.says(difficulty) and difficulty not in range(5, 26, 5),
    ),
    "no_peers_difficulty": (
        lambda difficulty, difficulties_in_words, s: (
            s.says(difficulty)
            and difficulty not in _judged(s)
            and [*map(int, re.findall(r"\d+", difficulties_in_words))] == _judged(s)
        ),
    ),
    "wrong_inheritance": (
        lambda abilities_named, s: abilities_named == 1 or abilities_named in s.lengths,
    ),
    "target_too_high": (
        lambda target_number, target_number_maximum: target_number > target_number_maximum,
    ),
    "too_many_claims": (
        lambda claims_allowed, s: s.was(lambda now: len(_claims(now)) >= claims_allowed),
    ),
    "specialties_full": (lambda specialties_allowed: specialties_allowed > 0,),
    "aid_full": (lambda allies_aiding: allies_aiding > 0,),
    "attributes_full": (lambda attributes_allowed: attributes_allowed > 0,),
}

EVERYWHERE: tuple[Rule, ...] = ()


def _judged(s: Ruled) -> list[int]:
    """Return the difficulties that peers have given, without the FC's own."""
    given = s.before.play.roll.stage.judged
    return sorted({number for seat, number in given if seat != s.before.table.gm})


def _claims(state: Any) -> Any:
    return range(1, len(state.play.roll.claims) + 1)


def _stunts(state: Any) -> list[int]:
    return [stunt.die for stunt in state.play.roll.stage.stunts]


def _holds(s: Ruled, seat: str, lots: int) -> bool:
    return s.any(lambda now: now.play.ledger[f"seat:{seat}"].lots == lots) or lots == 0


def _job(s: Ruled, name: str, part: str, value: int) -> bool:
    return s.any(
        lambda now: any(
            getattr(job, part) == value
            for own in now.play.characters.known.values()
            for job in own.sheet.jobs
            if job.name == name
        )
    )


def _chance(calibers: tuple[str, ...], threshold: int) -> Fraction:
    """Return the chance of at least so many successes, one die after the other."""
    chances = {0: Fraction(1)}
    for caliber in calibers:
        hit, after = Fraction(7 - _SUCCEEDS_FROM[caliber], 6), dict[int, Fraction]()
        for number, own in chances.items():
            after[number] = after.get(number, Fraction(0)) + own * (1 - hit)
            after[number + 1] = own * hit
        chances = after
    return sum((own for number, own in chances.items() if number >= threshold), Fraction(0))


def _successes(shown: str, *, is_doubled: bool) -> int:
    caliber, _, value = shown.partition(": ")
    if int(value) < _SUCCEEDS_FROM[caliber]:
        return 0
    return 2 if is_doubled and value == "6" else 1


def _thrown(s: Ruled) -> int:
    return len(_fallen(s))


def _fallen(s: Ruled) -> list[int]:
    """Return the dice that fell or were reported."""
    return [value for roll in s.step.dice.rolls for value in roll.values] + list(
        s.move.get("reported") or ()
    )
