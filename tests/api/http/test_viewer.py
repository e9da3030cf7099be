"""The viewer's page and files, as a browser gets them."""

import re
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from domain.core.table import TableEffect
from domain.core.union import classes_of
from service.http.watch import ASSETS
from tests.support.server import Server


def page(server: Server, path: str) -> httpx.Response:
    return server.http.get(path)


def test_every_session_has_the_same_page_whether_it_is_there_or_not(server: Server) -> None:
    one, other = page(server, "/watch/9f91463d-e41d-4cb8-9d97-ac1a879ee05b"), page(server, "/watch")
    assert one.status_code == 200
    assert one.content == other.content


def test_its_policy_lets_nothing_run_but_its_own_files(server: Server) -> None:
    policy = page(server, "/watch").headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy


def test_every_file_that_it_names_is_there_and_so_is_what_they_import(server: Server) -> None:
    wanted = re.findall(r'(?:src|href)="(/watch/[^"]+)"', page(server, "/watch").text)
    seen: set[str] = set()
    while wanted:
        path = wanted.pop()
        answer = page(server, path)
        assert answer.status_code == 200, path
        seen.add(path)
        named = re.findall(r'^(?:import|\} from) .*?"(\.[^"]+\.js)"', answer.text, re.MULTILINE)
        wanted += {urljoin(path, name) for name in named} - seen
    assert "/watch/assets/session/api.js" in seen
    every = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.*")}
    assert seen == {f"/watch/assets/{name}" for name in every}


def test_what_a_browser_has_already_is_not_sent_again(server: Server) -> None:
    tag = page(server, "/watch/assets/main.js").headers["etag"]
    again = server.http.get("/watch/assets/main.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "name",
    ["x.js", "kit", "kit/x.js", "page.html", "..%252fpage.html", "kit/..%5c..%5cpage.html"],
)
def test_nothing_else_is_there(server: Server, name: str) -> None:
    assert page(server, f"/watch/assets/{name}").status_code == 404


def test_it_knows_which_effects_no_rewind_takes_back() -> None:
    script = (ASSETS / "session" / "landmarks.js").read_text()
    _, _, listed = script.partition("const OF_THE_TABLE = new Set([")
    known = re.findall(r'"(\w+)"', listed.partition("]")[0])
    kinds: tuple[Any, ...] = classes_of(TableEffect)
    assert sorted(known) == sorted(kind.__struct_config__.tag for kind in kinds)
