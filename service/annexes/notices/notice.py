"""Notices: what a person reads, in a chat or of their browser, when their table has moved, in the form that each takes.

A notice has the table's title, what its seat is asked, and a link: nothing of what an event says.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from verger.domain.core.option import Awaited
from verger.projections.session import NowView

Spoken = Literal["standard", "discord", "slack", "ntfy"]
"""Whose documented JSON a webhook is sent: that of Standard Webhooks, or of a chat."""
Form = Literal[Spoken, "web_push"]
"""Any form: also what a browser shows, which needs the keys of its subscription."""

LONGEST = 700
"""Letters of what is said: Discord takes 2,000, and each may need a mark before it."""


TABLES = 10
"""Tables that a digest tells of by name."""
SOMETHING = "Something has happened at the table."
SOMEBODY = "Somebody asks for a seat at the table."


class Notice(NamedTuple):
    """What somebody reads."""

    title: str
    said: str
    link: str
    """Where it leads; empty where the server does not know its own address."""


class Sent(NamedTuple):
    """A notice as it is posted."""

    url: str
    body: bytes


def _asked_of(now: NowView, seats: Sequence[str]) -> list[Awaited]:
    return [one for one in now.awaited if {*seats} & {*one.seats}]


def notice(
    now: NowView | None, seats: Sequence[str], link: str, otherwise: str = SOMETHING
) -> Notice:
    """What somebody at these seats reads of a table as it is now, as far as that can be told."""
    said = "\n".join(one.sentence for one in _asked_of(now, seats)) if now else ""
    return Notice(_title(now), _short(said or otherwise), link)


def _title(now: NowView | None) -> str:
    return now.title or now.ruleset if now else "Verger"


class DigestTable(NamedTuple):
    """A table of which a digest tells: how it is now, whose seats are meant, how much happened."""

    now: NowView | None
    seats: Sequence[str]
    events: int


def digest_notice(tables: Sequence[DigestTable], link: str) -> Notice:
    """What somebody reads of several tables at once: what is asked of them, or how much happened."""
    if len(tables) == 1:
        ((now, seats, events),) = tables
        return notice(now, seats, link, _so_many(events))
    lines = [f"{_title(one.now)}: {_asked_or_so_many(one)}" for one in tables[:TABLES]]
    if more := len(tables) - TABLES if len(tables) > TABLES else 0:
        lines.append(f"And {more} more {'table' if more == 1 else 'tables'}.")
    title = f"News of {len(tables)} tables" if tables else "Verger"
    return Notice(title, _short("\n".join(lines) or SOMETHING), link)


def _asked_or_so_many(table: DigestTable) -> str:
    asked = _asked_of(table.now, table.seats) if table.now else ()
    return " ".join(one.sentence for one in asked) or _so_many(table.events)


def _so_many(events: int) -> str:
    return f"{events} {'move' if events == 1 else 'moves'}; nothing is asked of you."


def tried(link: str) -> Notice:
    """What is read when somebody tries whether notices arrive."""
    return Notice("Verger", "This is where notices about your table will be.", link)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def _discord(url: str, notice: Notice) -> tuple[str, Any]:
    # Labels are people's words: no mark of theirs counts, and nobody is called by them.
    title, said = _MARKS.sub(r"\\\g<0>", notice.title), _MARKS.sub(r"\\\g<0>", notice.said)
    lines = [f"**{title}**", said, *([f"<{notice.link}>"] if notice.link else [])]
    return url, {"content": "\n".join(lines), "allowed_mentions": {"parse": []}}


def _slack(url: str, notice: Notice) -> tuple[str, Any]:
    title, said = (_escaped(text) for text in (notice.title, notice.said))
    named = f"<{notice.link}|{title}>" if notice.link else title
    return url, {"text": f"{named}\n{said}"}


def _ntfy(url: str, notice: Notice) -> tuple[str, Any]:
    # Its JSON goes to the server's root and names the topic, which people know as an address.
    root, _, topic = url.rstrip("/").rpartition("/")
    if root.endswith("/"):
        root, topic = url.rstrip("/"), ""  # none is named, which its answer says
    told = {"topic": topic, "title": notice.title, "message": notice.said}
    return f"{root}/", told | ({"click": notice.link} if notice.link else {})


def _web_push(url: str, notice: Notice) -> tuple[str, Any]:
    # Declarative Web Push: some browsers show it by themselves, others by the page's worker.
    shown = {"title": notice.title, "body": notice.said, "navigate": notice.link}
    return url, {"web_push": 8030, "notification": shown}


def _escaped(text: str) -> str:
    """A text in which Slack finds no mark: it has these three characters for all of them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_MARKS = re.compile(r"[\\*_~`|>\[\]()#@<:-]")
"""What Discord's Markdown gives a meaning to."""

_CHATS: Mapping[str, Callable[[str, Notice], tuple[str, Any]]] = {
    "discord": _discord,
    "slack": _slack,
    "ntfy": _ntfy,
    "web_push": _web_push,
}


def sent(form: Form, url: str, notice: Notice) -> Sent:
    """A notice in a chat's form, and where it goes."""
    to, body = _CHATS[form](url, notice)
    return Sent(to, msgspec.json.encode(body))
