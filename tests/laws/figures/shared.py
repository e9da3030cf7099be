"""The numbers in the rulings of every game."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.laws.figures.ruled import Ruled, at_path
from tests.laws.habit import Move
from verger.domain.core.decider import State
from verger.domain.core.dispute import Dispute
from verger.domain.core.identifier import DisputeId, SeatId
from verger.domain.core.note import Note
from verger.domain.core.remedy import corrections_of
from verger.domain.core.ruling import Refused

Rule = Callable[..., bool]


def ended(id: str, number: int) -> bool:
    """Return whether a number is the number in an id, such as 3 in `q3`."""
    return id[1:] == str(number)


_GOES_BACK: tuple[Rule, ...] = (
    # A move can settle two disputes, and each can rewind play.
    lambda rewind_version, s: rewind_version in goals(s),
    lambda moves_undone, s: moves_undone == len(_undone(s)),
    lambda first_undone, s: first_undone == _undone(s)[0],
    lambda throws_undone, s: throws_undone == tuple(map(str, _thrown(s))),
    lambda moves_restored, s: moves_restored == len(_moves_beside(s, min(goals(s)), s.version - 1)),
)
_CORRECTS: tuple[Rule, ...] = (
    lambda corrections_made, s: corrections_made in _corrections(s),
    lambda tokens_to_move, s: s.says(tokens_to_move),
    lambda box_number, s: s.says(box_number),
    lambda lots_set, s: s.says(lots_set),
    lambda exp_set, s: s.says(exp_set),
)

FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # the table
    "table.start": (lambda seats_at_table, s: seats_at_table == len(s.move["seats"]),),
    "table.seats": (
        lambda seats_at_table, seat, s: seats_at_table == _place(s.after, seat),
        lambda seats_allowed, seat, s: (
            seats_allowed
            == (s.after.table.house_rules.get("seat_limit", 12) if _plays(s.after, seat) else 100)
        ),
    ),
    "table.house_rules": (
        lambda house_rule, value_chosen, s: bool(
            s.done("house_rule_chosen", house_rule=house_rule, value=value_chosen)
        ),
    ),
    "table.rewind": _GOES_BACK,
    "table.leave_out": _GOES_BACK,
    "table.fork": (lambda version, s: bool(s.done("session_forked", version=version)),),
    "table.redact": (lambda events_named, s: events_named == len(s.move["versions"]),),
    "table.notes": (
        lambda note, sealed_version, s: _note(s.before, note).version == sealed_version,
        lambda note, first_roll, s: _note(s.after, note).roll == first_roll,
        lambda first_roll, dice, s: (
            (first_roll, dice) in [(roll.first, len(roll.values)) for roll in s.step.dice.rolls]
        ),
    ),
    "table.dice_nonce": (lambda first_roll, s: first_roll == s.before.table.dice_rolled + 1,),
    "table.dice_reveal": (
        lambda first_roll, last_roll, s: bool(
            s.done("dice_revealed", first=first_roll, last=last_roll)
        ),
        lambda first_roll, s: first_roll == s.before.table.dice_before + 1,
    ),
    # disputes
    "dispute.view": (
        lambda dispute, views_stated, s: (
            views_stated == len(s.before.table.disputes.open[dispute].views) + 1
        ),
    ),
    "dispute.settle": (
        lambda dispute, correction_number, correction_code, s: bool(
            s.done(
                "settlement_failed",
                dispute=dispute,
                correction=correction_number,
                code=correction_code,
            )
        ),
    ),
    "dispute.amend": _CORRECTS,
    "dispute.override": _CORRECTS,
    # refusals
    "unusable_text": (
        lambda field, text_characters, s: len(at_path(s.move, field)) == text_characters,
        lambda field, text_characters_allowed, s: (
            not _is_too_long(s, field, text_characters_allowed)
            and _is_too_long(s, field, text_characters_allowed + 1)
        ),
        lambda field, text_index, code_point, text_fault_in_words, s: (
            text_fault_in_words.endswith(f" ({code_point} at index {text_index})")
            and f"U+{ord(at_path(s.move, field)[text_index]):04X}" == code_point
        ),
    ),
    "value_not_allowed": (
        lambda value_given, s: s.says(value_given),
        lambda house_rule, values_allowed, s: (
            values_allowed == s.played.ruleset.house_rules[house_rule].choices
            or values_allowed == _range(s.played.ruleset.house_rules[house_rule])
        ),
        lambda values_allowed, values_allowed_in_words: (
            values_allowed_in_words
            == (values_allowed if isinstance(values_allowed, str) else " or ".join(values_allowed))
        ),
    ),
    "no_gm": (
        lambda gm_seats, s: (
            gm_seats == (2 if "kind" in s.move else str(s.move["seats"]).count("'gm'"))
        ),
    ),
    "seat_limit": (
        lambda seats_at_table, seats_allowed, s: (
            seats_at_table
            == (_seats_of(s.before, s.move["kind"]) if "kind" in s.move else seats_allowed)
        ),
        lambda seats_allowed, s: (
            seats_allowed in (100, s.after.table.house_rules.get("seat_limit", 12))
        ),
    ),
    "not_earlier": (lambda version, head, s: version >= head == s.version - 1 and s.says(version),),
    "not_on_the_line": (
        lambda version, s: s.says(version),
        lambda earliest_version, s: earliest_version == _earliest(s),
    ),
    "not_of_play": (lambda version, s: s.says(version),),
    "rewind_open": (
        lambda rewind_version, s: s.before.table.timeline.request.to == rewind_version,
    ),
    "nothing_rolled": (lambda since_version, s: since_version == s.before.table.dice_epoch,),
    "no_such_event": (
        lambda version, head, s: version > head == s.version - 1 and s.says(version),
    ),
    "no_such_ruling": (lambda ruling_number, s: ruling_number in s.move["about"].values(),),
    "too_many_disputes": (
        lambda disputes_open, disputes_allowed, s: (
            disputes_open
            == disputes_allowed
            == sum(one.asker == s.seat for one in s.before.table.disputes.open.values())
            == 20
        ),
    ),
    "too_many_open": (
        lambda proposals_open, proposals_allowed, s: (
            proposals_open
            == proposals_allowed
            == sum(one.by == s.seat for one in s.before.play.proposals.open.values())
            == 20
        ),
    ),
    "too_many_notes": (
        lambda notes_sealed, notes_allowed, s: (
            notes_sealed
            == notes_allowed
            == sum(note.by == s.seat and note.roll is None for note in s.before.table.notes)
            == 100
        ),
    ),
    "too_many_characters": (
        lambda sheets_written, sheets_allowed, s: (
            sheets_written == sheets_allowed == len(s.before.play.characters.known) == 200
        ),
    ),
    "views_full": (
        lambda dispute, views_allowed, s: (
            views_allowed
            == sum(view.seat == s.seat for view in s.before.table.disputes.open[dispute].views)
            == 30
        ),
    ),
    "too_few_there": (
        lambda tokens_in_account, tokens_to_move, s: s.exceeds(tokens_to_move, tokens_in_account),
        lambda tokens_to_move, s: s.says(tokens_to_move),
    ),
    "impossible_dice": (
        lambda dice_reported, s: _dice(dice_reported) == [*(s.move.get("reported") or ())][:20],
        lambda dice_needed, faces_per_die, s: not _are_impossible(s, dice_needed, faces_per_die),
        lambda dice_needed, faces_per_die, s: _are_impossible(
            s, max(1, dice_needed), faces_per_die + 1
        ),
    ),
}

EVERYWHERE: tuple[Rule, ...] = (
    lambda correction_number, s: (
        s.move["move"] != "propose_settlement" or _becomes_impossible_at(s, correction_number)
    ),
    lambda dispute, dispute_number: ended(dispute, dispute_number),
    lambda note, note_number: ended(note, note_number),
)
"""The checks of facts that mean the same in every ruling."""

"""The numbers that are checked only roughly, by rule and fact, with the reason."""


def goals(s: Ruled) -> set[int]:
    """Return the versions that play goes back to, or that the table is asked to go back to."""
    request = s.before.table.timeline.request
    asked = {effect.to for effect in s.done("rewind_asked", "rewound")}
    proposed = {effect.remedy.to for effect in s.done("settlement_proposed") if effect.undoing}
    return asked or proposed or ({request.to} if request else set())


def _undone(s: Ruled) -> list[int]:
    """Return the versions of the moves of play that a rewind takes back, in order."""
    request = None if _has_remedy(s) else s.before.table.timeline.request
    for asked in (*s.done("rewind_asked"), *([request] if request else [])):
        if asked.without:
            return [asked.without, *asked.also]
    (goal,) = goals(s)
    return _moves_beside(s, _asked_at(s) - 1, goal)


def _has_remedy(s: Ruled) -> bool:
    """Return whether the move proposes a rewind as a remedy, also if another rewind was asked for."""
    return any(effect.undoing for effect in s.done("settlement_proposed"))


def _asked_at(s: Ruled) -> int:
    """Return the version of the request for the rewind that the move is about."""
    request = None if _has_remedy(s) else s.before.table.timeline.request
    asked = [
        step.facts.version
        for step, judgement in s.played.accepted()
        for effect in judgement.effects
        if request and getattr(effect, "undoing", None) == request.undoing
        if step.facts.version < s.version
    ]
    return asked[-1] if asked else s.version


def _thrown(s: Ruled) -> list[int]:
    """Return the undone versions that threw dice."""
    threw = {step.facts.version for step, _ in s.played.accepted() if step.dice.rolls}
    return [version for version in _undone(s) if version in threw]


def _moves_beside(s: Ruled, version: int, other: int) -> list[int]:
    """Return the versions of the moves of play that led to one version but not to the other."""
    deeds = s.played.past.deeds(0)
    beside = {*_led_to(s, version)} - {*_led_to(s, other)}
    return sorted(at for at in beside if at in deeds and deeds[at].is_of_play)


def _led_to(s: Ruled, version: int) -> list[int]:
    """Return the versions that led to the play at a version, without undone versions."""
    back = {done.version: done.to for done in s.before.table.timeline.rewinds}
    way: list[int] = []
    while version:
        if version in back:
            version = back[version]
        else:
            way.append(version)
            version -= 1
    return way


def _place(state: State[Any], seat: SeatId) -> int:
    """Return the place of a seat among the seats of its kind."""
    kind = [one.id for one in state.table.seats if one.plays is _plays(state, seat)]
    return kind.index(seat) + 1


def _seats_of(state: State[Any], kind: str) -> int:
    """Return the number of playing seats (with the GM's), or of observers."""
    return sum(seat.plays is (kind != "observer") for seat in state.table.seats)


def _plays(state: State[Any], seat: SeatId) -> bool:
    own = state.table.seat(seat)
    assert own is not None
    return own.plays


def _range(rule: Any) -> str:
    return f"{rule.least} to {rule.most}"


def _note(state: State[Any], id: str) -> Note:
    return next(note for note in state.table.notes if note.id == id)


def _corrections(s: Ruled) -> list[int]:
    """Return the number of corrections in each remedy that the move carries out."""
    if s.move["move"] == "correct_again":
        return [len(s.move["remedy"].get("corrections", ()))]
    settled = [_dispute(s, effect.dispute) for effect in s.done("dispute_settled")]
    ends = [dispute.closing.settlement for dispute in settled if dispute.closing]
    return [len(corrections_of(settlement.remedy)) for settlement in ends if settlement]


def _dispute(s: Ruled, id: DisputeId) -> Dispute:
    disputes = s.after.table.disputes
    return {**disputes.open, **disputes.closed}[id]


def _becomes_impossible_at(s: Ruled, number: int) -> bool:
    """Return whether this correction of the proposal is the first that is impossible."""
    remedy = s.move["remedy"]

    def corrected(count: int) -> Move:
        corrections = remedy["corrections"][:count]
        return {**s.move, "remedy": {**remedy, "corrections": corrections}}

    is_first = number == 1 or not s.is_same_fault(corrected(number - 1))
    return is_first and bool(s.is_same_fault(corrected(number)))


def _is_too_long(s: Ruled, field: str, length: int) -> bool:
    refused = s.judged(at_path(s.move, field, "x" * length))
    return isinstance(refused, Refused) and refused.facts.get("field") == field


def _earliest(s: Ruled) -> int:
    """Return the smallest version that can be left out: at most 1,000 moves back on the current timeline."""
    back = {done.version: done.to for done in s.before.table.timeline.rewinds}
    version, line = s.version - 1, [s.version]
    while version > 1 and len(line) <= 1_000:
        if version not in back:
            line.append(version)
        version = back.get(version, version - 1)
    return line[-1]


def _dice(reported: str) -> list[int]:
    return [int(die) for die in re.findall(r"-?\d+", reported)]


def _are_impossible(s: Ruled, dice: int, faces: int) -> bool:
    return bool(s.is_same_fault({**s.move, "reported": [faces] * dice}))
