"""Verify a log: its hash chain, its order, its rulings and its completeness.

This module has no side effects. It receives events in order, from an archive or from the database,
and reports the first fault. It keeps the newest state, and the earlier states that later events go
back to.
"""

import re
from collections.abc import Callable, Container
from contextlib import suppress
from math import inf
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Event, State, fold
from verger.domain.core.dice import NewDiceNeededError
from verger.domain.core.identifier import SessionId
from verger.domain.core.moment import EARLIEST, is_possible
from verger.domain.core.note import NoteSealed
from verger.domain.core.past import GrowingPast
from verger.domain.core.ruling import Refused
from verger.domain.core.since import NewerError
from verger.domain.core.text import is_label
from verger.domain.history.fork import ForkSession
from verger.domain.history.rewritten import Rewritten
from verger.domain.judging.deed import deed
from verger.domain.judging.rejudge import rejudge
from verger.domain.judging.repeats import Repeats
from verger.domain.secrets.fairness import Fairness
from verger.domain.table.newer import require_known
from verger.service.log.chain import BEFORE_FIRST, SALT_BYTES
from verger.service.log.codec import Codec, codec_of, digest_of, encode_state
from verger.service.log.form import as_stored, decoded, number_of
from verger.service.log.rewriting import rewrites
from verger.service.log.row import Row, is_next
from verger.service.log.sealed import SEED, encoded, parts_of
from verger.service.log.texts import kept_in, removed_digest, removed_in, written

_SEED_TEXT = re.compile(r"[0-9a-f]{64}")


class Finding(msgspec.Struct, frozen=True):
    """The first wrong version, and its fault."""

    version: int
    what: str
    is_damage: bool = False
    """True if another program changed the file on its way. Then the finding says nothing against the record."""


class Counts(msgspec.Struct):
    """The numbers of verified items."""

    events: int = 0
    judged: int = 0
    """Events judged again with the same ruling and the same effects."""
    reworded: list[int] = []
    """The versions whose ruling would have other texts now."""
    states: int = 0
    """Compared digests of states."""
    unread: int = 0
    """Digests of states in a format that this program does not have. They were not compared."""
    rewritten: list[int] = []
    """Versions that lost content permanently."""


class Verifier:
    """Verifies a log, event by event, beginning with the first."""

    def __init__(
        self,
        holder: Callable[[int], UUID],
        rewinds: Container[int],
        came: Callable[[UUID], bool],
    ) -> None:
        """Start before the first event.

        `holder` returns the session in a version's hash. `rewinds` contains the versions that later
        events go back to. `came` returns whether a session was imported. The log of such a session can lack
        sealed parts and request keys.
        """
        self.codec: Codec
        self.state: State[Any]
        self.version = 0
        self.hash = BEFORE_FIRST
        self.counts = Counts()
        self._holder = holder
        self._came = came
        self.at = EARLIEST
        self._past = GrowingPast(rewinds)
        self.dice = Fairness()
        self._repeats = Repeats()
        self.excused: list[int] = []
        """Events that give other effects now. A later redaction must name them."""
        self.rewritten = Rewritten()
        self.removed: dict[int, list[int]] = {}
        """The redacted events so far, each with the numbers of its removed texts."""
        self._fault: Finding | None = None

    @property
    def has_fault(self) -> bool:
        """Whether there is a fault. Later events are then read only to find faults of earlier versions."""
        return self._fault is not None

    def take(self, row: Row) -> Finding | None:
        """Verify the next event. Return the fault, or None.

        While rewritten events wait for a later event that names them, the fault is held back until
        the end. Raises NewerError if only a later program can judge the event.
        """
        if self._fault is None:
            finding = self._wrong(row)
            if finding:
                return self.report(finding)
        else:
            # Later events prove nothing now, but they can still account for earlier rewrites.
            self._excuse(row)
        return None

    def report(self, finding: Finding) -> Finding | None:
        """Return a fault, unless a fault of an earlier version can still appear. Only the first fault counts."""
        if self._fault is None:
            self._fault = finding
        return None if self._first_waiting() < finding.version else finding

    def end(self, missing: Finding | None = None) -> Finding | None:
        """Finish after the last event. Return the first fault or the first rewritten event that no event names, or None."""
        finding = self._fault or missing or self._miscounted()
        waiting = self.rewritten.waiting
        first = min(waiting, default=None)
        if first is None or (finding and finding.version <= first):
            return finding
        return Finding(first, waiting[first])

    def _miscounted(self) -> Finding | None:
        """Check that the newest redaction names all removed texts."""
        redactions = self.rewritten.redactions
        version = max(redactions, default=self.version)
        if redactions.get(version, "") == removed_digest(self.removed.items()):
            return None
        return Finding(version, "it does not name exactly the texts that were removed")

    def _first_waiting(self) -> float:
        return min(self.rewritten.waiting, default=inf)

    def _wrong(self, row: Row) -> Finding | None:
        try:
            return self._looked_at(row)
        except (MemoryError, NewerError):
            raise
        except Exception as error:  # noqa: BLE001, a forged log may lead anywhere
            return Finding(self.version + 1, f"it cannot be verified: {type(error).__name__}")

    def _looked_at(self, row: Row) -> Finding | None:
        next_version = self.version + 1
        event = self._out_of_line(row) or self._decoded(row)
        if isinstance(event, str):
            return Finding(next_version, event)
        fault = (
            _in_columns(row, event)
            or _texts_misplaced(row, event)
            or _impossible(event)
            or self._forked(event)
            or self._too_early(event)
            or self._unsealed(row, event)
            or self._judged(row, event)
            or self._repeats.take(event, self.state.table.timeline)
        )
        if fault:
            return Finding(next_version, fault)
        if fault := self.rewritten.take(row.version, event.move):
            return Finding(next_version, fault)
        self.version, self.hash, self.at = row.version, row.hash, event.at
        self._past.add(row.version, self.state.play, deed(self.codec.ruleset, event))
        self.counts.events += 1
        self.dice.take(SessionId(str(row.session)), row.version, event)
        # A revealed seed proves or disproves the earlier dice.
        unfair = next(iter(self.dice.wrong), None)
        return Finding(unfair.version, unfair.sentence) if unfair else None

    def _excuse(self, row: Row) -> None:
        if rewrites(row):
            with suppress(msgspec.MsgspecError, NewerError):
                event = decoded(row, self.codec.events.decode)
                self.rewritten.take(row.version, event.move)

    def digest(self) -> bytes:
        """Return the digest of the state after the last event."""
        return digest_of(encode_state(self.state))

    def _out_of_line(self, row: Row) -> str | None:
        expected = self.version + 1
        if row.version != expected:
            return f"it is missing, or out of place: version {row.version} stands there"
        if row.session != self._holder(expected):
            return "it is an event of another session"
        if not self._came(row.session) and len(row.salt) != (0 if row.is_redacted else SALT_BYTES):
            return "its salt is missing or too long"
        if not is_next(row, expected, self.hash):
            return "its hash is not that of the event before it and of what it holds"
        return None

    def _decoded(self, row: Row) -> Event[Any, Any] | str:
        """Return a row's event, or the reason why it has none."""
        try:
            if row.version == 1:
                self.codec = codec_of(row)
                self.state = self.codec.ruleset.empty
            event: Event[Any, Any] = decoded(row, self.codec.events.decode)
        except msgspec.MsgspecError as error:
            return f"it is no event of this ruleset: {error}"
        require_known(self.codec.ruleset, event.effects)
        return event

    def _forked(self, event: Event[Any, Any]) -> str | None:
        """Check that the first event of a fork names the right version and hash of its parent."""
        move, version = event.move, self.version
        if not isinstance(move, ForkSession):
            is_first = version and self._holder(version) != self._holder(version + 1)
            return "another session begins here, and it is not a fork" if is_first else None
        origin = (move.version, move.hash)
        return (
            None
            if origin == (version, self.hash.hex())
            else "it is a fork of another session, version or hash"
        )

    def _too_early(self, event: Event[Any, Any]) -> str | None:
        return "it is earlier than the event before it" if event.at < self.at else None

    def _unsealed(self, row: Row, event: Event[Any, Any]) -> str | None:
        """Check that the present sealed parts are those that the event commits to."""
        try:
            parts = parts_of(row.sealed)
            digests = [part.digest for part in parts]
        except (msgspec.MsgspecError, ValueError):
            return "its sealed parts cannot be read"
        if any(part.name == SEED and not _SEED_TEXT.fullmatch(part.text) for part in parts):
            return "a sealed seed is not a valid seed"
        committed = iter(event.sealed)
        # They must also be in order and in canonical encoding, so that nobody can change even their
        # form.
        if not all(digest in committed for digest in digests):
            return "a sealed part does not match the digest in the event"
        salts = all(bytes.fromhex(part.salt).hex() == part.salt for part in parts)
        if row.sealed and not (parts and salts and encoded(parts) == row.sealed):
            return "its sealed parts are not written as the log writes them"
        missing = set(event.sealed).difference(digests)
        if row.is_redacted:
            missing -= {
                effect.digest
                for effect in event.effects
                if isinstance(effect, NoteSealed) and effect.roll is None
            }
        return "a sealed part is missing" if missing and not self._came(row.session) else None

    def _judged(self, row: Row, event: Event[Any, Any]) -> str | None:
        """Judge an event again, and continue with the state after it.

        After a rewrite, an event can give another result. A later event must name it.
        """
        if row.is_redacted:
            self.counts.rewritten.append(row.version)
            self.rewritten.add(row.version)
            self.removed[row.version] = removed_in(row.kept)
        fault = self._judged_again(row, event)
        if fault and self.rewritten.may_excuse(row.version, fault):
            fault = self._folded(event)
            self.excused.append(row.version)
        return fault

    def _folded(self, event: Event[Any, Any]) -> str | None:
        """Apply the event's recorded effects to the state."""
        try:
            self.state = fold(self.codec.ruleset, self.state, event.effects, self._past)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001, a forged log may lead anywhere
            return f"it cannot be folded: {type(error).__name__}"
        return None

    def _judged_again(self, row: Row, event: Event[Any, Any]) -> str | None:
        before = self.state
        try:
            judgement = rejudge(self.codec.ruleset, before, event, row.version, self._past)
        except NewDiceNeededError:
            return "its ruling needs dice that are not recorded"
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001, a forged log may lead anywhere
            return f"it cannot be judged: {type(error).__name__}"
        if isinstance(judgement, Refused):
            return f"its move would be refused: {judgement.sentence}"
        ruling = judgement.ruling.worded_as(event.ruling)
        if ruling != event.ruling:
            return f"the rules give another ruling: {judgement.ruling.sentence}"
        if judgement.effects != event.effects:
            return "the rules give other effects"
        again = replace(event, ruling=ruling, effects=judgement.effects)
        if as_stored(again, row.format)[0] != row.data.encode():
            return "it is not written as the log writes events"
        if judgement.ruling != ruling:
            self.counts.reworded.append(row.version)
        self.state = judgement.after
        self.counts.judged += 1
        return None


def _impossible(event: Event[Any, Any]) -> str | None:
    """Check facts outside the rules: the time, and values of dice with a secret seed."""
    if not is_possible(event.at):
        return "its time is not one in UTC from 1970 to 2999"
    if event.via is not None and not is_label(event.via):
        return "the name of the program that acted is not valid"
    possible = all(
        value == 0 if roll.is_face_down else 1 <= value <= roll.faces
        for roll in event.dice
        for value in roll.values
    )
    return None if possible else "its dice have values that no die has"


def _in_columns(row: Row, event: Event[Any, Any]) -> str | None:
    """Check that a row's columns agree with its data."""
    tag = type(event.move).__struct_config__.tag
    for name, column, value in (
        ("type", row.type, tag),
        ("seat", row.seat, event.seat),
        ("at", row.at, event.at),
        ("format", row.format, number_of(event, row.format)),
    ):
        if column != value:
            return f"the member `{name}` beside the event is not what the event says"
    return None


def _texts_misplaced(row: Row, event: Event[Any, Any]) -> str | None:
    """Check that the chain binds each text of the event separately, and nothing else."""
    meant = written(event, row.format)
    if meant.data != row.data.encode():
        return "it is not written as the log writes events"
    if meant.places != row.texts:
        return "its texts are not where it says"
    if (
        row.kept
        and msgspec.json.encode([digest.hex() for digest in kept_in(row.kept)]) != row.kept.encode()
    ):
        return "the salts of its texts are not written as the log writes them"
    return None
