"""Every page of the documentation portal can be reached from the first page, is well formed, and has valid links and examples."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.support import mended
from tests.support.log import evening
from verger.domain.core.decider import fold
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.offer import awaited_of
from verger.service.annexes.portal import guides, navigation
from verger.service.annexes.portal.markdown import render
from verger.service.annexes.portal.site import Site
from verger.service.openapi.document import FILE
from verger.service.problem.table import KINDS
from verger.service.root import ROOT

SITE = Site(FILE.read_bytes)
VERGE = RULESETS["verge"]
VOID = {"meta", "link", "input", "br", "hr", "img", "source"}
ELSEWHERE = {"/v1/openapi.json", "/v1/asyncapi.json", "/watch", "/watch#try"}


class Read(HTMLParser):
    """A parsed HTML page: its ids, links, headings and tags. Every tag must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self.attributes |= set(given)
        self.ids += [found for name, found in attrs if name == "id" and found]
        if shown := given.get("href") or (given.get("src") if tag == "img" else None):
            self.links.append(shown)
        if re.fullmatch("h[1-6]", tag) and "article" in self.open:
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


class Shown(NamedTuple):
    """A page in both forms: HTML and Markdown."""

    html: Read
    text: str


def shown(path: str) -> Shown:
    html, text = SITE.html(path), SITE.markdown(path)
    assert html is not None
    assert text is not None
    return Shown(Read(html.body.decode()), text.body.decode())


@pytest.fixture(scope="module")
def pages() -> dict[str, Shown]:
    return {path: shown(path) for path in SITE.pages}


def test_the_navigation_has_every_page_once_and_every_lower_page_has_an_entry_near_it() -> None:
    order = list(navigation.order())
    assert max(Counter(order).values()) == 1
    assert set(order) - set(SITE.pages) == set()
    below = set(SITE.pages) - set(order)
    assert {path for path in below if navigation.nearest(path) is None} == set()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("tutorial", "Tutorials"),
        ("players", "How-to: play"),
        ("problems/stale_version", "Reference: API"),
        ("decisions/log", "Explanation"),
    ],
)
def test_a_page_shows_which_kind_of_page_it_is(path: str, kind: str) -> None:
    page = SITE.html(path)
    assert page is not None
    assert f'<p class="kind">{kind}</p>' in page.body.decode()


def test_every_page_is_reached_from_the_first(pages: dict[str, Shown]) -> None:
    reached, waiting = set(), {""}
    while waiting:
        path = waiting.pop()
        reached.add(path)
        linked = {_parts(link)[0] for link in pages[path].html.links}
        waiting |= {found for found in linked if found in pages and found not in reached}
    assert set(pages) - reached == set()


def test_every_link_leads_to_a_page_and_every_anchor_to_a_place(pages: dict[str, Shown]) -> None:
    broken = [
        f"/docs/{path}: {link}"
        for path, page in pages.items()
        for link in page.html.links
        if not leads(link, path, pages)
    ]
    assert broken == []


def test_every_link_of_the_markdown_leads_to_markdown(pages: dict[str, Shown]) -> None:
    for path, page in pages.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", _without_code(page.text)):
            if link.startswith("/docs/"):
                target, _, anchor = link.removeprefix("/docs/").partition("#")
                found = SITE.file(target) or SITE.markdown(_stem(target))
                assert found is not None, (path, link)
                assert not anchor or anchor in pages[_stem(target)].html.ids, (path, link)
            elif link.startswith("#"):
                assert link[1:] in page.html.ids, (path, link)
            else:
                assert link.startswith("https://") or link in ELSEWHERE, (path, link)


def test_the_pictures_of_a_page_are_there_and_said_in_words(pages: dict[str, Shown]) -> None:
    shown = re.findall(r"!\[([^\]]*)\]\((/docs/pictures/[^)]+)\)", pages["viewer"].text)
    assert len(shown) >= 10
    for words, address in shown:
        file = SITE.file(address.removeprefix("/docs/"))
        assert words
        assert file is not None
        assert (file.media_type, file.body[8:12]) == ("image/webp", b"WEBP")


def leads(link: str, path: str, pages: dict[str, Shown]) -> bool:
    if link.startswith("https://") or link in ELSEWHERE:
        return True
    target, anchor = _parts(link if not link.startswith("#") else f"/docs/{path}{link}")
    if target not in pages:
        return SITE.file(target) is not None or SITE.markdown(_stem(target)) is not None
    return not anchor or anchor in pages[target].html.ids


def _parts(link: str) -> tuple[str, str]:
    path, _, anchor = link.partition("#")
    return path.removeprefix("/docs").removeprefix("/"), anchor


def _stem(path: str) -> str:
    stem = path.removesuffix(".md")
    return "" if stem == "index" else stem


def _without_code(text: str) -> str:
    return re.sub(r"(?ms)^```.*?^```$|`[^`\n]+`", "", text)


def test_a_page_has_one_title_no_id_twice_and_headings_step_by_step(
    pages: dict[str, Shown],
) -> None:
    for path, page in pages.items():
        assert [id for id, times in Counter(page.html.ids).items() if times > 1] == [], path
        if page.html.headings:
            first, *later = page.html.headings
            assert first == 1, path
            assert 1 not in later, path
            assert all(b <= a + 1 for a, b in zip([first, *later], later, strict=False)), path


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


FILES = [*sorted((ROOT / "docs").rglob("*.md")), *map(ROOT.joinpath, guides.ELSEWHERE)]


def test_a_page_of_decisions_names_its_code_by_the_path_that_the_link_leads_to() -> None:
    for file in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        named = re.findall(r"\[`([^`]+)`\]\(([^)]+)\)", file.read_text())
        assert named or file.name == "index.md", file
        for path, target in named:
            assert (file.parent / target).resolve() == ROOT / path, (file, target)


def test_an_example_in_json_is_json_and_a_move_in_it_is_one(subtests: pytest.Subtests) -> None:
    moves = [ruleset.move_type for ruleset in RULESETS.values()]
    for file in FILES:
        with subtests.test(_name(file)):
            told = [value for value in examples(file.read_text()) if is_move(value)]
            assert [one for one in told if not any(is_one(one, kind) for kind in moves)] == []


def is_move(value: Any) -> bool:
    return isinstance(value, dict) and "move" in value


def examples(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        rest = block.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            yield value
            rest = rest[end:].strip()


def is_one(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def test_every_rule_and_house_rule_has_its_place() -> None:
    for name, ruleset in RULESETS.items():
        ids = shown(f"rulesets/{name}").html.ids
        assert {*ruleset.rules, *ruleset.house_rules} - set(ids) == set()


def test_changes_of_each_amendment_stand_with_the_rules_that_it_mends() -> None:
    with mended.installed():
        page = Site(FILE.read_bytes).pages["rulesets/verge"]
    number = mended.NUMBER
    assert (
        f"### Amendment {number}\n\n**A line pauses play.** {mended.NEWEST.statement}" in page.text
    )
    _, told = page.text.split(f"### `{mended.RULE}`\n")
    link = f"Mended by [amendment {number}](#amendment-{number})"
    assert link in told.partition("###")[0]
    assert page.text.count(link) == 1


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_without_amendments_has_no_section_for_them(name: str) -> None:
    text = SITE.pages[f"rulesets/{name}"].text
    assert ("How rules were mended" in text) is bool(RULESETS[name].amendments)


def test_code_that_names_a_rule_leads_to_it_in_the_game_of_the_page() -> None:
    assert "/docs/rulesets/venus#starting_lots" in shown("venus").html.links


def test_the_search_and_the_list_for_programs_know_the_pages() -> None:
    search, listed = SITE.file("search.json"), SITE.file("llms.txt")
    assert search is not None
    assert listed is not None
    found = {path for _, path, *_ in json.loads(search.body)}
    assert found == {f"/docs/{path}".rstrip("/") for path in SITE.pages}
    linked = re.findall(r"\(/docs/(.+)\.md\)", listed.body.decode())
    assert [_stem(path) for path in linked] == list(navigation.order())


def test_every_part_of_the_reference_leads_to_a_guide_and_its_page_to_others() -> None:
    parts = json.loads(FILE.read_bytes())["tags"]
    guides = [part["description"].partition("[The guide](")[2].strip(")") for part in parts]
    assert len(guides) == len(parts) > 10
    assert {_parts(guide)[0] for guide in guides} - set(SITE.pages) == set()
    text = SITE.pages["reference"].text
    assert [guide for guide in guides if f"[The guide]({guide})" not in text] == []
    assert {"/docs", "/docs/moves", "/docs/problems"} < set(shown("reference").html.links)


def test_the_guide_to_moves_shows_the_seats_that_a_recorded_evening_waited_for() -> None:
    (asked,) = [one for one in examples(SITE.pages["moves"].text) if "awaited" in one]
    effects = [one for event in evening("war")[: asked["version"]] for one in event.effects]
    waited = awaited_of(VERGE, fold(VERGE, VERGE.empty, effects))
    assert asked["awaited"] == json.loads(msgspec.json.encode(waited))


def test_the_first_page_shows_a_part_of_the_same_problem_as_the_guide_to_errors() -> None:
    move, shown = examples(SITE.pages[""].text)
    (problem,) = examples(SITE.pages["errors"].text)
    assert is_one(move, VERGE.move_type)
    assert shown.items() <= problem.items()


def test_the_guide_to_errors_names_every_status_and_shows_a_true_problem() -> None:
    text = SITE.pages["errors"].text
    (problem,) = examples(text)
    kind = KINDS[problem["code"]]
    assert (problem["title"], problem["status"]) == (kind.title, int(kind.status))
    table = text.partition("## Statuses")[2].partition("##")[0]
    named = {
        int(status)
        for row in re.findall(r"(?m)^\| ([^|]*) \|", table)
        for status in re.findall(r"\d{3}", row)
    }
    assert named == {int(kind.status) for kind in KINDS.values()}


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <b onclick=x>b</b>",
        "[x](javascript:alert(1))",
        "![x](data:text/html,x)",
        '```"><img src=x>\nx\n```',
        '[x](<" onclick=x>)',
        '`<b>` **x** [x](https://example.com "<b>")',
    ],
)
def test_a_text_of_markdown_adds_only_permitted_tags_and_attributes(text: str) -> None:
    read = Read(render(text, {"<b>": "/docs/x"}).html)
    assert read.tags <= {"p", "pre", "code", "a", "strong"}
    assert read.attributes <= {"href", "title", "class", "tabindex"}
    assert not [link for link in read.links if link.startswith("javascript")]
