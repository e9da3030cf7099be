"""The disputes of an archive in words: grounds, views, votes, outcomes and later citations."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, assert_never

from verger.domain.core.dispute import (
    Closing,
    Dispute,
    FailedSettlement,
    OfEvent,
    Settlement,
    View,
)
from verger.domain.core.identifier import DisputeId, in_order, number
from verger.domain.core.landmark import Names
from verger.domain.core.option import plain
from verger.domain.core.reason import KNOWN
from verger.domain.core.remedy import (
    Amendment,
    MoveTokens,
    NoRemedy,
    Override,
    Plain,
    Remedy,
    RewindTo,
    corrections_of,
)
from verger.domain.core.text import listed
from verger.domain.core.timeline import leads, way
from verger.domain.dispute.precedent import FACT
from verger.domain.dispute.settling import CorrectAgain
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.point import ReportPoint, apart, at_events, said

CITED = 20
"""The maximum number of citations of a precedent in a report."""


def disputes(log: CheckedLog) -> Iterator[ReportPoint]:
    """Yield an account of each dispute, in order."""
    known, cited = log.state.table.disputes, _citations(log)
    for id, dispute in in_order([*known.open.items(), *known.closed.items()]):
        yield ReportPoint(
            f"Dispute {number(id)}: {_status(dispute)}",
            f"{_about(log, dispute)} The ruling: {apart(dispute.ruled.sentence)}",
            lines=tuple(_lines(log, id, dispute, cited[id])),
        )


def _about(log: CheckedLog, dispute: Dispute) -> str:
    """Return a sentence about the ruling that a dispute is about."""
    names, ruled, at = log.names(dispute.version), dispute.ruled, dispute.version
    who = apart(names.of(dispute.by))
    if not isinstance(dispute.about, OfEvent):
        whose = f" of {apart(names.of(ruled.seat))}" if ruled.seat else ""
        what = f"the refusal of the move {ruled.type}{whose} after event {ruled.version:,}"
        return f"{who} disputed {what} (event {at:,})."
    if dispute.about.version == at:
        return f"{who} asked a question about the rules (event {at:,})."
    return f"{who} disputed the ruling on event {ruled.version:,} (event {at:,})."


def _citations(log: CheckedLog) -> defaultdict[DisputeId, list[int]]:
    """Return the events whose rulings cite each dispute as a precedent."""
    cited: defaultdict[DisputeId, list[int]] = defaultdict(list)
    for version, event in enumerate(log.events, 1):
        ids = {id for applied in event.ruling.rules for id in applied.facts.get(FACT, ())}  # type: ignore[union-attr]
        for id in ids:
            cited[DisputeId(id)].append(version)
    return cited


def _status(dispute: Dispute) -> str:
    match dispute.status:
        case "open":
            return "it is open."
        case "withdrawn":
            return "it was withdrawn."
        case outcome:
            return f"the ruling was {outcome}."


def _lines(log: CheckedLog, id: DisputeId, dispute: Dispute, cited: list[int]) -> Iterator[str]:
    yield f"The rule in question, {dispute.rule}: {log.ruleset.rules[dispute.rule].statement}"
    yield f"The grounds: {said(dispute.grounds)}{_evidence(dispute)}"
    parts = [(view.version, _view(log, view)) for view in dispute.views]
    parts += [(one.version, _failed(log, one)) for one in dispute.failed]
    if dispute.settlement:
        proposed = dispute.settlement
        parts.append((proposed.version, f"Under vote: {_proposal(log, proposed)}"))
    if appeal := dispute.appeal:
        by = apart(log.names(appeal.version).of(appeal.seat))
        text = f"{by} appealed (event {appeal.version:,}): {said(appeal.grounds)}"
        parts.append((appeal.earlier.version, _closing(log, appeal.earlier)))
        parts.append((appeal.version, text))
    is_withdrawn = appeal is not None and dispute.closing == appeal.earlier
    if dispute.closing and not is_withdrawn:
        parts.append((dispute.closing.version, _closing(log, dispute.closing)))
    yield from (text for _, text in sorted(parts, key=lambda part: part[0]))
    if is_withdrawn:
        yield "The appeal was withdrawn. The outcome before it stays."
    if again := _made_again(log, id):
        yield f"Its corrections were made again: {at_events(again)}."
    if cited:
        more = f" and {len(cited) - CITED:,} more" if len(cited) > CITED else ""
        yield f"Later rulings that name it as a precedent: {at_events(cited[:CITED])}{more}."


def _made_again(log: CheckedLog, id: DisputeId) -> list[int]:
    """Return the events that made the corrections of a dispute again after a rewind."""
    return [
        version
        for version, event in enumerate(log.events, 1)
        if isinstance(event.move, CorrectAgain) and event.move.dispute == id
    ]


def _evidence(stated: Dispute | View) -> str:
    named = [at_events(stated.versions)] if stated.versions else []
    if stated.rules:
        named.append(f"rule{'s' if len(stated.rules) > 1 else ''} {', '.join(stated.rules)}")
    named += [f"dispute {number(id)}" for id in stated.disputes]
    return f" As evidence: {listed(named)}." if named else ""


def _view(log: CheckedLog, view: View) -> str:
    who = apart(log.names(view.version).of(view.seat))
    return f"The view of {who} (event {view.version:,}): {said(view.text)}{_evidence(view)}"


def _proposal(log: CheckedLog, proposed: Settlement) -> str:
    names, vote = log.names(proposed.version), proposed.vote
    votes = "".join(
        f" {how}: {listed([apart(names.of(seat)) for seat in seats])}."
        for how, seats in (("Yes", vote.yes), ("No", vote.no), ("Not answered", vote.waiting))
        if seats
    )
    return (
        f"{apart(names.of(proposed.by))} proposed that the ruling is {proposed.outcome}"
        f" (event {proposed.version:,}), because: {said(proposed.reason)}"
        f" The remedy: {remedy_in_words(proposed.remedy, names)}.{votes}"
    )


def _failed(log: CheckedLog, failed: FailedSettlement) -> str:
    if failed.why == "rejected":
        end = f"It was rejected (event {failed.version:,})."
    else:
        count = len(corrections_of(failed.settlement.remedy))
        end = (
            f"It lapsed (event {failed.version:,}), because correction {failed.correction} of {count}"
            f" was no longer possible: {KNOWN[failed.code].title}."
        )
    return f"{_proposal(log, failed.settlement)} {end}"


def _closing(log: CheckedLog, closing: Closing) -> str:
    agreed = closing.settlement
    if agreed is None:
        return f"It was withdrawn (event {closing.version:,}): {said(closing.reason)}"
    end = f"This was agreed (event {closing.version:,})."
    changes = not isinstance(agreed.remedy, NoRemedy)
    ways = way(log.state.table.timeline, len(log.events))
    if changes and not leads(ways, closing.version):
        end += " A later rewind took the remedy back; the outcome stays."
    return f"{_proposal(log, agreed)} {end}"


def remedy_in_words(remedy: Remedy[Plain], names: Names) -> str:
    """Describe a remedy for a sentence."""
    match remedy:
        case NoRemedy():
            return "what was played stays"
        case RewindTo(to):
            return f"play goes back to version {to:,}"
        case Amendment(name, corrections):
            made = "; ".join(_correction(correction, names) for correction in corrections)
            return f"corrections with the name {said(name)}: {made}"
        case Override(rule, corrections):
            made = "; ".join(_correction(correction, names) for correction in corrections)
            return f"the rule {rule} is set aside for this once" + (
                f", and: {made}" if made else ""
            )
        case _:
            assert_never(remedy)


def _correction(correction: Plain, names: Names) -> str:
    kind = str(correction["correction"])
    if kind == MoveTokens.__struct_config__.tag:
        source, target = (_holder(correction[end], names) for end in ("source", "target"))
        return f"{correction['amount']} {correction['token']} from {source} to {target}"
    fields = [
        f"{plain(name)} {apart(_value(value, names))}"
        for name, value in correction.items()
        if name != "correction" and value not in (None, [], {})
    ]
    return f"{plain(kind)} ({', '.join(fields)})"


def _holder(account: str, names: Names) -> str:
    kind, _, id = account.partition(":")
    return apart(names.of(id)) if id else f"the {kind}"


def _value(value: Any, names: Names) -> str:
    if isinstance(value, str):
        return names.of(value)
    if isinstance(value, list):
        return ", ".join(_value(part, names) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{plain(name)} {_value(part, names)}" for name, part in value.items())
    return str(value)
