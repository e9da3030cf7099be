"""The disputes of an archive in sentences: grounds, views, votes, outcomes and later citations."""

from collections import defaultdict
from collections.abc import Container, Iterator

from verger.domain.core.dispute import (
    Closing,
    Dispute,
    FailedSettlement,
    OfEvent,
    Settlement,
    View,
)
from verger.domain.core.identifier import DisputeId, in_order, number
from verger.domain.core.reason import KNOWN
from verger.domain.core.remedy import (
    corrections_of,
)
from verger.domain.core.text import listed
from verger.domain.dispute.precedent import FACT
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.point import ReportPoint, apart, at_events, said

CITED = 20
"""The maximum number of citations of a precedent in a report."""


def known(log: CheckedLog) -> list[tuple[DisputeId, Dispute]]:
    """Return all disputes, in order."""
    disputes = log.state.table.disputes
    return in_order([*disputes.open.items(), *disputes.closed.items()])


def disputes(log: CheckedLog, ids: Container[str]) -> Iterator[ReportPoint]:
    """Yield an account of each of these disputes, in order."""
    cited = _citations(log)
    for id, dispute in known(log):
        if id not in ids:
            continue
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
        parts.append((appeal.earlier.version, _closing(log, appeal.earlier, dispute.corrected)))
        parts.append((appeal.version, text))
    is_withdrawn = appeal is not None and dispute.closing == appeal.earlier
    if dispute.closing and not is_withdrawn:
        parts.append((dispute.closing.version, _closing(log, dispute.closing, dispute.corrected)))
    yield from (text for _, text in sorted(parts, key=lambda part: part[0]))
    if is_withdrawn:
        yield "The appeal was withdrawn. The outcome before it stays."
    if dispute.corrected:
        yield f"Its corrections were repeated: {at_events(dispute.corrected)}."
    if cited:
        more = f" and {len(cited) - CITED:,} more" if len(cited) > CITED else ""
        yield f"Later rulings that name it as a precedent: {at_events(cited[:CITED])}{more}."


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
    """Return the log's sentence about a settlement with its remedy, its reason and its votes."""
    names, vote = log.names(proposed.version), proposed.vote
    votes = "".join(
        f" {how}: {listed([apart(names.of(seat)) for seat in seats])}."
        for how, seats in (("Yes", vote.yes), ("No", vote.no), ("Not answered", vote.waiting))
        if seats
    )
    sentence = log.events[proposed.version - 1].ruling.sentence
    return (
        f"Event {proposed.version:,}: {apart(sentence)} The reason: {said(proposed.reason)}{votes}"
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


def _closing(log: CheckedLog, closing: Closing, corrected: tuple[int, ...]) -> str:
    agreed = closing.settlement
    if agreed is None:
        return f"It was withdrawn (event {closing.version:,}): {said(closing.reason)}"
    end = f"This was agreed (event {closing.version:,})."
    if log.force.has(closing, corrected) is False:
        end += " A later rewind took the remedy back; the outcome stays."
    return f"{_proposal(log, agreed)} {end}"
