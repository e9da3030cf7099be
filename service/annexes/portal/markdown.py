"""Markdown as HTML. HTML tags inside a text are shown as text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

_OF_A_TERM = {"class": "term"}
_RULE = re.compile(r"[a-z_]+(\.[a-z_]+)+")


class PageHeading(NamedTuple):
    """A heading of a page, and the anchor that leads to it."""

    level: int
    text: str
    anchor: str


class Rendered(NamedTuple):
    """A page's text as HTML, and its headings in order."""

    html: str
    headings: tuple[PageHeading, ...]


def render(
    text: str, addresses: Mapping[str, str], terms: Mapping[str, str] | None = None
) -> Rendered:
    """Return a text as HTML. Code that has an address and the first use of a term become links."""
    tokens = _parser().parse(text, {"addresses": addresses, "terms": terms})
    html: str = _parser().renderer.render(tokens, _parser().options, {})
    return Rendered(html, tuple(_headings(tokens)))


def parts(text: str) -> list[tuple[PageHeading, str]]:
    """Return each heading of a text, and the words below it, without blocks of code."""
    tokens = _parser().parse(text, {"addresses": {}, "terms": None})
    words: list[list[str]] = []
    for token in tokens:
        if token.type == "heading_open" and "id" in token.attrs:
            words.append([])
        elif token.type == "inline":
            words[-1].append(_plain(token))
    return [
        (heading, " ".join(below))
        for heading, (_, *below) in zip(_headings(tokens), words, strict=True)
    ]


def slug(text: str) -> str:
    """Return the anchor of a heading, as code hosts make it. Only the id of a rule keeps its dots."""
    if _RULE.fullmatch(text):
        return text
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "highlight": _highlighted}).enable("table")
    parser.use(anchors_plugin, max_level=3, slug_func=slug)
    parser.core.ruler.push("addresses", _lead)
    parser.core.ruler.push("terms", _define)
    parser.add_render_rule("code_block", _code_block)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


def _headings(tokens: Sequence[Token]) -> list[PageHeading]:
    return [
        PageHeading(int(opened.tag[1]), _plain(inline), str(opened.attrs["id"]))
        for opened, inline in pairwise(tokens)
        if opened.type == "heading_open" and "id" in opened.attrs
    ]


def _plain(inline: Token) -> str:
    kinds = ("text", "code_inline", "softbreak")
    return "".join(part.content or " " for part in inline.children or () if part.type in kinds)


def _lead(state: StateCore) -> None:
    """Turn code that has an address into links, except inside a link."""
    for token in state.tokens:
        if token.type == "inline":
            token.children = _led(token.children or [], state.env["addresses"])


def _led(children: Sequence[Token], addresses: Mapping[str, str]) -> list[Token]:
    found: list[Token] = []
    depth = 0
    for child in children:
        depth += child.nesting if child.type.startswith("link_") else 0
        address = addresses.get(child.content) if child.type == "code_inline" else None
        if address is None or depth:
            found.append(child)
            continue
        found += _linked(child, address)
    return found


def _linked(child: Token, address: str, **attributes: str) -> list[Token]:
    opened = Token("link_open", "a", 1, attrs={"href": address, **attributes})
    return [opened, child, Token("link_close", "a", -1)]


def _define(state: StateCore) -> None:
    """Link the first use of each term, unless it is in a heading or a link."""
    terms = state.env["terms"]
    if not terms:
        return
    longest_first = "|".join(sorted(map(re.escape, terms), key=len, reverse=True))
    pattern = re.compile(rf"\b(?:({longest_first})(?:s|es)?)\b", re.IGNORECASE)
    linked: set[str] = set()
    for before, token in pairwise(state.tokens):
        if token.type == "inline" and before.type != "heading_open":
            token.children = list(_defined(token.children or [], pattern, terms, linked))


def _defined(
    children: Sequence[Token], pattern: re.Pattern[str], terms: Mapping[str, str], linked: set[str]
) -> Iterator[Token]:
    depth = 0
    for child in children:
        depth += child.nesting if child.type.startswith("link_") else 0
        if child.type == "link_open":
            linked.add(str(child.attrs["href"]))
        start = 0
        for found in pattern.finditer(child.content) if child.type == "text" and not depth else ():
            address = terms[found[1].lower()]
            if address not in linked:
                linked.add(address)
                yield Token("text", "", 0, content=child.content[start : found.start()])
                yield from _linked(Token("text", "", 0, content=found[0]), address, **_OF_A_TERM)
                start = found.end()
        yield child.copy(content=child.content[start:]) if start else child


def _highlighted(code: str, language: str, attributes: str) -> str:
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        shown = escape(code)
    else:
        shown = highlight(code, lexer, HtmlFormatter(nowrap=True))
    # A block that scrolls sideways must be reachable by keyboard.
    return f'<pre tabindex="0"><code class="language-{escape(language or "text")}">{shown}</code></pre>\n'


def _code_block(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    return _highlighted(tokens[at].content, "text", "")


def _table_open(*_: Any) -> str:
    return '<div class="wide" tabindex="0"><table>\n'


def _table_close(*_: Any) -> str:
    return "</table></div>\n"
