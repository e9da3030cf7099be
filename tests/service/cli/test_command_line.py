"""The operator's commands and the auditor's, as they are typed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from uuid import uuid4

import pytest

from service.archive.checkpoint import new_key, signed
from service.cli import main
from tests.support import forked
from tests.support.client import Client, Player, Table, of, played
from tests.support.log import SESSION, archived, evening, rechained, rows
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database, lose
from tests.support.server import SECRET_KEY, Server, serving


def verger(
    *arguments: object, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command, on a machine without a database unless the environment names one."""
    own = {"PATH": os.environ["PATH"], **(environment or {})}
    return forked.run(*map(str, arguments), environment=own)


def said(finished: subprocess.CompletedProcess[str]) -> str:
    """What a command printed, which has to have done what was asked."""
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Give the archive of an evening with rewound play, dice and conflicts."""
    return written(tmp_path, archived(rows(evening("war"))))


def written(folder: Path, lines: list[bytes]) -> Path:
    file = folder / f"{uuid4()}.ndjson"
    file.write_bytes(b"".join(lines))
    return file


def test_neither_framework_nor_redis_is_loaded_for_what_needs_none() -> None:
    program = "import sys, service.cli; print({'litestar', 'uvicorn', 'redis'} & set(sys.modules))"
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, check=True, capture_output=True).stdout == b"set()\n"


def test_the_programs_version_is_told() -> None:
    assert said(verger("--version")) == f"verger {metadata.version('verger')}\n"


# Archives, on any machine


def test_a_good_archive_is_verified(archive: Path) -> None:
    told = said(verger("verify", archive))
    length = len(evening("war"))
    assert told.startswith(f"verified: {length} events of session {SESSION}")
    assert f"judged again   {length}" in told
    assert "events a second" in told


def test_a_ruling_that_would_be_told_in_other_words_is_good(tmp_path: Path) -> None:
    log = rows(evening("war"))
    reworded = log[40]._replace(data=log[40].data.replace('"sentence":"', '"sentence":"Once, ', 1))
    file = written(tmp_path, archived([*rechained([*log[:40], reworded, *log[41:]])]))
    told = said(verger("verify", file))
    assert "worded otherwise now: 1, the first in version 41\n" in told


def test_the_first_version_that_is_wrong_is_named(tmp_path: Path) -> None:
    lines = archived(rows(evening("war")))
    forged = written(tmp_path, [*lines[:40], lines[40].replace(b"e", b"E", 1), *lines[41:]])
    finished = verger("verify", forged)
    assert finished.returncode == 1
    assert finished.stdout.startswith("version 40 is wrong: ")


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\x00\xff\n", b'{"verger":"archive"}\n'])
def test_what_is_no_archive_is_unusable(tmp_path: Path, content: bytes) -> None:
    finished = verger("verify", written(tmp_path, [content]))
    assert finished.returncode == 2
    assert finished.stderr.startswith("verger: the first line is ")


def test_an_archive_whose_states_nothing_compared_is_not_verified(archive: Path) -> None:
    header, _, events = archive.read_bytes().partition(b"\n")
    other = re.sub(rb'(?<=-)[0-9a-f]{12}(?=","lineage")', b"0" * 12, header)
    assert other != header
    archive.write_bytes(other + b"\n" + events)
    finished = verger("verify", archive)
    assert finished.returncode == 2
    assert finished.stdout.startswith("verified but for its states: ")
    assert "were compared by nothing" in finished.stderr


def test_a_file_that_is_not_there_is_unusable(tmp_path: Path) -> None:
    finished = verger("verify", tmp_path / "none")
    assert (finished.returncode, "No such file" in finished.stderr) == (2, True)


def test_an_archive_is_told_a_sentence_an_event(archive: Path) -> None:
    told = said(verger("replay", archive)).splitlines()
    assert len(told) == len(evening("war"))
    assert told[0].endswith("Ugo starts “The Bridge at Kessel”.")


def test_what_changed_between_two_versions_is_told_and_patched(archive: Path) -> None:
    told = said(verger("diff", archive, 10, 12)).splitlines()
    assert [line.split()[0] for line in told[:2]] == ["11", "12"]
    assert {json.loads(line)["op"] for line in told[2:]} == {"add", "replace"}
    back = said(verger("diff", archive, 12, 10)).splitlines()
    assert {json.loads(line)["op"] for line in back[2:]} == {"remove", "replace"}


def test_the_first_version_at_which_something_holds_is_found(archive: Path) -> None:
    there = said(verger("bisect", archive, "length(network.nodes) >= `3`"))
    assert there.split()[0] == "12"


def test_a_condition_that_comes_and_goes_is_found_where_it_first_came(archive: Path) -> None:
    told = [line.split() for line in said(verger("replay", archive)).splitlines()]
    calls = [version for version, *words in told if "calls" in words and "conflict:" in words]
    assert len(calls) > 1
    first = said(verger("bisect", archive, "state.play.conflict"))
    assert first.split()[0] == calls[0]


def test_a_condition_that_never_holds_is_no_success(archive: Path) -> None:
    finished = verger("bisect", archive, "version > `100000`")
    assert (finished.returncode, finished.stdout) == (1, "it holds at no version\n")


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("state.play.conflct", "no version has a member `conflct` there; is it `conflict`?"),
        ("stat.play.conflict", "no version has a member `stat` there; is it `state`?"),
        ("length(network.nodes[?lable == 'x']) > `0`", "`lable` there; is it `label`?"),
        ("zzz", "`zzz` there; there are banks, network, state, version"),
    ],
)
def test_a_misspelt_name_is_told_from_what_never_holds(
    archive: Path, condition: str, said: str
) -> None:
    finished = verger("bisect", archive, condition)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.endswith(f"{said}\n")


@pytest.mark.parametrize(
    "asked", ["conflict.stage == 'nothing'", "declarations[].actions[].direction"]
)
def test_a_name_that_there_can_be_is_not_misspelt(archive: Path, asked: str) -> None:
    finished = verger("bisect", archive, f"state.play.{asked}")
    assert (finished.returncode, finished.stderr) == (1, ""), finished.stderr


def test_what_is_no_condition_is_refused(archive: Path) -> None:
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
    """Give a checkpoint of an evening's version 200, and the key that it was signed with."""
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


def test_a_tail_that_was_cut_off_is_found_by_a_checkpoint(
    tmp_path: Path, checkpoint: tuple[Path, str]
) -> None:
    short = written(tmp_path, archived(rows(evening("war")[:150])))
    assert said(verger("verify", short))
    finished = verger("verify", short, "--checkpoint", checkpoint[0], "--key", checkpoint[1])
    assert finished.returncode == 1
    assert finished.stdout.startswith("version 151 is wrong: it is missing")


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


def test_a_checkpoint_of_another_key_shows_nothing(
    archive: Path, checkpoint: tuple[Path, str]
) -> None:
    other = new_key()[1].hex()
    finished = verger("verify", archive, "--checkpoint", checkpoint[0], "--key", other)
    assert (finished.returncode, "not signed" in finished.stderr) == (2, True)


# At a server's database, while it serves


@pytest.fixture(scope="module")
def server(postgres_url: str) -> Iterator[tuple[Server, dict[str, str]]]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield running, {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}


@pytest.fixture(scope="module")
def table(server: tuple[Server, dict[str, str]]) -> Table:
    """Give a table with more events than there are between two snapshots."""
    table = played(server[0].http, "Ann", "Bo", title="Low Tide")
    for number in range(210):
        table["Bo"].draws_a_line(f"Thing {number}")
    return table


def test_every_session_is_listed(server: tuple[Server, dict[str, str]], table: Table) -> None:
    told = said(verger("sessions", environment=server[1]))
    line = next(line for line in told.splitlines() if line.startswith(table.session))
    assert line.split()[1:3] == ["verge", str(table["Ann"].head)]
    assert line.endswith("Low Tide")


def test_every_session_is_verified(server: tuple[Server, dict[str, str]], table: Table) -> None:
    told = said(verger("verify", "--all", environment=server[1]))
    assert " sessions verified" in told
    assert "rulings worded otherwise now: 0\n" in told
    assert "wrong" not in told


def test_what_a_server_had_and_the_database_has_lost_is_listed(
    server: tuple[Server, dict[str, str]], tmp_path: Path
) -> None:
    url, bo = server[1]["DATABASE_URL"], played(server[0].http, "Ann", "Bo")["Bo"]
    had = bo.draws_a_line("Spiders.")["version"]
    files = [tmp_path / "lost.json", tmp_path / "kept.json"]
    for file, version in zip(files, (had, had - 1), strict=True):
        file.write_text(json.dumps(bo.see("/checkpoint", at=version)))
    assert said(verger("lost", *files, environment=server[1])).endswith(
        "0 of 2 checkpoints do not hold\n"
    )
    lose(url, bo.session, had - 1)
    assert until(lambda: bo.head, lambda head: head < had) == had - 1
    finished = verger("lost", *files, environment=server[1])
    assert finished.returncode == 1
    _, line, gone, count = finished.stdout.splitlines()
    assert line.split()[:4] == [bo.session, str(had), str(had - 1), str(had - 1)]
    assert gone == f"{bo.session}  has no version {had} of the checkpoint's hash"
    assert count == "1 losses on record, 1 of 2 checkpoints do not hold"


def test_a_fork_is_verified_rebuilt_and_exported_with_its_whole_line(
    server: tuple[Server, dict[str, str]], table: Table, tmp_path: Path
) -> None:
    bo, file = table["Bo"], tmp_path / "fork.ndjson"
    shown = of(bo.post(f"{bo.home}/forks", {"version": 150}, key=f"fork-{bo.session}"), 201)
    fork = Player(bo.http, bo.token or "", shown["session"], shown["seat"])
    for number in range(60):
        fork.draws_a_line(f"Elsewhere {number}")
    said(verger("verify", "--all", environment=server[1]))
    told = said(verger("rebuild", fork.session, environment=server[1]))
    assert told.endswith("1 snapshots dropped, 1 made\n")
    said(verger("export", fork.session, file, environment=server[1]))
    header = json.loads(file.read_bytes().partition(b"\n")[0])
    assert header["lineage"] == [{"session": table.session, "until": 150}]
    assert said(verger("verify", file)).startswith("verified: 211 events")


def test_a_session_is_exported_and_verified_elsewhere(
    server: tuple[Server, dict[str, str]], table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "out.ndjson"
    said(verger("export", table.session, file, environment=server[1]))
    assert said(verger("verify", file)).startswith(f"verified: {table['Ann'].head} events")
    assert file.read_text() == said(verger("export", table.session, environment=server[1]))


def test_an_archive_is_imported_and_read_with_the_token_that_is_given(
    server: tuple[Server, dict[str, str]], archive: Path, tmp_path: Path
) -> None:
    told = said(verger("import", archive, environment=server[1])).splitlines()
    assert told[0] == f"imported: session {SESSION}, {len(evening('war'))} events"
    reader = Client(server[0].http, told[1].split()[-1])
    assert reader.read(f"/v1/sessions/{SESSION}")["title"] == "The Bridge at Kessel"
    again = tmp_path / "again.ndjson"
    said(verger("export", SESSION, again, environment=server[1]))
    assert again.read_bytes() == archive.read_bytes()
    finished = verger("import", archive, environment=server[1])
    assert (finished.returncode, "is here already" in finished.stderr) == (1, True)


def test_what_is_wrong_is_not_imported(
    server: tuple[Server, dict[str, str]], tmp_path: Path
) -> None:
    short = written(tmp_path, archived(rows(evening("losses")))[:-9])
    finished = verger("import", short, environment=server[1])
    assert (finished.returncode, "not what was played" in finished.stderr) == (1, True)


def test_a_file_that_is_there_is_not_written_over(
    server: tuple[Server, dict[str, str]], table: Table, tmp_path: Path
) -> None:
    file = written(tmp_path, [b"precious"])
    assert verger("export", table.session, file, environment=server[1]).returncode == 2
    assert file.read_bytes() == b"precious"


def test_a_session_that_is_not_there_is_named(server: tuple[Server, dict[str, str]]) -> None:
    finished = verger("export", id := uuid4(), environment=server[1])
    assert (finished.returncode, finished.stderr) == (2, f"verger: there is no session {id}\n")


def test_a_port_that_is_taken_ends_the_start_with_a_sentence(
    server: tuple[Server, dict[str, str]],
) -> None:
    port = str(server[0].http.base_url.port)
    finished = verger("serve", environment={**server[1], "PORT": port})
    assert (finished.returncode, f"nothing listens on 127.0.0.1:{port}" in finished.stderr) == (
        2,
        True,
    )


def test_snapshots_are_rebuilt_while_play_goes_on(
    server: tuple[Server, dict[str, str]], table: Table
) -> None:
    url = server[1]["DATABASE_URL"]
    sql = "SELECT session, version, digest, state FROM snapshots ORDER BY session, version"
    before = execute(url, sql)
    execute(url, "UPDATE snapshots SET state = 'damaged'")
    told = said(verger("rebuild", environment=server[1]))
    assert f"{table.session}  1 snapshots dropped, 1 made\n" in told
    assert set(before.splitlines()) <= set(execute(url, sql).splitlines())
    table["Bo"].draws_a_line("What came meanwhile")
    assert table["Bo"].log()[-1]["event"]["move"]["text"] == "What came meanwhile"


def test_a_snapshot_that_is_not_the_state_is_found(
    server: tuple[Server, dict[str, str]], table: Table
) -> None:
    execute(server[1]["DATABASE_URL"], "UPDATE snapshots SET digest = sha256(digest)")
    finished = verger("verify", "--all", environment=server[1])
    assert finished.returncode == 1
    assert "version 200 is wrong: the snapshot" in finished.stdout
    said(verger("rebuild", environment=server[1]))
    said(verger("verify", "--all", environment=server[1]))


def test_keys_are_listed_and_rotated_and_old_ones_stay(
    server: tuple[Server, dict[str, str]],
) -> None:
    first = said(verger("keys", environment=server[1])).split()
    told = said(verger("keys", "--rotate", environment=server[1])).splitlines()
    assert ("in use" in told[0], "until" in told[1]) == (True, True)
    assert told[1].split()[:2] == first[:2]
    assert told[0].split()[0] != first[0]


def test_a_tampered_row_is_named_with_its_session(
    server: tuple[Server, dict[str, str]], table: Table
) -> None:
    update = "SET session_replication_role = replica; UPDATE events SET seat = 's1'"
    execute(server[1]["DATABASE_URL"], f"{update} WHERE version = 77")
    finished = verger("verify", "--all", environment=server[1])
    assert finished.returncode == 1
    assert f"{table.session}  version 77 is wrong: its column seat" in finished.stdout
