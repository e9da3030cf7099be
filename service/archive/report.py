"""The report about an archive for lay readers: proved facts, open points, and next steps."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from shlex import quote
from typing import NamedTuple

from verger.domain.core.text import listed
from verger.service.archive.played import Played, Redaction
from verger.service.archive.point import ReportPoint, apart, at_events, events
from verger.service.archive.verdict import Checked, DiceCounts, Verdict


class Report(NamedTuple):
    """The verdict about a file, with its name and its contents."""

    file: str
    size: int
    sha256: str
    at: datetime
    program: str
    verdict: Verdict
    played: Played | None


def headline(verdict: Verdict) -> ReportPoint:
    """Return the verdict in plain words."""
    match verdict.verdict:
        case "verified":
            return ReportPoint("This record holds together.", _held(verdict.checked))
        case "wrong":
            return ReportPoint(
                f"This record is wrong from event {verdict.version} on.",
                f"At event {verdict.version} the check found: {verdict.why}. The events after it prove nothing.",
            )
        case "states_unread":
            return ReportPoint(
                "This record could not be checked to the end.",
                "Its events hold together. But only another version of this program can compare its digests of the"
                " state of the game.",
            )
        case "unreadable":
            return ReportPoint(
                "This file could not be checked.",
                f"The reason: {verdict.why}. So this check says nothing for or against the record.",
            )


def _held(checked: Checked | None) -> str:
    fits = (
        "Every event fits the one before it, and every ruling follows from the rules of the game."
    )
    taken = " Some texts were taken out openly." if checked and checked.redacted else ""
    return f"{fits}{taken} The open points are listed below."


def proved(report: Report) -> Iterator[ReportPoint]:
    """Yield the proved facts."""
    checked, verdict = report.verdict.checked, report.verdict
    if checked is None:
        if report.played and verdict.version:
            yield ReportPoint(
                f"The record before event {verdict.version} holds together.",
                f"{events(report.played.events)}: each fits the one before it, and its ruling follows from the rules.",
            )
        return
    yield ReportPoint(
        f"Every event is in its place: {events(verdict.events or 0)}.",
        "Each event has a fingerprint (SHA-256) of itself and of the event before. Nobody can have changed, left out or added an"
        " event without making all later fingerprints again.",
    )
    yield ReportPoint(
        f"The rulings are those of the rules: {events(checked.judged)} judged again.",
        "This program played each of these moves again by the rules of the game, with the dice on record, and came to"
        " the same outcome." + _reworded(checked),
    )
    if checked.dice.verified:
        yield ReportPoint(
            f"The dice were fixed in advance: {_dice(checked.dice.verified)}.",
            "They come from a secret number. The server committed to it before the first throw and has shown it since, so"
            f" no die was exchanged. {_words(report.played)}",
        )
    signed = next((head for head in reversed(checked.kept) if head.key), None)
    if signed:
        yield ReportPoint(
            f"The server signed the record, up to event {signed.version}.",
            f"Up to this event, the record is the one that was signed. The key is {signed.key}. Only the person who kept the"
            " key can say that it is the server's.",
        )
    unsigned = next((head for head in reversed(checked.kept) if not head.key), None)
    if unsigned:
        yield ReportPoint(
            f"The record matches a fingerprint that somebody kept, up to event {unsigned.version}.",
            "Somebody kept the fingerprint of that event, and the file has the same fingerprint. The server did not sign it, so it"
            " convinces only people who trust the person who kept it.",
        )


def _words(played: Played | None) -> str:
    """Return a sentence about the seats that gave words for the dice, and the consequence."""
    if played is None or not played.words_for_dice:
        return "Nobody gave a word for the dice, so nothing here shows that the server did not pick this number to suit."
    return (
        f"Words for the dice were given by {listed(played.words_for_dice)}. While a word was in use,"
        " nobody can have picked the number to suit."
    )


def _reworded(checked: Checked) -> str:
    if not checked.reworded:
        return ""
    return f" {len(checked.reworded)} rulings would have other words today, but the same results."


def unproved(report: Report) -> Iterator[ReportPoint]:
    """Yield the points that are not proved, with the reasons."""
    checked = report.verdict.checked
    if report.verdict.verdict == "unreadable":
        return
    if checked is None:
        yield ReportPoint(
            f"Anything from event {report.verdict.version} on.",
            "Each event rests on the events before it. The events after a wrong event may be right, but nothing here can show it.",
        )
        yield ReportPoint(
            "Who made the mistake, and whether on purpose.",
            "A copy that was damaged or cut short, a record that somebody changed, and another version of the rules look alike here.",
        )
        return
    yield _whole(checked)
    yield from _of_dice(checked.dice, report.played)
    if checked.states.unread:
        yield ReportPoint(
            f"The state of the game, at {checked.states.unread} places.",
            "Its digests are in the format of another version of this program, so they were not compared.",
        )
    if checked.redacted:
        yield ReportPoint(
            f"The content of the texts that were taken out of {events(len(checked.redacted))}.",
            "Nobody can read them any more. The record shows their places, and the person who took them out.",
        )
    if report.played and report.played.hidden:
        yield ReportPoint(
            "The content of 1 sealed note."
            if report.played.hidden == 1
            else f"The content of {report.played.hidden} sealed notes.",
            "Only some people at the table can read such notes. The record has their fingerprints, so nobody can exchange a note.",
        )
    yield ReportPoint(
        "Who the people were.",
        "The names are those that the table wrote down. The record knows places at a table, not persons.",
    )


def _whole(checked: Checked) -> ReportPoint:
    if held := checked.newest:
        return ReportPoint(
            f"The events after event {held.version}.",
            "The kept fingerprint covers only the events up to then. Later events may have been left out or rewritten.",
        )
    return ReportPoint(
        "That this is the whole record, and the only one.",
        "The operator of the server could have left out its end, or written another record from the beginning. A signed"
        " checkpoint that somebody else kept would rule that out, but none was given.",
    )


def _of_dice(dice: DiceCounts, played: Played | None) -> Iterator[ReportPoint]:
    if dice.unrevealed:
        yield ReportPoint(
            f"That {_dice(dice.unrevealed)} fell by chance.",
            f"The secret number that they come from has not been shown yet. {_words(played)}",
        )
    if dice.reported:
        yield ReportPoint(
            f"That {_dice(dice.reported)} fell as players typed them in.",
            "Players threw these dice by hand. Only people who were there saw them.",
        )


def taken_out(redactions: Iterable[Redaction]) -> Iterator[ReportPoint]:
    """Yield the redactions: the texts, the redactor and the reason."""
    for redaction in redactions:
        yield ReportPoint(
            f"From {at_events(redaction.versions)}, removed by {apart(redaction.by)}"
            f" on {redaction.at.day} {redaction.at:%B %Y} (event {redaction.version}).",
            f"The reason given: {apart(redaction.reason)}",
        )


def to_do(report: Report) -> Iterator[ReportPoint]:
    """Yield the steps that would prove more."""
    checked = report.verdict.checked
    if checked is None:
        yield ReportPoint(
            "Ask for another copy.",
            "The server gives one to everybody with a seat, and each player may have kept one. Compare the copies, and look at the"
            " first difference.",
        )
    elif not any(head.key for head in checked.kept):
        yield ReportPoint(
            "Ask the table for a checkpoint.",
            "Anyone with a seat may have kept one, with the public keys of the server. With both, this command shows whether it is"
            " the record that the server signed for:",
            f"verger verify {_quoted(report)} --checkpoint CHECKPOINT.json --key KEYS.json",
        )
    if checked and checked.dice.unrevealed:
        yield ReportPoint(
            "Ask the table to show the secret number of the dice.",
            "Every player can do so between throws. A copy of the record from after that also proves these dice.",
        )
    if report.verdict.verdict == "states_unread":
        yield ReportPoint("Check it with the program that wrote it.", "It can compare all of it.")


def own_check(report: Report) -> ReportPoint:
    """Return the advice to check the file again."""
    return ReportPoint(
        "Do not rely on this page.",
        "Anybody can write such a page. Only the file counts. Compare its fingerprint with the fingerprint below, and check the"
        " file yourself, with a program from somebody that you trust:",
        f"verger verify {_quoted(report)}",
    )


def _quoted(report: Report) -> str:
    """Return the name of the file for a shell. It includes its folder, because a file name can look like an option."""
    return quote(f"./{report.file}")


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count:,} dice"
