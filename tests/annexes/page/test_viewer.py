"""The viewer's page and files, as a browser gets them."""

import re
from hashlib import sha256
from typing import Any

import httpx
import pytest

from tests.support.server import Server
from verger.domain.core.table import TableEffect
from verger.domain.core.union import classes_of
from verger.service.annexes.page.routes import ASSETS, CLIENT


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


def named(server: Server) -> list[str]:
    """The files that the page names."""
    return re.findall(r'(?:src|href)="(/watch/[^"]+)"', page(server, "/watch").text)


def test_it_names_one_script_and_one_sheet_that_are_kept_for_ever(server: Server) -> None:
    assert [path.rpartition(".")[2] for path in named(server)] == ["css", "js"]
    for path in named(server):
        answer = page(server, path)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert sha256(answer.content).hexdigest()[:20] in path


def test_a_page_of_another_release_gets_what_is_here_and_keeps_it_not(server: Server) -> None:
    for path in named(server):
        other = page(server, re.sub(r"[0-9a-f]{20}", "0" * 20, path))
        assert other.content == page(server, path).content
        assert other.headers["cache-control"] == "no-cache"


def later(server: Server) -> str:
    """The script that the page's script asks for when it is needed."""
    _, script = named(server)
    [name] = re.findall(r'import\("\./([^"]+)"', page(server, script).text)
    return f"/watch/assets/{name}"


def test_what_is_loaded_later_is_kept_for_ever_and_fits_its_own_release_alone(
    server: Server,
) -> None:
    path = later(server)
    answer = page(server, path)
    assert sha256(answer.content).hexdigest()[:20] in path
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert page(server, re.sub(r"[0-9a-f]{20}", "0" * 20, path)).status_code == 404


def test_what_they_are_made_of_is_there_to_be_read(server: Server) -> None:
    for path in ASSETS.rglob("*.*"):
        answer = page(server, f"/watch/assets/{path.relative_to(ASSETS).as_posix()}")
        assert answer.content == path.read_bytes()
    for path in CLIENT.glob("*.js"):
        assert page(server, f"/watch/assets/{CLIENT.name}/{path.name}").content == path.read_bytes()


@pytest.mark.parametrize(
    "name",
    [
        "x.js",
        "main.0.js",
        "main.css.js",
        "kit",
        "kit/x.js",
        "page.html",
        "..%252fpage.html",
        "kit/..%5c..%5cpage.html",
    ],
)
def test_nothing_else_is_there(server: Server, name: str) -> None:
    assert page(server, f"/watch/assets/{name}").status_code == 404


def test_it_knows_which_effects_no_rewind_takes_back() -> None:
    script = (ASSETS / "session" / "landmarks.js").read_text()
    _, _, listed = script.partition("const OF_THE_TABLE = new Set([")
    known = re.findall(r'"(\w+)"', listed.partition("]")[0])
    kinds: tuple[Any, ...] = classes_of(TableEffect)
    assert sorted(known) == sorted(kind.__struct_config__.tag for kind in kinds)
