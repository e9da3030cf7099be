"""Paged answers link each page to the next, in every operation of the document."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.client import Json, Player, of, played, started
from tests.support.contract import document, resolved
from tests.support.server import Server, serving

ONWARD = {"next_after", "next_before", "next_from"}
"""Members that name the start of the next page."""
BESIDES = {"seats", "gms", "patch"}
"""Members that are complete lists, although the answer is paged."""
AHEAD, BACK = {"from": 2}, {"from": 6, "to": 2}
"""Ways to request a diff."""


def in_parts() -> Iterator[tuple[str, set[str]]]:
    """Yield the path of every operation with paged answers, and the names of its response headers."""
    for path, methods in document()["paths"].items():
        if answer := resolved(methods.get("get", {}).get("responses", {}).get("200", {})):
            schema = resolved(answer["content"].get("application/json", {}).get("schema", {}))
            if ONWARD & set(schema.get("properties", {})):
                yield path, set(answer["headers"])


PARTED = dict(in_parts())


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_webhook_private_targets="on", verger_lobby="on") as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Server) -> Player:
    """Return the GM of a table that has at least two entries in every list."""
    ann = played(server.http, "Ann", "Bo", until="load")["Ann"]
    node = {"of": "event", "version": ann.moves("write_node", label="Rain")["version"]}
    ann.moves("dispute", about=node, rule="load.ideas", grounds="It was no idea.")
    hook = {"url": "http://127.0.0.1:9/", "description": "Nobody's."}
    of(ann.post(f"{ann.home}/webhooks", hook), 201)
    listing = {"language": "en"}
    for number in "12":
        host = started(server.http, "Ann", "Bo")["Ann"]
        of(host.ask("PUT", f"{host.home}/listing", json=listing), 200)
        of(ann.post(f"{ann.home}/forks", {}), 201)
        of(ann.post(f"{ann.home}/tokens", {"label": f"Bot {number}"}), 201)
        of(ann.move("end_turn"), 409)
        about = {"of": "event", "version": ann.draws_a_line(f"Spiders {number}.")["version"]}
        ann.moves("dispute", about=about, rule="compile.limits", grounds="It was no line.")
    return ann


def parts(ann: Player, path: str, query: Json) -> list[Json]:
    """Return every page of an address. Each page has a link to the next."""
    (hook,) = ann.see("/webhooks")["webhooks"]
    address, found = (
        path.format(session=ann.session, webhook=hook["id"], element="n1"),
        list[Json](),
    )
    while address:
        answer = ann.get(address, **query)
        found.append(of(answer, 200))
        assert ("next" in answer.links) == any(found[-1].get(name) for name in ONWARD)
        if "first" in answer.links:
            first = of(ann.get(answer.links["first"]["url"]), 200)
            assert items(first) == items(found[0])
        address, query = answer.links.get("next", {}).get("url", ""), {}
    return found


def items(part: Json) -> list[Any]:
    """Return the items of a page. For deliveries, return only the ids, because deliveries change."""
    (listed,) = [v for k, v in part.items() if isinstance(v, list) and k not in BESIDES]
    return [one["id"] if "attempts" in one else one for one in listed]


def test_every_paged_answer_links_to_its_next_page() -> None:
    assert len(PARTED) > 10
    assert [path for path, headers in PARTED.items() if "Link" not in headers] == []


@pytest.mark.parametrize(
    ("path", "asked"),
    [(path, way) for path in PARTED for way in ((AHEAD, BACK) if "/diff" in path else ({},))],
)
def test_the_links_of_pages_lead_through_all_items(ann: Player, path: str, asked: Json) -> None:
    (whole,) = parts(ann, path, asked | {"limit": 50})
    single = parts(ann, path, asked | {"limit": 1})
    assert len(single) > 1
    assert [one for part in single for one in items(part)] == items(whole)
