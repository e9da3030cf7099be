"""Pictures over HTTP: the same places at every version, and what caches and browsers are told."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import httpx

from tests.support.client import Player, Table

SVG = "{http://www.w3.org/2000/svg}"
IMMUTABLE = "private, max-age=31536000, immutable"


def drawn(player: Player, **query: Any) -> httpx.Response:
    answer: httpx.Response = player.get(f"{player.home}/network.svg", **query)
    assert answer.status_code == 200, answer.text
    return answer


def middles(answer: httpx.Response) -> dict[str, str]:
    """The labels' places by the elements' ids."""
    found: dict[str, str] = {}
    for group in ET.fromstring(answer.content).iter(f"{SVG}g"):  # noqa: S314, our own server
        label = group.find(f"{SVG}text")
        if label is not None:
            line = label if label.get("x") else label[0]
            found[group.attrib["data-id"]] = line.attrib["x"]
    return found


def test_every_element_of_the_network_is_drawn_with_its_label(evening: Table) -> None:
    ann = evening["Ann"]
    network, answer = ann.see("/network"), drawn(ann)
    elements = [*network["nodes"], *network["edges"]]
    assert answer.headers["content-type"] == "image/svg+xml"
    assert set(middles(answer)) == {one["id"] for one in elements}
    text = re.sub("<[^>]*>", "", answer.text)
    assert all(word in text for one in elements for word in one["label"].split())


def test_everything_stands_at_one_place_at_every_version(evening: Table) -> None:
    ann = evening["Ann"]
    head = ann.head
    last = middles(drawn(ann, laid_out=head))
    for version in range(1, head, 3):
        assert middles(drawn(ann, at=version, laid_out=head)).items() <= last.items()


def test_a_picture_of_a_version_laid_out_at_a_version_is_kept_for_good(evening: Table) -> None:
    ann = evening["Ann"]
    head = ann.head
    fixed, newest = drawn(ann, at=head - 1, laid_out=head), drawn(ann, at=head)
    assert fixed.headers["cache-control"] == IMMUTABLE
    assert newest.headers["cache-control"] == "private, no-cache"
    assert (fixed.headers["etag"], newest.headers["etag"]) == (
        f'"{head - 1}-{head}"',
        f'"{head}-{head}"',
    )


def test_whoever_has_the_picture_already_gets_nothing_again(evening: Table) -> None:
    ann = evening["Ann"]
    known = {"If-None-Match": drawn(ann).headers["etag"]}
    answer = ann.get(f"{ann.home}/network.svg", headers=known)
    assert (answer.status_code, answer.content) == (304, b"")


def test_a_picture_may_load_nothing_and_run_nothing(evening: Table) -> None:
    policy = drawn(evening["Ann"]).headers["content-security-policy"]
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/]+='; frame-ancestors 'none'; sandbox", policy
    )


def test_it_is_laid_out_as_far_as_what_is_drawn_at_least_and_not_beyond_the_head(
    evening: Table,
) -> None:
    ann = evening["Ann"]
    assert drawn(ann, at=20, laid_out=2).content == drawn(ann, at=20, laid_out=20).content
    after = ann.get(f"{ann.home}/network.svg", laid_out=ann.head + 1)
    assert (after.status_code, after.json()["code"]) == (404, "no_such_version")
