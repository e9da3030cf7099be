"""Draw pictures with programs that are no browsers: the background, the colours of seats and every label must be there."""

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from PIL import Image

from tests.support.client import Player, played
from tests.support.program import found
from tests.support.server import Server

SVG = "{http://www.w3.org/2000/svg}"
PAPER, NODE, ZONE, SEAT = (255, 253, 248), (255, 255, 255), (246, 241, 231), (194, 59, 14)
Draw = Callable[[str, Path], Image.Image]
OWES = {
    "overview": "A debt comes to light.",
    "actions": [
        {
            "action": "connect", "narration": "It was always so.", "nature": "backstory",
            "label": "owes", "source": "n1", "target": "n2",
        }
    ],
}  # fmt: skip


def of_resvg(svg: str, _: Path) -> Image.Image:
    """Draw a picture with resvg."""
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGB")


def by(program: str) -> Draw:
    """Return a function that draws a picture with an installed program."""

    def draw(svg: str, folder: Path) -> Image.Image:
        path = found(program)
        assert path
        drawn, written = folder / "picture.png", folder / "picture.svg"
        written.write_text(svg, "utf-8")
        subprocess.run([path, str(written), "-o", str(drawn)], check=True, timeout=60)
        return Image.open(drawn).convert("RGB")

    return draw


PROGRAMS = [
    of_resvg,
    *(
        pytest.param(
            by(name),
            id=name,
            marks=pytest.mark.skipif(found(name) is None, reason=f"no {name} here"),
        )
        for name in ("cairosvg", "inkscape", "rsvg-convert")
    ),
]
each_program = pytest.mark.parametrize("draw", PROGRAMS)


@pytest.fixture(scope="module")
def network(server: Server) -> str:
    """Return the picture of a network that contains a ghost (a declared change)."""
    table = played(server.http, "Ann", "Bo", until="run")
    table["Bo"].moves("declare", **OWES)
    return picture(table["Ann"], "network")


@pytest.fixture(scope="module")
def map_(server: Server) -> str:
    """Return the picture of a map with two zones and a character in one."""
    ann = played(server.http, "Ann", "Bo", ruleset="edgerunner")["Ann"]
    sheet = {"kind": "character", "skills": [], "aspects": [], "tracks": []}
    ann.moves("propose", subject={"subject": "write_sheet", "name": "Sysop", "sheet": sheet})
    ann.moves("draw_map", name="The warehouse", metaphorical=False)
    for name in ("Loading dock", "Office"):
        ann.moves("add_zone", name=name)
    ann.moves("add_border", one="z1", other="z2", ways=[{"value": 2, "condition": "the door"}])
    ann.moves("place", character="c1", zone="z2", side=1)
    return picture(ann, "map")


def picture(player: Player, name: str) -> str:
    """Return a picture as SVG text."""
    answer = player.get(f"{player.home}/{name}.svg")
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def places(svg: str) -> dict[str, tuple[int, int]]:
    """Return the place of each label on a picture by its text, in pixels from the top left."""
    root = ET.fromstring(svg)  # noqa: S314, our own server
    left, top = (int(number) for number in root.attrib["viewBox"].split()[:2])
    lines = [
        line
        for label in root.iter(f"{SVG}text")
        for line in ([label] if "x" in label.attrib else label.iterfind(f"{SVG}tspan[@x]"))
    ]
    return {
        line.text or "": (int(line.attrib["x"]) - left, int(line.attrib["y"]) - top)
        for line in lines
    }


def colours(image: Image.Image) -> set[tuple[int, int, int]]:
    """Return the colours of an image."""
    return set(image.get_flattened_data())  # type: ignore[arg-type]


def is_written(image: Image.Image, place: tuple[int, int]) -> bool:
    """Return whether an image has dark or coloured pixels just above a point on the base line of a text."""
    x, y = place
    seen = image.crop((x - 20, y - 9, x + 20, y + 1))
    return min(min(pixel) for pixel in colours(seen)) < 140


def letters(svg: str) -> str:
    """Return a picture with only its background and labels, so that no line can be mistaken for a letter."""
    return re.sub(r"<(?!rect class=.paper)(path|rect|ellipse|polygon)\b[^>]*/>", "", svg)


@each_program
def test_a_network_has_its_colours_in_every_program(
    draw: Draw, network: str, tmp_path: Path
) -> None:
    image = draw(network, tmp_path)
    assert image.getpixel((2, 2)) == PAPER
    assert {SEAT, NODE} < colours(image)


@each_program
def test_a_map_has_its_colours_in_every_program(draw: Draw, map_: str, tmp_path: Path) -> None:
    image = draw(map_, tmp_path)
    assert image.getpixel((2, 2)) == PAPER
    assert {ZONE, NODE} < colours(image)


@each_program
@pytest.mark.parametrize("name", ["network", "map_"])
def test_every_label_is_there_to_read(
    draw: Draw, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    svg = request.getfixturevalue(name)
    image, there = draw(letters(svg), tmp_path), places(svg)
    assert len(there) > 2
    assert [label for label, place in there.items() if not is_written(image, place)] == []


@each_program
def test_every_mark_is_drawn(draw: Draw, network: str, tmp_path: Path) -> None:
    image = draw(re.sub(r"<text\b.*?</text>", "", network), tmp_path)
    left, top = map(int, re.findall(r'viewBox="(\S+) (\S+) ', network)[0])
    rows = re.findall(r'class="pips" d="([^"]+)"', network)
    signs = re.findall(r"M([-.\d]+) ([-.\d]+)", "".join(rows))
    assert len(signs) > 2
    for x, y in ((round(float(x)) - left, round(float(y)) - top) for x, y in signs):
        seen = image.crop((x - 2, y, x + 2, y + 8))
        assert min(min(pixel) for pixel in colours(seen)) < 140
