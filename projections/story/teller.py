"""Telling a log: the events in a story, and the account of each."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, get_args

from verger.domain.core.decider import Event, Ruleset, State
from verger.domain.core.dispute import DisputeOpened, DisputeSettled
from verger.domain.core.force import Force
from verger.domain.core.identifier import SeatId, Version
from verger.domain.core.landmark import Names, PlayKind, Title, titled
from verger.domain.core.ledger import TokensMoved
from verger.domain.core.note import PART, SealedPart
from verger.domain.core.seat import SeatKind
from verger.domain.core.table import DiceRolled, Redacted, SessionForked, TableEffect
from verger.domain.core.timeline import RewindAgreed, Rewound, TimelineEffect, leads, shifts, way
from verger.domain.core.union import classes_of
from verger.domain.judging.deed import deed
from verger.domain.table.proposal import Agreed
from verger.projections.landmarks import Landmark, LandmarkFinder
from verger.projections.session import table
from verger.projections.story.entry import HeadingView, StoryView, ToldView, Undone
from verger.projections.story.wording import (
    casts,
    gains,
    in_words,
    is_shown_in,
    without_ids,
    without_words,
    words,
)
from verger.projections.throws import Throw

LEVELS = {"start": 2, "step": 2, "phase": 3, "scene": 3, "conflict": 3, "round": 4, "test": 4}
"""The levels of headings, by the kind of landmark."""
CONSEQUENCES = frozenset({"step", "phase", "round"})
"""The kinds of landmarks that an event brings about, such as the next step. Their headings come after
the text of the event."""

_OF_PLAY = frozenset(get_args(PlayKind))
_OF_TABLE = frozenset(classes_of(TableEffect))
_QUIET = frozenset({Agreed, RewindAgreed})
"""The effects of a yes to a question that still needs the yes of another seat."""
_BESIDES = frozenset({TokensMoved, DiceRolled})
"""Effects that do not decide whether a story leaves out the sentence of their event."""
_OF_TIME = frozenset(classes_of(TimelineEffect))


class Teller:
    """Writes the story of a log up to a version, with its landmarks and names."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        state: State[Any],
        version: Version,
        finder: LandmarkFinder,
        undone: Undone = "omitted",
    ) -> None:
        self._ruleset, self._telling = ruleset, ruleset.telling
        self._table, self._version = table(ruleset, state), version
        self._finder = finder
        self._timeline = state.table.timeline
        self._way = way(self._timeline, version)
        self._shifts = {shift.version: shift for shift in shifts(self._timeline)}
        self._lapsed = Force(self._timeline, version).lapsed(state.table.disputes)
        self._undone = undone

    def _is_told(self, version: Version, event: Event[Any, Any]) -> bool:
        """Return whether a story includes an event.

        A story can leave out undone play and the rewinds that undid it, except rewinds that concern
        thrown dice.
        """
        kinds = {type(effect) for effect in event.effects}
        if self._undone == "struck" or DisputeSettled in kinds:
            return True
        if Rewound in kinds and any(self._thrown(version)):
            return True
        return not kinds & _OF_TIME and not self._is_undone(version, kinds)

    def _thrown(self, rewind: Version) -> tuple[list[Throw], list[Throw]]:
        """Return the throws that a rewind took back, and those that count again after it."""
        throws, shift = self._finder.throws, self._shifts[rewind]
        return throws.taken_back(shift), throws.counting_again(shift)

    def _is_undone(self, version: Version, kinds: set[type]) -> bool:
        """Return whether a rewind undid an event.

        Events of the table, rewinds and outcomes of disputes are never undone.
        """
        if kinds & {Rewound, DisputeSettled}:
            return False
        return not leads(self._way, version) and not (kinds and kinds <= _OF_TABLE)

    def account(
        self, version: Version, event: Event[Any, Any], seen: Sequence[SealedPart] = ()
    ) -> ToldView | None:
        """Return the account of an event for a reader of these sealed parts; None if the story leaves it out."""
        if not self._is_told(version, event):
            return None
        names, landmarks = self._finder.names(version), self._finder.at(version)
        headings = tuple(self._headings(landmarks))
        titles = " ".join(heading.title for heading in headings)
        written = tuple(dict.fromkeys(words(event.move)))
        changes = (*self._changes(event, names), *self._of_throws(version, event, names))
        tokens = gains(event.effects, self._telling, names)
        sentence = (
            ""
            if self._is_quiet(event) and not tokens
            else _sentence(event, names, self._ruleset.rules)
        )
        text = " ".join((sentence, *changes))
        reported = getattr(event.move, "reported", None)
        dice = casts(event.dice, reported, seen, self._telling)
        is_undone = self._is_undone(version, {type(effect) for effect in event.effects})
        entry = ToldView(
            version=version,
            at=event.at,
            seat=event.seat,
            by=None if event.seat is None else names.of(event.seat),
            headings=headings,
            is_new=any(landmark.kind in _OF_PLAY - CONSEQUENCES for landmark in landmarks),
            sentence=sentence,
            changes=changes,
            words=tuple(text for text in written if text not in f"{titles} {sentence}"),
            sealed=tuple(part.text for part in seen if part.name == PART),
            dice=tuple(cast for cast in dice if not is_shown_in(cast, text)),
            tokens=tokens,
            is_undone=is_undone,
            can_be_undone=not is_undone and deed(self._ruleset, event).is_of_play,
        )
        return entry if _is_worth_telling(entry) else None

    def story(
        self,
        since: Version,
        until: Version,
        entries: Sequence[ToldView],
        next_from: Version | None,
    ) -> StoryView:
        """Return the story of these versions."""
        return StoryView(
            version=self._version,
            title=self._table.title,
            game=self._ruleset.title,
            seats=tuple(seat for seat in self._table.seats if seat.kind is not SeatKind.OBSERVER),
            gms=self.gms,
            since=since,
            until=until,
            entries=tuple(entries),
            next_from=next_from,
        )

    @property
    def gms(self) -> tuple[SeatId, ...]:
        """The seats that were the GM up to the version of the story, in order."""
        now = [seat.id for seat in self._table.seats if seat.kind is SeatKind.GM]
        return (*self._finder.former_gms(self._version), *now)

    def _is_quiet(self, event: Event[Any, Any]) -> bool:
        """Return whether a story leaves out an event's sentence."""
        kinds = {type(effect) for effect in event.effects} - _BESIDES
        return bool(kinds) and kinds <= self._telling.quiet | _QUIET

    def _headings(self, landmarks: Sequence[Landmark]) -> Iterator[HeadingView]:
        for landmark in landmarks:
            is_heading = landmark.effect in self._telling.headings and landmark.kind in _OF_PLAY
            if is_heading or landmark.effect is SessionForked:
                follows = landmark.kind in CONSEQUENCES and landmark.version > 1
                yield HeadingView(LEVELS[landmark.kind], landmark.title, follows)

    def _changes(self, event: Event[Any, Any], names: Names) -> Iterator[str]:
        for effect in event.effects:
            title = self._telling.changes.get(type(effect))
            change = titled(title, effect, names) if title else None
            if change and change not in event.ruling.sentence:
                yield change

    def _of_throws(self, version: Version, event: Event[Any, Any], names: Names) -> Iterator[str]:
        """Yield sentences about dice that were undone or thrown again, and about lost corrections."""
        kinds = {type(effect) for effect in event.effects}
        if Rewound in kinds:
            back, again = self._thrown(version)
            if back:
                yield f"This takes back thrown dice: {self._shown(back, names)}."
            if again:
                yield f"These dice count again: {self._shown(again, names)}."
        elif before := self._finder.throws.before(self._timeline, version):
            yield f"This throw is repeated. Before: {self._shown(before, names)}."
        if version in self._lapsed:
            yield "A later rewind took this correction back."

    def _shown(self, throws: Sequence[Throw], names: Names) -> str:
        return "; ".join(in_words(throw, self._telling, names) for throw in throws)


def _is_worth_telling(entry: ToldView) -> bool:
    return bool(
        entry.headings
        or entry.sentence
        or entry.changes
        or entry.words
        or entry.sealed
        or entry.dice
        or entry.tokens
    )


def _redacted(effect: Redacted, names: Names) -> str:
    who = names.of(effect.by) if effect.by else "The server's operator"
    return f"{who} takes words out of the log."


_RETOLD: Mapping[type, Title] = {
    DisputeOpened: "{by:name} disputes a ruling.",
    Redacted: _redacted,
}
"""Shorter sentences for effects whose own sentences name rules and versions."""


def _sentence(event: Event[Any, Any], names: Names, rules: Container[str]) -> str:
    """Return an event's sentence for a story."""
    for effect in event.effects:
        if title := _RETOLD.get(type(effect)):
            return titled(title, effect, names) or ""
    sentence = event.ruling.sentence
    for text in words(event.move):
        sentence = without_words(sentence, text)
    return without_ids(sentence, rules, names)
