"""The commands of operators and auditors on the command line."""

import json
import os
import re
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support import forked
from tests.support.log import SESSION, archived, evening, rechained, rows
from tests.support.settings import DURABILITY
from verger.service.archive.checkpoint import new_key, signed
from verger.service.cli import (
    GROUPS,
    explaining,
    main,
    operators,
    parser,
    reading,
    telling,
    verifying,
)
from verger.service.cli.examples import EXAMPLES, shown


def verger(
    *arguments: object, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command, on a machine without a database unless the environment names one."""
    own = {"PATH": os.environ["PATH"], **DURABILITY, **(environment or {})}
    return forked.run(*map(str, arguments), environment=own)


def said(finished: subprocess.CompletedProcess[str]) -> str:
    """Return the output of a command, which must have succeeded."""
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def written(folder: Path, lines: list[bytes]) -> Path:
    file = folder / f"{uuid4()}.ndjson"
    file.write_bytes(b"".join(lines))
    return file


def test_neither_framework_nor_redis_is_loaded_for_a_command_without_need() -> None:
    program = "import sys, verger.service.cli.operators as _; print({*sys.argv} & {*sys.modules})"
    command = [sys.executable, "-c", program, "litestar", "uvicorn", "redis"]
    assert subprocess.run(command, check=True, capture_output=True).stdout == b"set()\n"


def test_the_help_page_has_one_line_for_each_command_in_its_group() -> None:
    commands = ArgumentParser().add_subparsers()
    for module in (verifying, reading, explaining, telling, operators):
        module.add(commands)
    told = said(verger("--help"))
    found = re.findall(r"(?m)^  ([a-z]+) +([A-Z].+)$", told)
    assert found == [
        (name, commands.choices[name].description) for names in GROUPS.values() for name in names
    ]
    assert {name for name, _ in found} == {*commands.choices} == {*EXAMPLES}
    assert max(map(len, told.splitlines())) <= 80
    for title, (first, *_) in GROUPS.items():
        assert f"\n\n{title}:\n  {first} " in told


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_help_page_of_a_command_has_examples_that_its_parser_takes(command: str) -> None:
    told = said(verger(command, "--help"))
    assert told.endswith(f"\n\n{shown(EXAMPLES[command])}\n")
    assert max(map(len, told.splitlines())) <= 80
    for _, line in EXAMPLES[command]:
        words = shlex.split(line[line.index(f"verger {command}") :].replace("\\\n", ""))
        arguments = words[1 : words.index(">") if ">" in words else None]
        assert parser(arguments).parse_args(arguments).command == command


def test_the_programs_version_is_printed() -> None:
    assert said(verger("--version")) == f"verger {metadata.version('verger')}\n"


# Archives, on any machine


def test_a_good_archive_is_verified(archive: Path) -> None:
    told = said(verger("verify", archive))
    length = len(evening("war"))
    assert told.startswith(f"verified: {length} events of session {SESSION}")
    assert f"judged again   {length}" in told
    assert "events a second" in told


def test_a_ruling_with_other_words_today_is_good(tmp_path: Path) -> None:
    log = rows(evening("war"))
    reworded = log[40]._replace(data=log[40].data.replace('"sentence":"', '"sentence":"Once, ', 1))
    file = written(tmp_path, archived([*rechained([*log[:40], reworded, *log[41:]])]))
    told = said(verger("verify", file))
    assert "now worded differently: 1, the first in version 41\n" in told


def test_an_archive_is_printed_as_a_sentence_for_each_event(archive: Path) -> None:
    told = said(verger("replay", archive)).splitlines()
    assert len(told) == len(evening("war"))
    assert told[0].endswith("Ugo starts “The Bridge at Kessel”.")


def test_changes_between_two_versions_are_printed_and_patched(archive: Path) -> None:
    told = said(verger("diff", archive, 10, 12)).splitlines()
    assert [line.split()[0] for line in told[:2]] == ["11", "12"]
    assert {json.loads(line)["op"] for line in told[2:]} == {"add", "replace"}
    back = said(verger("diff", archive, 12, 10)).splitlines()
    assert {json.loads(line)["op"] for line in back[2:]} == {"remove", "replace"}


def test_a_condition_that_comes_and_goes_is_found_at_its_first_version(archive: Path) -> None:
    told = [line.split() for line in said(verger("replay", archive)).splitlines()]
    calls = [version for version, *words in told if "calls" in words and "conflict:" in words]
    assert len(calls) > 1
    first = said(verger("bisect", archive, "state.play.conflict"))
    assert first.split()[0] == calls[0]


def test_a_condition_that_never_holds_is_no_success(archive: Path) -> None:
    finished = verger("bisect", archive, "version > `100000`")
    assert (finished.returncode, finished.stdout) == (1, "no version meets the condition\n")


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (
            "state.play.conflct",
            "no version has a member `conflct` at this place; do you mean `conflict`?",
        ),
        (
            "stat.play.conflict",
            "no version has a member `stat` at this place; do you mean `state`?",
        ),
        (
            "length(network.nodes[?lable == 'x']) > `0`",
            "`lable` at this place; do you mean `label`?",
        ),
        ("zzz", "`zzz` at this place; the members there are banks, network, state, version"),
    ],
)
def test_a_misspelt_name_is_distinguished_from_a_condition_that_never_holds(
    archive: Path, condition: str, said: str
) -> None:
    finished = verger("bisect", archive, condition)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.endswith(f"{said}\n")


@pytest.mark.parametrize(
    "asked", ["conflict.stage == 'nothing'", "declarations[].actions[].direction"]
)
def test_a_possible_name_is_not_reported_as_misspelt(archive: Path, asked: str) -> None:
    finished = verger("bisect", archive, f"state.play.{asked}")
    assert (finished.returncode, finished.stderr) == (1, ""), finished.stderr


def test_a_text_that_is_no_condition_is_refused(archive: Path) -> None:
    finished = verger("bisect", archive, "version >")
    assert (finished.returncode, "JMESPath" in finished.stderr) == (2, True)


@pytest.mark.parametrize("content", [None, b"", b"{}\n"])
@pytest.mark.parametrize(
    "command", ["verify {}", "replay {}", "diff {} 1 2", "bisect {} version", "import {}"]
)
def test_every_command_that_cannot_read_its_file_ends_with_the_same_status(
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    content: bytes | None,
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("DATABASE_URL", database)
    assert main(command.format(file).split()) == 2


# Checkpoints


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the file of a signed checkpoint of an evening's version 200, and the public key."""
    private, public = new_key()
    told = signed(private, SESSION, 200, rows(evening("war"))[199].hash)
    file = tmp_path_factory.mktemp("checkpoint") / "checkpoint.json"
    shown = {name: getattr(told, name) for name in told.__struct_fields__}
    file.write_text(json.dumps(shown | {"session": str(SESSION)}))
    return file, public.hex()


def test_a_log_that_went_on_still_holds_its_checkpoint(
    archive: Path, checkpoint: tuple[Path, str]
) -> None:
    told = said(verger("verify", archive, "--checkpoint", checkpoint[0], "--key", checkpoint[1]))
    assert "holds: version 200" in told


def test_an_archive_that_ends_before_its_checkpoint_is_not_called_wrong(
    tmp_path: Path, checkpoint: tuple[Path, str]
) -> None:
    short = written(tmp_path, archived(rows(evening("war")[:150])))
    assert said(verger("verify", short))
    finished = verger("verify", short, "--checkpoint", checkpoint[0], "--key", checkpoint[1])
    assert (finished.returncode, finished.stdout) == (2, "")
    assert "ends with version 150, and the checkpoint is of version 200: it is an earlier copy" in (
        finished.stderr
    )


def test_a_log_that_was_rewritten_is_found_by_a_checkpoint(
    tmp_path: Path, checkpoint: tuple[Path, str]
) -> None:
    log = rows(evening("war"))
    other = list(rechained([log[0]._replace(salt=bytes(16)), *log[1:]]))
    rewritten = written(tmp_path, archived(other))
    assert said(verger("verify", rewritten))
    finished = verger("verify", rewritten, "--checkpoint", checkpoint[0], "--key", checkpoint[1])
    assert finished.returncode == 1
    assert finished.stdout.startswith("version 200 is wrong: it is not the event")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["--jobs", "0"], "'0' is not a number of 1 or more"),
        (["--since", "yesterday"], "'yesterday' is not a time such as 2026-01-01T12:00Z"),
    ],
)
def test_a_senseless_condition_is_reported(asked: list[str], why: str) -> None:
    finished = verger("verify", "--all", *asked)
    assert finished.returncode == 2
    assert finished.stderr.endswith(f"{why}\n")
