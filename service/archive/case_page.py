"""A case as a single HTML page, or as Markdown."""

from collections.abc import Iterator
from html import escape

from verger.projections.story.markdown import escaped
from verger.projections.story.page import document
from verger.service.archive.case import Case
from verger.service.archive.case_account import Section, sections
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.point import ReportPoint
from verger.service.archive.report import Report, headline, own_check, unproved
from verger.service.archive.report_page import LOOK, about, box, section

OPEN, CHECK = "What is not proved, and why", "Check it yourself"


def case_page(report: Report, log: CheckedLog, case: Case) -> str:
    """Return a case as an HTML document."""
    return document(f"{case.title}: {log.state.table.title}", _html(report, log, case), LOOK)


def _html(report: Report, log: CheckedLog, case: Case) -> Iterator[str]:
    yield f"<h1>{escape(case.title)}</h1>"
    yield f'<p class="note" dir="auto">From the record of “{escape(log.state.table.title)}” ({escape(log.ruleset.title)}).</p>'
    yield box(report.verdict)
    for part in sections(log, case):
        if part.points:
            yield from section(part.title, "accounts", part.points)
        else:
            yield f"<h2>{part.title}</h2><p>{part.nothing}</p>"
    yield from section(OPEN, "unproved", unproved(report))
    yield from section(CHECK, "to-do", (own_check(report),))
    yield from about(report)


def case_markdown(report: Report, log: CheckedLog, case: Case) -> str:
    """Return a case as Markdown."""
    return "\n\n".join(_markdown(report, log, case)) + "\n"


def _markdown(report: Report, log: CheckedLog, case: Case) -> Iterator[str]:
    yield f"# {case.title}"
    yield f"*From the record of “{escaped(log.state.table.title)}” ({escaped(log.ruleset.title)}).*"
    yield _point(headline(report.verdict))
    open = Section(OPEN, tuple(unproved(report)), "")
    check = Section(CHECK, (own_check(report),), "")
    for part in (*sections(log, case), open, check):
        yield f"## {part.title}"
        if part.points:
            yield from map(_point, part.points)
        else:
            yield part.nothing


def _point(point: ReportPoint) -> str:
    texts = (text for text in (point.more, *point.lines) if text)
    parts = [f"**{escaped(point.head)}**", *map(escaped, texts)]
    if point.command:
        parts.append(f"`{point.command}`")
    return "- " + "\n\n  ".join(parts)
