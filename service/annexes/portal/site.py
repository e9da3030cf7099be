"""The documents of the portal. Each is made when it is first requested, and then stays in memory."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec.structs import replace

from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.portal import (
    glossary,
    guides,
    navigation,
    problem,
    reference,
    rules,
    sample,
)
from verger.service.annexes.portal.guides import outside_code
from verger.service.annexes.portal.markdown import Rendered, parts, render
from verger.service.annexes.portal.page import PortalPage
from verger.service.base_path import addressed, base_path, in_html

HERE = Path(__file__).parent
MARKDOWN = "text/markdown"
HTML = "text/html"

OUTLINE_AT_MOST = 40
"""The outline of a page with more headings than this has only the sections."""

_LAYOUTS = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ANY_HOME = "http://127.0.0.1:8000"
"""The address of the server in the examples of guides."""
_EXCHANGE = re.compile(r"^```http\n.*?^```$", re.MULTILINE | re.DOTALL)
_OWN = re.compile(r'(?<=[ "<])/(?=(?:v1|docs|watch)\b)')
_TO_US = re.compile(r"\]\((/[^)\s]*)")
_TO_PAGE = re.compile(r"\]\(/docs((?:/[^)\s#]*)?)(?=[)#])")
_TYPES = {
    ".py": "text/plain",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


class StaticFile(NamedTuple):
    """Bytes to serve, with their type and entity tag."""

    body: bytes
    media_type: str
    tag: str

    @classmethod
    def of(cls, body: str | bytes, media_type: str) -> "StaticFile":
        """Return a document with its entity tag."""
        data = body.encode() if isinstance(body, str) else body
        return cls(data, media_type, f'"{sha256(data).hexdigest()[:20]}"')


class Site:
    """Every document below `/docs`, by its path."""

    def __init__(self, openapi: Callable[[], bytes], home: str = "") -> None:
        self._openapi = openapi
        self._home, self._base = home, base_path(home)
        self._made: dict[str, StaticFile] = {}
        self._rendered: dict[str, Rendered] = {}

    @cached_property
    def pages(self) -> Mapping[str, PortalPage]:
        """Every page by its path."""
        document = json.loads(self._openapi())
        sources = (
            guides.pages(),
            rules.pages(),
            problem.pages(document),
            sample.pages(),
            reference.pages(document),
        )
        return {page.path: self._here(page) for source in sources for page in source}

    @cached_property
    def _terms(self) -> Mapping[str, str]:
        return glossary.terms(self.pages[glossary.PAGE].text)

    def _here(self, page: PortalPage) -> PortalPage:
        """Return a page with the address of this server in its examples."""
        text = _EXCHANGE.sub(lambda found: _OWN.sub(f"{self._base}/", found[0]), page.text)
        return replace(page, text=text.replace(ANY_HOME, self._home or ANY_HOME))

    def html(self, path: str) -> StaticFile | None:
        """Return a page as HTML, if there is one."""
        if path not in self.pages:
            return None
        return self._once(f"{path}.html", lambda: self._html(self._laid_out(path)))

    def markdown(self, path: str) -> StaticFile | None:
        """Return a page as Markdown, if there is one. Its links lead to Markdown too."""
        page = self.pages.get(path)
        if page is None:
            return None
        return self._once(f"{path}.md", lambda: StaticFile.of(self._as_markdown(page), MARKDOWN))

    def file(self, path: str) -> StaticFile | None:
        """Return a file that is no page: the search index, `llms.txt`, a style, a script or another asset."""
        makes: Mapping[str, Callable[[], StaticFile]] = {
            "search.json": lambda: StaticFile.of(json.dumps(self._index()), "application/json"),
            "llms.txt": lambda: StaticFile.of(self._contents(), "text/plain"),
            **{name: partial(_asset, path) for name, path in guides.FILES.items()},
            **{f"assets/{path.name}": partial(_asset, path) for path in ASSETS},
        }
        return self._once(path, makes[path]) if path in makes else None

    def missing(self) -> StaticFile:
        """Return the page for an unknown address."""
        text = "# Page not found\n\nSearch above, or open the [start page](/docs)."
        page = PortalPage("404", "Page not found", text)
        return self._once("404", lambda: self._html(self._with_layout(page, render(text, {}))))

    def rendered(self, path: str) -> Rendered:
        """Return the text of a page as HTML, and its headings."""
        if path not in self._rendered:
            terms = self._terms if path in navigation.order() and path != glossary.PAGE else None
            self._rendered[path] = render(self.pages[path].text, self._addresses(path), terms)
        return self._rendered[path]

    def _once(self, name: str, make: Callable[[], StaticFile]) -> StaticFile:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def _html(self, page: str) -> StaticFile:
        return StaticFile.of(in_html(self._base, page), HTML)

    def _addresses(self, path: str) -> Mapping[str, str]:
        """Return the addresses of code that names a page, a problem, or a rule of the page's game.

        A single word can also be a move or a member. So only names with a dot or an underscore have an address.
        """
        game = next((part for part in path.split("/") if part in RULESETS), next(iter(RULESETS)))
        places = {**problem.anchors(), **rules.anchors()[game]}
        found = {name: place for name, place in places.items() if {".", "_"} & set(name)}
        return found | {address(path): address(path) for path in self.pages}

    def _as_markdown(self, page: PortalPage) -> str:
        def led(found: re.Match[str]) -> str:
            path = found[1].removeprefix("/")
            return f"](/docs/{path or 'index'}.md" if path in self.pages else found[0]

        return self._linked(outside_code(page.text, lambda part: _TO_PAGE.sub(led, part)))

    def _linked(self, text: str) -> str:
        """Return Markdown with the base path in the links to this server."""
        return outside_code(
            text,
            lambda part: _TO_US.sub(lambda to: f"]({addressed(self._base, to[1])}", part),
        )

    def _laid_out(self, path: str) -> str:
        page = self.pages[path]
        if path == reference.PATH:
            return _LAYOUTS.get_template("reference.html").render(page=page)
        return self._with_layout(page, self.rendered(path))

    def _with_layout(self, page: PortalPage, rendered: Rendered) -> str:
        outline = [heading for heading in rendered.headings if heading.level > 1]
        if len(outline) > OUTLINE_AT_MOST:
            outline = [heading for heading in outline if heading.level == 2]
        after = dict(pairwise(path for path in navigation.order() if path in self.pages))
        before = {later: path for path, later in after.items()}
        return _LAYOUTS.get_template("page.html").render(
            page=page,
            body=rendered.html,
            outline=outline,
            current=navigation.nearest(page.path),
            kind=navigation.section(page.path),
            sections=self._sections(),
            before=self.pages.get(before.get(page.path, "-")),
            after=self.pages.get(after.get(page.path, "-")),
            address=address,
        )

    def _sections(self) -> Mapping[str, list[PortalPage]]:
        """Return the sections of the navigation. A ruleset that is not of this project may have no guide."""
        return {
            title: [self.pages[path] for path in paths if path in self.pages]
            for title, paths in navigation.SECTIONS.items()
        }

    def _index(self) -> list[Any]:
        """Return the words of every page by its headings, for the search."""
        return [
            [page.title, self._base + address(path), navigation.section(path), _searched(page)]
            for path, page in self.pages.items()
        ]

    def _contents(self) -> str:
        """Return `llms.txt`, which lists every page of the navigation for programs."""
        lines = ["# Verger", "", "> A server for story games, and its API."]
        for title, pages in self._sections().items():
            lines += ["", f"## {title}", ""]
            lines += [f"- [{page.title}](/docs/{page.path or 'index'}.md)" for page in pages]
        return self._linked("\n".join([*lines, ""]))


def _searched(page: PortalPage) -> list[tuple[str, str, str]]:
    """Return the headings, anchors and words of a page for the search.

    A how-to page is one task, so it is one entry. A problem's page has only its first words in the search,
    because its facts, rules and operations are on hundreds of other pages too.
    """
    found = parts(page.text)
    if page.path.startswith(("how-to/", "problems/")):
        last = 3 if page.path.startswith("problems/") else None
        return [(page.title, "", " ".join(words for _, words in found[:last]))]
    if page.path == reference.PATH:
        return list(reference.in_browser(found))
    return [(heading.text, heading.anchor, words) for heading, words in found]


def address(path: str) -> str:
    """Return the address of a page."""
    return f"/docs/{path}".rstrip("/")


def _asset(path: Path) -> StaticFile:
    return StaticFile.of(path.read_bytes(), _TYPES[path.suffix])


def _swagger_ui() -> Path:
    """Return the folder with the files of Swagger UI, in the package swagger-ui-py."""
    spec = find_spec("swagger_ui")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "static"


ASSETS = (
    *sorted((HERE / "assets").iterdir()),
    _swagger_ui() / "swagger-ui.css",
    _swagger_ui() / "swagger-ui-bundle.js",
)
