"""The numbers in the rulings of every game."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.laws.figures.ruled import Ruled, parts
from verger.domain.core.decider import State
from verger.domain.core.dispute import Dispute
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import SeatId
from verger.domain.core.note import Note
from verger.domain.core.remedy import corrections_of

Rule = Callable[..., bool]


def ended(id: str, number: int) -> bool:
    """Whether a number is that of an id, such as 3 of `q3`."""
    return id[1:] == str(number)


FIGURES: Mapping[str, tuple[Rule, ...]] = {
    # the table
    "table.start": (lambda seats_at_table, s: seats_at_table == len(s.move["seats"]),),
    "table.seats": (
        lambda seats_at_table, seats_allowed: 0 < seats_at_table <= seats_allowed,
        lambda seats_at_table, seat, s: s.any(lambda now: _of_sort(now, seat) == seats_at_table),
        lambda seats_allowed, seat, s: (
            seats_allowed in (100, s.step.after.table.house_rules["seat_limit"])
        ),
    ),
    "table.house_rules": (
        lambda house_rule, value_chosen, s: _was_proposed(s, house_rule, value_chosen),
    ),
    "table.rewind": (lambda rewind_version, s: _is_earlier(s, rewind_version),),
    "table.leave_out": (lambda rewind_version, s: _is_earlier(s, rewind_version),),
    "table.fork": (lambda version, s: version == s.version - 1 or s.says(version),),
    "table.redact": (lambda events_named, s: events_named == len(s.move["versions"]),),
    "table.notes": (
        lambda note, sealed_version, s: _note(s, note).version == sealed_version,
        lambda first_roll, dice, s: (
            s.before.table.dice_rolled < first_roll <= s.step.after.table.dice_rolled - dice + 1
        ),
    ),
    "table.dice_nonce": (lambda first_roll, s: first_roll == s.before.table.dice_rolled + 1,),
    "table.dice_reveal": (
        lambda first_roll, last_roll, s: first_roll <= last_roll == s.before.table.dice_rolled,
    ),
    # disputes
    "dispute.view": (
        lambda dispute, views_stated, s: (
            views_stated == len(s.before.table.disputes.open[dispute].views) + 1
        ),
    ),
    "dispute.amend": (lambda corrections_made, s: _corrects(s, corrections_made),),
    "dispute.override": (lambda corrections_made, s: _corrects(s, corrections_made),),
    # refusals
    "unusable_text": (
        lambda text_characters, text_characters_allowed, text_fault: (
            text_fault != "too long" or text_characters > text_characters_allowed
        ),
        lambda text_characters, s: any(
            isinstance(part, str) and len(part) == text_characters for part in parts(s.move)
        ),
    ),
    "value_not_allowed": (
        lambda value_given, s: s.says(value_given),
        lambda value_given, values_allowed: str(value_given) not in values_allowed.split(" or "),
    ),
    "no_gm": (lambda gm_seats: gm_seats != 1,),
    "seat_limit": (lambda seats_at_table, seats_allowed: seats_at_table >= seats_allowed,),
    "not_earlier": (lambda version, head, s: version >= head == s.version - 1 and s.says(version),),
    "not_on_the_line": (
        lambda version, s: s.says(version),
        lambda earliest_version, s: 1 < earliest_version <= s.version,
    ),
    "rewind_open": (
        lambda rewind_version, s: s.before.table.timeline.request.to == rewind_version,
    ),
    "nothing_rolled": (lambda since_version, s: since_version < s.version,),
    "no_such_event": (
        lambda version, head, s: version > head == s.version - 1 and s.says(version),
    ),
    "no_such_ruling": (lambda ruling_number, s: s.says(ruling_number),),
    "too_many_disputes": (
        lambda disputes_open, disputes_allowed: disputes_open >= disputes_allowed,
    ),
    "too_many_open": (
        lambda proposals_open, proposals_allowed: proposals_open >= proposals_allowed,
    ),
    "too_many_notes": (lambda notes_sealed, notes_allowed: notes_sealed >= notes_allowed,),
    "too_many_characters": (
        lambda sheets_written, sheets_allowed: sheets_written >= sheets_allowed,
    ),
    "views_full": (
        lambda dispute, views_allowed, s: (
            views_allowed
            == sum(view.seat == s.seat for view in s.before.table.disputes.open[dispute].views)
        ),
    ),
    "too_few_there": (
        lambda tokens_in_account, tokens_to_move: tokens_in_account < tokens_to_move,
        lambda tokens_to_move, s: s.says(tokens_to_move),
    ),
    "impossible_dice": (
        lambda dice_needed, dice_reported, faces_per_die: (
            len(_reported(dice_reported)) != dice_needed
            or any(not 1 <= die <= faces_per_die for die in _reported(dice_reported))
        ),
    ),
}

EVERYWHERE: tuple[Rule, ...] = (
    lambda dispute, dispute_number: ended(dispute, dispute_number),
    lambda note, note_number: ended(note, note_number),
)
"""The facts that mean the same in every ruling."""


def _reported(said: str) -> list[int]:
    return [int(die) for die in re.findall(r"-?\d+", said)]


def _of_sort(state: State[Any], seat: SeatId) -> int:
    own = state.table.seat(seat)
    assert own is not None
    if own.plays:
        return len(state.table.players)
    return sum(not other.plays for other in state.table.seats)


def _was_proposed(s: Ruled, house_rule: str, value: Value) -> bool:
    return s.any(lambda now: now.table.house_rules[house_rule] == value)


def _is_earlier(s: Ruled, version: int) -> bool:
    return 1 <= version < s.version


def _note(s: Ruled, id: str) -> Note:
    return next(note for note in s.before.table.notes if note.id == id)


def _corrects(s: Ruled, number: int) -> bool:
    """Whether the agreed remedy has so many corrections."""
    remedies = [dispute.settlement.remedy for dispute in _disputes(s) if dispute.settlement]
    own = [part for part in parts(s.move) if isinstance(part, dict) and "remedy" in part]
    counts = [len(part.get("corrections", ())) for part in own]
    return number in [*counts, *[len(corrections_of(remedy)) for remedy in remedies]]


def _disputes(s: Ruled) -> list[Dispute]:
    disputes = s.before.table.disputes
    return [*disputes.open.values(), *disputes.closed.values()]
