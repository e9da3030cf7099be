"""The numbers in the rulings of the Venus Engine."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from statistics import median
from typing import Any

from msgspec.structs import replace

from tests.laws.figures.ruled import Ruled, parts

Rule = Callable[..., bool]

_SUCCEEDS_FROM = {"bronze": 5, "silver": 4, "gold": 3, "platinum": 2}
_CLAIM: tuple[Rule, ...] = (lambda claim, s: claim in _claims(s),)
_OPEN: tuple[Rule, ...] = (lambda claim, s: claim == _open(s),)
_AT: tuple[Rule, ...] = (lambda die_number, s: die_number == s.move["die"],)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # chapters, Lots, rulings, scenes
    "chapter.begin": (
        lambda chapter_number, s: bool(s.done("chapter_begun", number=chapter_number)),
    ),
    "chapter_running": (
        lambda chapter_number, s: s.was(lambda now: now.play.step.number == chapter_number),
    ),
    "lots.start": (
        lambda seat, lots_held, s: (
            lots_held == sum(one.amount for one in s.done("tokens_moved", target=f"seat:{seat}"))
        ),
    ),
    "lots.earn": (
        lambda seat, lots_held, s: all(
            held == max(_lots(s.before, seat), min(10, _lots(s.before, seat) + earned))
            for earned, held in enumerate(s.cites("lots_held", "lots.earn", seat=seat))
        ),
    ),
    "lots.cap": (
        lambda lots_owed, character, s: (
            lots_owed == s.before.play.owed[s.before.play.characters.known[character].seat]
        ),
        lambda lots_allowed: lots_allowed == 10,
    ),
    "ruling.new": (
        lambda dispute, views_stated, s: (
            views_stated == len(s.before.table.disputes.open[dispute].views)
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
            difficulty == (s.move["difficulty"] if is_set_by_fc else median_difficulty)
        ),
        lambda median_difficulty, s: median_difficulty == _median(s),
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
            points_missing > bonus_maximum == 6
            and [points_missing]
            == [
                goal - own
                for goal, own in zip(s.cites("target_number"), s.cites("roll_total"), strict=True)
            ]
        ),
        lambda factors_counted, best_bonus, s: (
            len(_fallen(s)) == factors_counted and max(_fallen(s)) == best_bonus
        ),
        lambda roll_total, s: (
            roll_total == s.before.play.roll.stage.total + sum(s.cites("best_bonus", "check.bonus"))
        ),
        lambda roll_total, target_number, s: s.was(
            lambda now: now.play.roll.stage.target == target_number
        ),
    ),
    "check.cancel": (
        lambda rewind_version, s: rewind_version == s.before.play.roll.since < s.version,
    ),
    # tasks
    "job.learn": (*_CLAIM, lambda exp_marked, job_name, s: exp_marked == _job(s, job_name).exp),
    "job.level": (
        lambda character, exp_marked, s: bool(
            exp_marked >= 16 and s.done("exp_marked", character=character, exp=exp_marked)
        ),
        lambda character, job_level, s: bool(
            s.done("job_levelled", character=character, level=job_level)
        ),
    ),
    "task.job": (
        lambda job_level, job_name, s: job_level == _job(s, job_name).level,
        lambda dice, s: s.any(lambda now: now.play.roll.stage.work.dice == dice),
    ),
    "task.aid": (lambda job_level, job_name, s: job_level == _job(s, job_name).level,),
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
    "kiss.ego": (
        lambda dice_rerolled, s: dice_rerolled == len(s.done("die_kissed", source="ego")),
    ),
    "kiss.insight": _CLAIM,
    "kiss.specialty": _CLAIM,
    "kiss.lot": (
        *_AT,
        lambda lots_left, s: lots_left == _lots(s.after, s.seat),
    ),
    "kiss.stunt": (
        lambda die_number, s: s.says(die_number) or s.was(lambda now: die_number in _stunts(now)),
    ),
    # refusals
    **dict.fromkeys(("die_claimed", "die_kissed", "not_your_die"), _AT),
    "unknown_die": (
        *_AT,
        lambda dice_on_table, s: dice_on_table == len(s.before.play.roll.stage.dice),
        lambda die_number, dice_on_table: not 1 <= die_number <= dice_on_table,
    ),
    "no_such_attribute": (lambda attribute_number, s: s.says(attribute_number),),
    "attribute_used": (lambda attribute_number, s: attribute_number == s.move["attribute"],),
    "claim_open": _OPEN,
    **dict.fromkeys(("not_asked", "already_answered", "nobody_answered", "unknown_claim"), _CLAIM),
    "not_enough_successes": (
        lambda successes_needed, s: not _lacks(s, successes_needed),
        lambda successes_needed, s: _lacks(s, successes_needed - 1),
        lambda successes_left, s: s.was(lambda now: now.play.roll.stage.left == successes_left),
    ),
    "rating_out_of_range": (
        lambda rating_given, rating_maximum, s: s.bounds(rating_given, 0, rating_maximum),
    ),
    "threshold_set": (
        lambda successes_threshold, s: s.was(
            lambda now: now.play.roll.stage.work.threshold == successes_threshold
        ),
    ),
    "too_many_factors": (
        lambda factors_given, factors_allowed, s: (
            factors_given
            == len(s.move.get("factors", range(5)))
            > factors_allowed
            == 4 - (s.move["move"] == "set_threshold" and s.before.play.roll.stage.work.is_learning)
        ),
    ),
    "unfit_difficulty": (
        lambda difficulty, s: s.says(difficulty) and difficulty not in range(5, 26, 5),
    ),
    "no_peers_difficulty": (
        lambda difficulty, difficulties, s: (
            s.says(difficulty)
            and difficulty not in _judged(s)
            and [*map(int, difficulties)] == _judged(s)
        ),
        lambda difficulties_in_words, s: (
            [*map(int, re.findall(r"\d+", difficulties_in_words))] == _judged(s)
        ),
    ),
    "wrong_inheritance": (
        lambda job_name, abilities_named, s: (
            [abilities_named] == ([len(names) for names in _abilities(s, job_name)][:1] or [1])
        ),
    ),
    "target_too_high": (
        lambda target_number, target_number_maximum, s: (
            target_number > target_number_maximum == 29
            and target_number
            == (s.move.get("difficulty") or _median(s) or 0) + len(s.move.get("factors", ()))
        ),
    ),
    "too_many_claims": (lambda claims_allowed: claims_allowed == 20,),
    "specialties_full": (lambda specialties_allowed: specialties_allowed == 4,),
    "aid_full": (
        lambda allies_aiding, allies_allowed, s: (
            allies_aiding == allies_allowed == len(s.before.play.roll.stage.work.allies) == 2
        ),
    ),
    "attributes_full": (lambda attributes_allowed: attributes_allowed == 50,),
}

EVERYWHERE: tuple[Rule, ...] = (
    lambda seat, lots_returned, ego_returned, s: (
        (lots_returned, ego_returned) in _returned(s, seat)
    ),
)


def _returned(s: Ruled, seat: str) -> list[tuple[int, int]]:
    """Return the Lots and the Ego that each rule gives back to a seat."""
    account, why = f"seat:{seat}", "its die was never rolled"
    moved = s.done("tokens_moved", source="bank", target=account, reason=why)
    return [
        (_amount(moved, rule, "lots"), _amount(moved, rule, "ego"))
        for rule in {effect.rule for effect in moved}
    ]


def _amount(moved: list[Any], rule: str, token: str) -> int:
    return sum(one.amount for one in moved if (one.rule, one.token) == (rule, token))


def _judged(s: Ruled) -> list[int]:
    """Return the difficulties that peers have given, without the FC's own."""
    given = s.before.play.roll.stage.judged
    return sorted({number for seat, number in given if seat != s.before.table.gm})


def _median(s: Ruled) -> int | None:
    """Return the median of the difficulties that were given, rounded up to a multiple of 5."""
    given = [number for _, number in s.before.play.roll.stage.judged]
    return 5 * ceil(median(given) / 5) if given else None


def _claims(s: Ruled) -> set[int]:
    """Return the numbers of the claims that the move names, answers or makes."""
    if "claim" in s.move:
        return {s.move["claim"]}
    made = {len(now.play.roll.claims) for now in s.then("claim_made")}
    return made | {effect.number for effect in s.done("claim_answered")}


def _open(s: Ruled) -> int:
    """Return the number of the first claim that waits for answers."""
    claims = enumerate(s.before.play.roll.claims, 1)
    return next(number for number, claim in claims if claim.approved is None)


def _stunts(state: Any) -> list[int]:
    return [stunt.die for stunt in state.play.roll.stage.stunts]


def _lots(state: Any, seat: str) -> int:
    return int(getattr(state.play.ledger.get(f"seat:{seat}"), "lots", 0))


def _job(s: Ruled, name: str) -> Any:
    """Return a job of the character that the move or the roll is about."""
    character = s.move.get("character") or s.before.play.roll.character
    jobs = s.after.play.characters.known[character].sheet.jobs
    return next(job for job in jobs if job.name == name)


def _abilities(s: Ruled, job: str) -> list[list[str]]:
    """Return each list of abilities that the move names for a job."""
    named = [part for part in parts(s.move) if isinstance(part, dict) and part.get("name") == job]
    return [part["abilities"] for part in named if "abilities" in part]


def _lacks(s: Ruled, left: int) -> bool:
    """Return whether the move would be refused in the same way with this number of successes left."""
    roll = s.before.play.roll
    stage = replace(roll.stage, successes=roll.stage.spent + left)
    now = replace(s.before, play=replace(s.before.play, roll=replace(roll, stage=stage)))
    return bool(s.is_same_fault(s.move, now))


def _chance(calibers: tuple[str, ...], threshold: int) -> Fraction:
    """Return the chance of at least this number of successes, computed die by die."""
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
