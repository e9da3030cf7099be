"""Pages of problems: what each code means."""

from collections.abc import Iterable, Mapping

from service.kind import KINDS
from service.portal.page import Page


def pages() -> Iterable[Page]:
    """A page for each code, and one that lists them."""
    rows = [
        f"| {int(kind.status)} | [`{code}`](/docs/problems/{code}) | {kind.title} |"
        for code, kind in sorted(KINDS.items(), key=lambda item: (item[1].status, item[0]))
    ]
    lines = ["# Problems\n", "| status | code | |", "| --- | --- | --- |", *rows]
    yield Page("problems", "Problems", "\n".join(lines))
    for code, kind in KINDS.items():
        text = f"# {kind.title}\n\n`{code}`, status {int(kind.status)}\n\n{kind.meaning}\n"
        yield Page(f"problems/{code}", kind.title, text)


def anchors() -> Mapping[str, str]:
    """Where each code is explained."""
    return {code: f"/docs/problems/{code}" for code in KINDS}
