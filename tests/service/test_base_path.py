"""A server at a path of a host removes the path from requests, and adds it to addresses."""

import pytest
from litestar import Litestar

from verger.service.annexes.routes import ROUTES
from verger.service.base_path import (
    OWN,
    addressed,
    addressed_fields,
    base_path,
    in_html,
    without,
)


@pytest.mark.parametrize(
    ("sent", "served"),
    [
        (b"/a/b/v1/feed", b"/v1/feed"),
        (b"/v1/feed", b"/v1/feed"),
        (b"/a/b", b"/"),
        (b"/a/b/", b"/"),
        (b"/a/bc/v1/feed", b"/a/bc/v1/feed"),
        (b"/a", b"/a"),
        (b"*", b"*"),
    ],
)
def test_a_request_is_served_with_the_path_and_without(sent: bytes, served: bytes) -> None:
    assert without(b"/a/b", sent) == served
    assert without(b"", sent) == sent


def test_an_address_has_the_path_once() -> None:
    assert addressed("/a", "/docs") == "/a/docs"
    assert addressed("/a", "/a/docs") == "/a/docs"
    assert addressed("", "/docs") == "/docs"


def test_header_fields_with_addresses_have_the_path() -> None:
    fields = [
        (b"location", b"/docs"),
        (b"Link", b'</x>; rel="next", </y>; rel="first"'),
        (b"etag", b'"/z"'),
    ]
    assert addressed_fields(b"/a", fields) == [
        (b"location", b"/a/docs"),
        (b"Link", b'</a/x>; rel="next", </a/y>; rel="first"'),
        (b"etag", b'"/z"'),
    ]
    elsewhere = [(b"location", b"https://b.example/")]
    assert addressed_fields(b"/a", elsewhere) == elsewhere


def test_a_page_has_the_path_in_its_links_only() -> None:
    page = '<a href="/docs">"/docs"</a> <a href="//b.example"> <img src="/x.svg"> <a href="#y">'
    shown = (
        '<a href="/a/docs">"/docs"</a> <a href="//b.example"> <img src="/a/x.svg"> <a href="#y">'
    )
    assert (in_html("/a", page), in_html("", page)) == (shown, page)


@pytest.mark.parametrize(
    "home",
    [
        "https://a.example",
        "https://a.example/b",
        "https://a.example:8443/b/C.d_e~f-1",
        "https://[::1]/b",
    ],
)
def test_a_public_address_ends_with_its_base_path(home: str) -> None:
    assert home.endswith(base_path(home))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_first_words_of_the_servers_paths_are_known() -> None:
    paths = {route.path for route in Litestar(ROUTES, openapi_config=None).routes}
    # The last is a path of HAProxy, in front of several processes.
    assert {path.split("/")[1] for path in paths} == OWN - {"process"} | {""}
