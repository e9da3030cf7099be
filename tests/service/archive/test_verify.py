"""A log is verified, or its first wrong version is named. Hundreds of manipulations are tried."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.few import each_seed
from tests.support.log import (
    EVENINGS,
    SESSION,
    archived,
    chained,
    evening,
    examined,
    going_on,
    lineage,
    rechained,
    redacted,
    rows,
)
from verger.service.archive.format import Segment, UnreadableError, header_of, written
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.log.playback import gone_back_to
from verger.service.log.row import Row

LENGTH = 300
"""The length of the log. After 230 events of play, all later events are similar."""
WRITTEN = ("verdict", "sentence", "rules", "warnings")
"""The members of a ruling in the order of the log."""
MIDDLE = 250


def chance(*seed: object) -> Random:
    """Return random numbers that are the same in every run."""
    return Random(" ".join(map(str, seed)))  # noqa: S311


@cache
def log() -> list[Row]:
    """A session with dice, keys and sealed parts."""
    return rows(going_on(evening("war"), LENGTH))


@cache
def archive() -> list[bytes]:
    """Return the log's archive, for a seat that may read one of the sealed parts."""
    return archived(log())


def verified(
    tampered: list[Row], holder: Callable[[int], UUID] = lambda _: SESSION
) -> Finding | None:
    """The fault found in rows of the database."""
    rewinds = gone_back_to(row.data.encode() for row in tampered)
    verifier = Verifier(holder, rewinds, lambda _: False)
    found = (verifier.take(row) for row in tampered)
    return next((finding for finding in found if finding), None) or verifier.end()


def found_in(tampered: list[Row], version: int) -> Finding:
    """The fault that must be found at this version."""
    finding = verified(tampered)
    assert finding is not None
    assert finding.version == version, finding
    assert finding.what
    return finding


def changed(value: Any, random: Random) -> Any:
    """A stored value with one byte of it changed."""
    match value:
        case UUID():
            return UUID(bytes=changed(value.bytes, random))
        case bytes():
            place = random.randrange(len(value))
            other = (value[place] + random.randrange(1, 256)) % 256
            return value[:place] + bytes([other]) + value[place + 1 :]
        case str():
            place = random.randrange(len(value))
            signs = [sign for sign in 'aA0 \\"{x' if sign != value[place]]
            return value[:place] + random.choice(signs) + value[place + 1 :]
        case int():
            return value + (1 << random.randrange(8))
        case _:
            return value + timedelta(microseconds=1 << random.randrange(40))


RECORDED = sorted(path.stem for path in EVENINGS.glob("*.jsonl"))


def is_revealed(name: str) -> bool:
    """Return whether seeds of an evening were revealed. Their dice do not verify here, because the session has another id."""
    return '"dice_revealed"' in (EVENINGS / f"{name}.jsonl").read_text()


@pytest.mark.parametrize("name", [name for name in RECORDED if not is_revealed(name)])
def test_every_recorded_evening_is_verified(name: str) -> None:
    played = rows(evening(name))
    assert verified(played, lineage(played).holder) is None
    looked = examined(archived(played))
    assert isinstance(looked, ArchiveVerifier), looked
    assert looked.log.counts.judged == looked.log.version == len(played)


@pytest.mark.parametrize("name", [name for name in RECORDED if is_revealed(name)])
def test_dice_of_another_session_are_found_when_their_seed_is_revealed(name: str) -> None:
    thrown = next(row.version for row in rows(evening(name)) if '"dice":[{' in row.data)
    assert "the seed gives" in found_in(rows(evening(name)), thrown).what


def test_a_session_of_a_thousand_events_is_verified() -> None:
    played = rows(events := going_on(evening("war"), 1_000))
    thrown = sum(len(roll.values) for event in events for roll in event.dice)
    assert verified(played) is None
    looked = examined(archived(played))
    assert isinstance(looked, ArchiveVerifier), looked
    assert (looked.log.version, looked.log.hash) == (1_000, played[-1].hash)
    assert (looked.log.counts.states, looked.log.dice.unrevealed) == (5, thrown)


# `kept` is only in redacted events, and a changed `format` looks like a later program's.
HELD = [name for name in Row._fields if name not in {"kept", "format"}]


@pytest.mark.parametrize("column", HELD)
@each_seed(8)
def test_a_changed_byte_of_any_column_is_found_at_its_version(
    subtests: pytest.Subtests, seeds: range, column: str
) -> None:
    held = [row.version for row in log() if getattr(row, column)]
    for seed in seeds:
        with subtests.test(seed=seed):
            random = chance(column, seed)
            version = random.choice(held)
            row = log()[version - 1]
            other = row._replace(**{column: changed(getattr(row, column), random)})
            found_in([*log()[: version - 1], other, *log()[version:]], version)


@pytest.mark.parametrize("column", ["seat", "sealed", "request_key", "request_print"])
@each_seed(10)
def test_a_column_that_is_emptied_is_found_at_its_version(
    subtests: pytest.Subtests, seeds: range, column: str
) -> None:
    nothing: dict[str, Any] = {column: None}
    held = [row.version for row in log() if getattr(row, column)]
    for seed in seeds:
        with subtests.test(seed=seed):
            random = chance(column, seed)
            version = random.choice(held)
            emptied = log()[version - 1]._replace(**nothing)
            found_in([*log()[: version - 1], emptied, *log()[version:]], version)


@each_seed(10)
def test_a_key_that_is_put_in_is_found_at_its_version(
    subtests: pytest.Subtests, seeds: range
) -> None:
    without = [row.version for row in log() if not row.request_key]
    for seed in seeds:
        with subtests.test(seed=seed):
            version = chance(seed).choice(without)
            keyed = log()[version - 1]._replace(request_key=bytes(32), request_print=bytes(48))
            found_in([*log()[: version - 1], keyed, *log()[version:]], version)


@pytest.mark.parametrize("version", [1, 2, MIDDLE, LENGTH])
@pytest.mark.parametrize("with_salt", [True, False])
def test_a_redaction_that_no_event_speaks_of_is_found(version: int, *, with_salt: bool) -> None:
    row = log()[version - 1]
    left = redacted(row)._replace(sealed=None)
    left = left._replace(salt=row.salt) if with_salt else left
    found_in([*log()[: version - 1], left, *log()[version:]], version)


Lines = list[Any]


def dropped(log: Lines, at: int) -> Lines:
    return [*log[:at], *log[at + 1 :]]


def swapped(log: Lines, at: int) -> Lines:
    return [*log[:at], log[at + 1], log[at], *log[at + 2 :]]


def duplicated(log: Lines, at: int) -> Lines:
    return [*log[:at], log[at - 1], *log[at:]]


def from_elsewhere(log: Lines, at: int) -> Lines:
    return [*log[:at], log[at - 7], *log[at + 1 :]]


SHUFFLED = [dropped, swapped, duplicated, from_elsewhere]


@pytest.mark.parametrize("tampering", SHUFFLED)
@each_seed(8)
def test_displaced_rows_are_found(subtests: pytest.Subtests, seeds: range, tampering: Any) -> None:
    for seed in seeds:
        with subtests.test(seed=seed):
            at = chance(seed).randrange(10, LENGTH - 2)
            found_in(tampering(log(), at), at + 1)


@pytest.mark.thorough
def test_an_event_that_is_slipped_in_is_found(subtests: pytest.Subtests) -> None:
    for seed in range(25):
        with subtests.test(seed=seed):
            at = chance(seed).randrange(10, LENGTH - 1)
            moved_up = [row._replace(version=row.version + 1) for row in log()[at:]]
            slipped = log()[at - 1]._replace(version=at + 1)
            found_in([*log()[:at], slipped, *moved_up], at + 1)
            # With a valid hash, it is a move that nobody made, and the next event shows the fault.
            well_chained = [*log()[:at], chained(slipped, log()[at - 1].hash), *moved_up]
            found_in(well_chained, told_at(at, slipped))


def told_at(at: int, slipped: Row) -> int:
    """Return the version whose check finds a forged event with a valid hash.

    If the rules refuse the event, this is its version. If not, it is the next version.
    """
    finding = verified([*log()[:at], chained(slipped, log()[at - 1].hash)])
    return finding.version if finding else at + 2


def with_data(version: int, data: str) -> list[Row]:
    """The log as written by an attacker that computes all hashes again."""
    return list(
        rechained([*log()[: version - 1], log()[version - 1]._replace(data=data), *log()[version:]])
    )


@each_seed(25)
def test_a_rewritten_ruling_or_effect_is_found_though_every_hash_fits(
    subtests: pytest.Subtests, seeds: range
) -> None:
    for seed in seeds:
        with subtests.test(seed=seed):
            random = chance(seed)
            version = random.randrange(1, 230)
            event = msgspec.json.decode(log()[version - 1].data)
            # Changed words are left out, because the check reports them separately.
            part = random.choice([event["ruling"], event])
            name = "effects" if part is event else random.choice(["verdict", "rules"])
            part[name] = rewritten(part.get(name, []), random)
            data = msgspec.json.encode(event).decode()
            assert data != log()[version - 1].data
            found_in(with_data(version, data), version)


def rewritten(value: Any, random: Random) -> Any:
    """The value with a random number or text in it changed."""
    match value:
        case dict() if value:
            name = random.choice([name for name in value if name not in ("effect", "verdict")])
            return {**value, name: rewritten(value[name], random)}
        case list() if value:
            place = random.randrange(len(value))
            return [*value[:place], rewritten(value[place], random), *value[place + 1 :]]
        case str():
            return value + "!"
        case bool() | None:
            return "something"
        case int():
            return value + 1
        case _:
            return ["something"]


def worded_otherwise(version: int) -> list[Row]:
    """The log with other words in the ruling on an event, as if an older program had written them."""
    event = msgspec.json.decode(log()[version - 1].data)
    told = event["ruling"]
    words = {"sentence": f"Once upon a time, {told['sentence']}", "warnings": ["Nobody knows why."]}
    said = told | words
    event["ruling"] = {name: said[name] for name in WRITTEN if name in said}
    return with_data(version, msgspec.json.encode(event).decode())


@pytest.mark.parametrize("version", [1, 40, MIDDLE])
def test_a_ruling_in_other_words_is_the_same_ruling(version: int) -> None:
    log = worded_otherwise(version)
    looked = examined(archived(log))
    assert isinstance(looked, ArchiveVerifier)
    assert (looked.log.counts.judged, looked.log.counts.reworded) == (LENGTH, [version])
    assert verified(log) is None


@pytest.mark.parametrize("texts", ["[]", "[[1,1]]"])
def test_texts_at_other_places_are_found_though_every_hash_fits(texts: str) -> None:
    row = next(row for row in log()[10:] if row.texts != "[]")
    before, after = log()[: row.version - 1], log()[row.version :]
    forged = chained(row._replace(texts=texts), before[-1].hash)
    found = found_in([*before, forged, *after], row.version)
    assert "its texts are not where it says" in found.what


def test_dice_that_were_changed_after_the_throw_are_found() -> None:
    thrown = [row for row in log() if '"dice":[{' in row.data]
    assert thrown
    for row in thrown:
        event = msgspec.json.decode(row.data)
        values = event["dice"][0]["values"]
        event["dice"][0]["values"] = [7 - values[0], *values[1:]]
        found_in(with_data(row.version, msgspec.json.encode(event).decode()), row.version)


def test_a_line_of_forks_that_is_not_the_events_is_found() -> None:
    half = LENGTH // 2
    header = header_of(archive()[0])
    other = replace(header, lineage=(Segment(UUID(int=1), half),))
    found_in_file([written(other), *archive()[1:]], {1})
    other = replace(header, session=UUID(int=1), lineage=(Segment(SESSION, half),))
    found_in_file([written(other), *archive()[1:]], {half + 1})


def version_of(line: int) -> set[int]:
    """Return the versions that can be reported for a fault in this line of the archive."""
    version = sum(text.startswith(b'{"version"') for text in archive()[: line + 1])
    return {version, version + 1} if archive()[line].startswith(b'{"state"') else {version}


def found_in_file(lines: list[bytes], versions: set[int]) -> None:
    finding = examined(lines)
    assert isinstance(finding, Finding)
    assert finding.version in versions, finding


@pytest.mark.thorough
def test_a_changed_byte_of_an_archive_is_found_at_its_version(subtests: pytest.Subtests) -> None:
    for seed in range(100):
        with subtests.test(seed=seed):
            random = chance(seed)
            line = random.randrange(1, len(archive()))
            other = changed(archive()[line], random)
            found_in_file([*archive()[:line], other, *archive()[line + 1 :]], version_of(line))


@each_seed(40)
def test_a_changed_byte_of_an_archives_header_is_found(
    subtests: pytest.Subtests, seeds: range
) -> None:
    for seed in seeds:
        with subtests.test(seed=seed):
            other = changed(archive()[0], chance(seed))
            with suppress(UnreadableError):
                finding = examined([other, *archive()[1:]])
                assert isinstance(finding, Finding) or not is_compared(finding), finding


def is_compared(looked: ArchiveVerifier) -> bool:
    """Return whether every digest of a state was compared with the state."""
    return looked.log.counts.states > 0 == looked.log.counts.unread


@pytest.mark.parametrize("version", [200, LENGTH])
@pytest.mark.parametrize("times", [0, 2])
def test_a_states_digest_that_is_missing_or_stands_twice_is_found(version: int, times: int) -> None:
    digest = next(
        line for line in archive() if line.startswith(b'{"state":{"version":%d,' % version)
    )
    at = archive().index(digest)
    found_in_file([*archive()[:at], *[digest] * times, *archive()[at + 1 :]], {version})


@pytest.mark.parametrize("left", [1, 2, MIDDLE, LENGTH - 1])
def test_a_cut_archive_is_found_at_its_end(left: int) -> None:
    found_in_file(archive()[: left + 1 + left // 200], {left + 1})


def taken_out(version: int) -> list[Row]:
    """The log with a redacted event, without the event that records the redaction."""
    emptied = redacted(log()[version - 1])
    return [*log()[: version - 1], emptied, *log()[version:]]


@each_seed(20)
def test_a_changed_digest_of_a_redaction_is_found(subtests: pytest.Subtests, seeds: range) -> None:
    for seed in seeds:
        with subtests.test(seed=seed):
            random = chance(seed)
            version = random.randrange(1, LENGTH)
            left = taken_out(version)
            row = left[version - 1]
            left[version - 1] = row._replace(digest=changed(row.digest, random))
            found_in(left, version)
