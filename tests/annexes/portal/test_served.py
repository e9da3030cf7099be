"""The portal over HTTP: pages as HTML or Markdown, their caching, and missing pages."""

import re

import pytest

from tests.support.client import Client, of
from tests.support.server import Server
from verger.service.problem.table import KINDS

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PROGRAM = {"Accept": "text/markdown"}


@pytest.fixture
def visitor(server: Server) -> Client:
    return Client(server.http)


@pytest.mark.parametrize(
    "path", ["/docs", "/docs/verge", "/docs/rulesets/verge", "/docs/reference"]
)
def test_a_page_comes_in_the_requested_form(visitor: Client, path: str) -> None:
    shown = visitor.get(path, headers=BROWSER)
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    assert shown.text.startswith("<!doctype html>")
    text = visitor.get(path, headers=PROGRAM)
    assert text.headers["content-type"] == "text/markdown; charset=utf-8"
    assert text.text.startswith("# ")
    assert shown.headers["vary"] == text.headers["vary"] == "Accept, Accept-Encoding"
    assert shown.headers["etag"] != text.headers["etag"]
    at = shown.links["alternate"]["url"]
    assert visitor.get(at, headers=BROWSER).text == text.text


@pytest.mark.parametrize("path", ["/docs", "/docs/index.md", "/docs/assets/portal.css"])
def test_an_unchanged_page_is_not_sent_again(visitor: Client, path: str) -> None:
    first = visitor.get(path)
    assert first.headers["cache-control"] == "max-age=300, public"
    known = visitor.get(path, headers={"If-None-Match": f'W/"x", {first.headers["etag"]}'})
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["etag"] == first.headers["etag"]
    # A browser puts the headers of a 304 on the cached page, so a 304 must not have another policy.
    assert "content-security-policy" not in known.headers
    other = visitor.get(path, headers={"If-None-Match": '"x"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("path", ["/docs/none", "/docs/none.md", "/docs/problems/none"])
def test_a_missing_page_is_reported_in_the_askers_form(visitor: Client, path: str) -> None:
    assert of(visitor.get(path), 404)["code"] == "no_such_page"
    assert of(visitor.get(path, headers=PROGRAM), 404)["code"] == "no_such_page"
    shown = visitor.get(path, headers=BROWSER)
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'href="/docs"' in shown.text


@pytest.mark.parametrize("path", ["/docs", "/docs/reference", "/docs/none"])
def test_a_page_brings_all_that_it_needs_and_nothing_inline(visitor: Client, path: str) -> None:
    page = visitor.get(path, headers=BROWSER)
    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", page.text)
    needed = re.findall(r'(?:src|<link rel="(?:icon|stylesheet)" href)="([^"]+)"', page.text)
    assert len(needed) >= 3
    for address in needed:
        assert address.startswith(("/docs/assets/", "/docs/pictures/"))
        assert visitor.get(address).status_code == 200


def test_the_bare_address_leads_to_the_docs(visitor: Client) -> None:
    answer = visitor.get("/")
    assert (answer.is_redirect, answer.headers["location"]) == (True, "/docs")


def test_a_script_is_served_as_one(visitor: Client) -> None:
    script = visitor.get("/docs/assets/swagger-ui-bundle.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert len(script.content) > 1_000_000


def test_every_problem_has_a_page(visitor: Client, subtests: pytest.Subtests) -> None:
    for code in KINDS:
        with subtests.test(str(code)):
            page = visitor.get(f"/docs/problems/{code}", headers=PROGRAM)
            assert page.status_code == 200
            assert f"`{code}`" in page.text
