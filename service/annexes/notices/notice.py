"""Notices for people, in a chat or a browser, in the JSON that each service takes.

A notice has the title of the table, the open questions to a seat, and a link. It has no words of an event.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from verger.domain.core.unicode import cut
from verger.projections.session import NowView

ChatForm = Literal["standard", "discord", "slack", "ntfy"]
"""The JSON that a webhook posts: that of Standard Webhooks, or of a chat."""
Form = Literal[ChatForm, "web_push"]
"""The form of a chat, or of a browser (`web_push`), which needs the keys of the subscription."""

LONGEST = 700
"""The maximum length of a text. Discord takes 2,000 characters, and each character can need a backslash."""
TABLES = 10
"""The maximum number of tables that a digest names."""
SOMETHING = "Something has happened at the table."
SOMEBODY = "Somebody asks for a seat at the table."


class Notice(NamedTuple):
    """The text that a person reads."""

    title: str
    text: str
    link: str
    """Empty if the server does not know its own address."""


class DigestTable(NamedTuple):
    """A table in a digest: its present state, the seats of the reader, and the number of new events."""

    now: NowView | None
    seats: Sequence[str]
    events: int


def notice(
    now: NowView | None, seats: Sequence[str], link: str, otherwise: str = SOMETHING
) -> Notice:
    """Return the questions of a table to these seats, or another sentence if there are none."""
    return Notice(_title(now), _short("\n".join(_questions(now, seats)) or otherwise), link)


def digest_notice(tables: Sequence[DigestTable], link: str) -> Notice:
    """Return the questions of several tables, or the number of moves of a table without questions."""
    if len(tables) == 1:
        ((now, seats, events),) = tables
        return notice(now, seats, link, _moves(events))
    lines = [
        f"{_title(one.now)}: {' '.join(_questions(one.now, one.seats)) or _moves(one.events)}"
        for one in tables[:TABLES]
    ]
    if (more := len(tables) - TABLES) > 0:
        lines.append(f"And {more} more {'table' if more == 1 else 'tables'}.")
    title = f"News of {len(tables)} tables" if tables else "Verger"
    return Notice(title, _short("\n".join(lines) or SOMETHING), link)


def ping_notice(link: str) -> Notice:
    """Return the notice of a ping."""
    return Notice("Verger", "This is where notices about your table will be.", link)


def posted(form: Form, url: str, notice: Notice) -> tuple[str, bytes]:
    """Return the address that a notice is posted to, and its body in this form."""
    address, body = _FORMS[form](url, notice)
    return address, msgspec.json.encode(body)


def _title(now: NowView | None) -> str:
    return now.title or now.ruleset if now else "Verger"


def _questions(now: NowView | None, seats: Sequence[str]) -> list[str]:
    return [one.sentence for one in now.awaited if {*seats} & {*one.seats}] if now else []


def _moves(events: int) -> str:
    return f"{events} {'move' if events == 1 else 'moves'}; nothing is asked of you."


def _short(text: str) -> str:
    return cut(text, LONGEST, "\N{HORIZONTAL ELLIPSIS}")


def _discord(url: str, notice: Notice) -> tuple[str, Any]:
    # Words of players must not format the message or notify anybody.
    title, text = (_MARKS.sub(r"\\\g<0>", part) for part in (notice.title, notice.text))
    lines = [f"**{title}**", text, *([f"<{notice.link}>"] if notice.link else [])]
    return url, {"content": "\n".join(lines), "allowed_mentions": {"parse": []}}


def _slack(url: str, notice: Notice) -> tuple[str, Any]:
    title, text = (_escaped(part) for part in (notice.title, notice.text))
    linked = f"<{notice.link}|{title}>" if notice.link else title
    return url, {"text": f"{linked}\n{text}"}


def _ntfy(url: str, notice: Notice) -> tuple[str, Any]:
    # People write the topic as the end of the address. ntfy takes JSON at its root, with the topic in it.
    root, _, topic = url.rstrip("/").rpartition("/")
    if root.endswith("/"):
        root, topic = (
            url.rstrip("/"),
            "",
        )  # the address names no topic, and ntfy refuses the message
    body = {"topic": topic, "title": notice.title, "message": notice.text}
    return f"{root}/", body | ({"click": notice.link} if notice.link else {})


def _web_push(url: str, notice: Notice) -> tuple[str, Any]:
    # Declarative Web Push: some browsers show it without the page's worker.
    shown = {"title": notice.title, "body": notice.text, "navigate": notice.link}
    return url, {"web_push": 8030, "notification": shown}


def _escaped(text: str) -> str:
    """Escape the three characters that all marks of Slack begin with."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_MARKS = re.compile(r"[\\*_~`|>\[\]()#@<:-]")
"""The characters that have a meaning in Discord's Markdown."""

_FORMS: Mapping[str, Callable[[str, Notice], tuple[str, Any]]] = {
    "discord": _discord,
    "slack": _slack,
    "ntfy": _ntfy,
    "web_push": _web_push,
}
