"""Texts of reports and stories about generated play have no ids, and count correctly."""

import re
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from tests.laws.law import each_walk
from tests.laws.played import Played
from tests.laws.wording import faults
from verger.domain.core.ruling import Allowed
from verger.domain.core.timeline import shifts
from verger.projections.landmarks import found_in
from verger.projections.story.markdown import markdown
from verger.projections.story.teller import Teller
from verger.service.archive import contested, happened
from verger.service.archive.case import CaseFinder
from verger.service.archive.case_account import sections
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.point import ReportPoint

QUOTED = re.compile("“(?![a-z]{1,2}[0-9]+”)[^“”]*”")
"""A text or a name that a person wrote. An id in quotation marks does not match."""


def log_of(played: Played) -> CheckedLog:
    """Return the log of a walk. A gift becomes an event without a sentence."""
    made = {step.facts.version: played.event(step) for step, _ in played.accepted()}
    gift = replace(made[1], seat=None, ruling=Allowed("", ()), dice=(), revealed=None)
    events = [
        made.get(version) or replace(gift, effects=effects)
        for version, effects in enumerate(played.history, 1)
    ]
    return CheckedLog(
        ruleset=played.ruleset,
        state=played.state,
        events=events,
        finder=found_in(played.ruleset, events),
        hashes=[b""] * len(events),
    )


def named_in(log: CheckedLog) -> re.Pattern[str]:
    """Return a pattern for the names that people gave with an id in them, such as `Hero c1`."""
    names = {
        name
        for version in range(1, len(log.events) + 1)
        for name in log.names(version).play.values()
        if re.search(r"\W[a-z]{1,2}[0-9]", name)
    }
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)")


def accounts(log: CheckedLog) -> Iterator[str]:
    """Yield the titles of landmarks, and the texts of a report and of some cases."""
    yield from (landmark.title for landmark in log.finder.landmarks)
    points = chain(
        contested.disputes(log, dict(contested.known(log))),
        happened.undone(log, shifts(log.state.table.timeline)),
        happened.repeated(log, range(1, len(log.events) + 1)),
        happened.false_statements(log),
        happened.house_rules(log),
    )
    for point in (*points, *cases(log)):
        yield from (point.head, point.more, *point.lines)


def cases(log: CheckedLog) -> Iterator[ReportPoint]:
    """Yield the points of some cases, without the lines about rules, which contain ids."""
    finder = CaseFinder(log)
    for id in (*finder.ids[1:9], str(len(log.events))):
        case = finder.case(id)
        assert case
        for point in chain.from_iterable(part.points for part in sections(log, case)):
            lines = [line for line in point.lines if not line.startswith("Rule ")]
            yield point._replace(lines=tuple(lines))


def story(log: CheckedLog) -> Iterator[str]:
    """Yield the lines of a story with the undone play."""
    head = len(log.events)
    teller = Teller(log.ruleset, log.state, head, log.finder, "struck")
    entries = [teller.account(at, event) for at, event in enumerate(log.events, 1)]
    yield from markdown(teller.story(1, head, [one for one in entries if one], None)).splitlines()


@each_walk
def test_reports_and_stories_name_no_ids_and_count_rightly(played: Played) -> None:
    log, last = log_of(played), played.steps[-1]
    named = named_in(log)
    texts = [named.sub("", QUOTED.sub("", text)) for text in chain(accounts(log), story(log))]
    wrong = list(faults(last, texts))
    assert not wrong, f"{played.name}: {'; '.join(wrong[:3])}"
