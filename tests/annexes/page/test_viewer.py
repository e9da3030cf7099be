"""The viewer's page and its files over HTTP."""

import re
from typing import Any

import httpx
import pytest

from tests.support.root import ROOT
from tests.support.server import Server
from verger.domain.core.table import TableEffect
from verger.domain.core.union import classes_of
from verger.service.annexes.page.routes import BUILT


def page(server: Server, path: str) -> httpx.Response:
    return server.http.get(path)


def test_every_session_has_the_same_page_whether_it_is_there_or_not(server: Server) -> None:
    one, other = page(server, "/watch/9f91463d-e41d-4cb8-9d97-ac1a879ee05b"), page(server, "/watch")
    assert one.status_code == 200
    assert one.content == other.content


def test_its_policy_lets_nothing_run_but_its_own_files(server: Server) -> None:
    policy = page(server, "/watch").headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'sha256-" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy


def named(server: Server) -> list[str]:
    """Return the files that the page names."""
    return re.findall(r'(?:src|href)="(/watch/[^"]+)"', page(server, "/watch").text)


def test_it_names_one_script_that_is_kept_for_ever(server: Server) -> None:
    assert [path.rpartition("/")[2] for path in named(server)] == ["main.js"]
    for path in [*named(server), later(server)]:
        answer = page(server, path)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.content == (BUILT / path.rpartition("/")[2]).read_bytes()


def later(server: Server) -> str:
    """Return the script that the page loads only when it is needed."""
    [script] = named(server)
    assert 'import("./later.js")' in page(server, script).text.replace("`", '"')
    return f"{script.rpartition('/')[0]}/later.js"


def other_release(path: str) -> str:
    return re.sub(r"[0-9a-f]{20}", "0" * 20, path)


def test_a_page_of_another_release_is_loaded_again(server: Server) -> None:
    [script] = [page(server, other_release(path)) for path in named(server)]
    assert "location.reload()" in script.text
    assert script.headers["cache-control"] == "no-cache"
    assert page(server, other_release(later(server))).status_code == 404


@pytest.mark.parametrize(
    "name",
    [
        "x.js",
        "main.css.js",
        "kit/dom.js",
        f"{'0' * 20}/worker.js",
        f"{'0' * 20}/x.js",
        "page.html",
        "..%252fpage.html",
        "built/..%5c..%5cpage.html",
    ],
)
def test_nothing_else_is_there(server: Server, name: str) -> None:
    assert page(server, f"/watch/assets/{name}").status_code == 404


def test_it_knows_which_effects_no_rewind_takes_back() -> None:
    script = (ROOT / "web" / "src" / "session" / "landmarks.ts").read_text()
    _, _, listed = script.partition("const OF_THE_TABLE = new Set([")
    known = re.findall(r'"(\w+)"', listed.partition("]")[0])
    kinds: tuple[Any, ...] = classes_of(TableEffect)
    assert sorted(known) == sorted(kind.__struct_config__.tag for kind in kinds)
