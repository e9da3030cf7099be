"""The verifiers of the clients and of the documentation refuse every damaged archive."""

import io
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.docs.test_archive import DICE, PROGRAM
from tests.api.docs.test_quick_start import node
from tests.clients.generator import ROOT, run
from tests.support import page_modules
from tests.support.damaged_archives import Archives, good_and_bad
from tests.support.server import Server
from tests.support.travelled import TRAVELLED
from tests.support.ways import WAYS, WHOLE
from verger_client import NotVerified, verify

NODE = node() or ""
SCRIPT = """
import { readFileSync, readdirSync } from "node:fs";
import { NotVerified, verify } from "verger-client";
const found = [];
for (const name of readdirSync("archives")) {
  const isGood = await verify(readFileSync(`archives/${name}`)).then(
    () => true,
    (error) => {
      if (!(error instanceof NotVerified)) throw error;
      return false;
    },
  );
  if (isGood) found.push(Number(name));
}
console.log(JSON.stringify(found));
"""

BY_PAGE = """
import { readFileSync, readdirSync } from "node:fs";
import { checked } from "./page/archive/check.js";
import { UnreadableError } from "./page/archive/form.js";
const found = [];
for (const name of readdirSync("archives")) {
  const file = new Blob([readFileSync(`archives/${name}`)]);
  const verdict = await checked(file, () => {}, new AbortController().signal).then(
    ({ wrong }) => (wrong === null ? "good" : "wrong"),
    (error) => {
      if (!(error instanceof UnreadableError)) throw error;
      return "unreadable";
    },
  );
  if (verdict === process.argv[2]) found.push(Number(name));
}
console.log(JSON.stringify(found));
"""


def by_the_python_client(archives: Archives, _: Path) -> set[str]:
    found = set()
    for name, archive in archives.items():
        try:
            verify(io.BytesIO(archive))
            found.add(name)
        except NotVerified:
            continue
    return found


def by_the_documented_program(archives: Archives, folder: Path) -> set[str]:
    """Return the archives that the program of the documentation accepts. It ends with an error if it refuses one."""
    for name, program in (("check", PROGRAM), ("dice", DICE)):
        (folder / f"{name}.py").write_text(program)
    found, file = set(), folder / "archive.ndjson"
    for name, archive in archives.items():
        file.write_bytes(archive)
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(folder)
            patch.setattr(sys, "argv", ["check.py", str(file)])
            try:
                runpy.run_path(str(folder / "check.py"))
                found.add(name)
            except Exception:  # noqa: BLE001, S112, any error
                continue
    return found


def by_the_typescript_client(archives: Archives, folder: Path) -> set[str]:
    if not NODE:
        pytest.skip("Node 20 is not here")
    for name in ("node_modules", "archives"):
        (folder / name).mkdir()
    (folder / "node_modules" / "verger-client").symlink_to(ROOT / "clients" / "typescript")
    (folder / "check.mjs").write_text(SCRIPT)
    names = list(archives)
    for number, name in enumerate(names):
        (folder / "archives" / str(number)).write_bytes(archives[name])
    return {names[number] for number in json.loads(run([NODE, "check.mjs"], folder))}


def by_the_page(archives: Archives, folder: Path, verdict: str = "good") -> set[str]:
    """Run the viewer's scripts that check an archive from a disk. Return the archives that get this verdict."""
    if not NODE:
        pytest.skip("Node 20 is not here")
    page_modules.build(folder / "page", "archive/check", "archive/form")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "check.mjs").write_text(BY_PAGE)
    (folder / "archives").mkdir()
    names = list(archives)
    for number, name in enumerate(names):
        (folder / "archives" / str(number)).write_bytes(archives[name])
    return {names[number] for number in json.loads(run([NODE, "check.mjs", verdict], folder))}


VERIFIERS = {
    "page": by_the_page,
    "Python client": by_the_python_client,
    "documented program": by_the_documented_program,
    "TypeScript client": by_the_typescript_client,
}


CUT = ("cut in the last line", "cut between lines")
LATER_GAMES = {"a later version of the game", "a later game"}
"""Archives that the verifiers accept although the game is unknown: they check only the form of the log."""


@pytest.fixture(scope="module")
def archives(server: Server) -> tuple[Archives, Archives]:
    return good_and_bad(server)


@pytest.mark.parametrize("accepted", VERIFIERS.values(), ids=VERIFIERS.keys())
def test_a_verifier_accepts_good_archives_and_no_damaged_one(
    accepted: Callable[[Archives, Path], set[str]],
    archives: tuple[Archives, Archives],
    tmp_path: Path,
) -> None:
    good, bad = archives
    assert accepted({**good, **bad}, tmp_path) == {*good}


@pytest.mark.parametrize("accepted", VERIFIERS.values(), ids=VERIFIERS.keys())
def test_a_verifier_accepts_no_archive_that_was_changed_in_transit(
    accepted: Callable[[Archives, Path], set[str]], tmp_path: Path
) -> None:
    travelled = {name: change(WHOLE) for name, (change, _) in WAYS.items()}
    assert accepted({"whole": WHOLE, **travelled}, tmp_path) == {"whole", *LATER_GAMES}


def test_the_page_does_not_call_an_archive_changed_in_transit_wrong(tmp_path: Path) -> None:
    travelled = {name: change(WHOLE) for name, (change, _) in WAYS.items()}
    forged = {"forged": WHOLE.replace(b'"sentence":"', b'"sentence":"Not so: ', 1)}
    assert by_the_page(travelled | forged, tmp_path, "wrong") == {"forged"}


def told_by_the_python_client(archive: bytes, _: Path) -> str:
    with pytest.raises(NotVerified) as found:
        verify(io.BytesIO(archive))
    return str(found.value)


def told_by_the_typescript_client(archive: bytes, folder: Path) -> str:
    if not NODE:
        pytest.skip("Node 20 is not here")
    (folder / "archive").write_bytes(archive)
    client = (ROOT / "clients" / "typescript" / "verger-client" / "index.js").as_uri()
    (folder / "tell.mjs").write_text(f"""
import {{ readFileSync }} from "node:fs";
import {{ NotVerified, verify }} from "{client}";
const error = await verify(readFileSync("archive")).catch((error) => error);
console.log(error instanceof NotVerified && error.message);
""")
    return run([NODE, "tell.mjs"], folder)


@pytest.mark.parametrize("name", [*TRAVELLED, *CUT])
@pytest.mark.parametrize("told", [told_by_the_python_client, told_by_the_typescript_client])
def test_a_client_names_the_changes_to_an_archive_in_transit(
    told: Callable[[bytes, Path], str], name: str, tmp_path: Path
) -> None:
    change, words = WAYS[name]
    assert words.removeprefix("it ") in told(change(WHOLE), tmp_path)
