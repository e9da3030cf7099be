"""Reports and stories of generated play read as a table would tell it."""

import re
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from tests.laws.law import each_walk
from tests.laws.played import Played
from tests.laws.wording import faults
from verger.domain.core.ruling import Allowed
from verger.projections.landmarks import found_in
from verger.projections.story.markdown import markdown
from verger.projections.story.teller import Teller
from verger.service.archive import contested, happened
from verger.service.archive.checked_log import CheckedLog

QUOTED = re.compile("“(?![a-z]{1,2}[0-9]+”)[^“”]*”")
"""A text or a name that a person wrote. An id in quotation marks is none."""


def log_of(played: Played) -> CheckedLog:
    """Return the log of a walk. A gift is an event without a sentence."""
    made = {step.facts.version: played.event(step) for step, _ in played.accepted()}
    gift = replace(made[1], seat=None, ruling=Allowed("", ()), dice=(), revealed=None)
    events = [
        made.get(version) or replace(gift, effects=effects)
        for version, effects in enumerate(played.history, 1)
    ]
    return CheckedLog(played.ruleset, played.state, events, found_in(played.ruleset, events))


def accounts(log: CheckedLog) -> Iterator[str]:
    """Yield the texts of a report."""
    points = chain(
        contested.disputes(log),
        happened.undone(log),
        happened.repeated(log),
        happened.false_statements(log),
        happened.house_rules(log),
    )
    for point in points:
        yield from (point.head, point.more, *point.lines)


def story(log: CheckedLog) -> Iterator[str]:
    """Yield the lines of a story with the undone play."""
    head = len(log.events)
    teller = Teller(log.ruleset, log.state, head, log.finder, "struck")
    entries = [teller.account(at, event) for at, event in enumerate(log.events, 1)]
    yield from markdown(teller.story(1, head, [one for one in entries if one], None)).splitlines()


@each_walk
def test_reports_and_stories_name_no_ids_and_count_rightly(played: Played) -> None:
    log, last = log_of(played), played.steps[-1]
    texts = [QUOTED.sub("", text) for text in chain(accounts(log), story(log))]
    wrong = list(faults(last, texts))
    assert not wrong, f"{played.name}: {'; '.join(wrong[:3])}"
