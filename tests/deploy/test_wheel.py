"""An installed wheel can serve. Without extras, it can still verify an archive."""

import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePath

import httpx
import pytest

from tests.deploy.image import DEPLOY
from tests.support.contract import document
from tests.support.log import archived, evening, rows
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.postgres import execute, of_database
from tests.support.settings import DURABILITY
from verger.service.cli import GROUPS, main
from verger.service.cli.files import FILES
from verger.service.root import ROOT

BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
SERVE = "import sys, verger; from verger.service.cli import main; print(verger.__file__, flush=True); sys.exit(main())"
PAGES = (
    "/docs/quick-start",
    "/docs/changelog",
    "/docs/decisions",
    "/docs/decisions/log",
    "/docs/deploying",
    "/docs/bot.py",
    "/docs/verger-client/index.js",
    "/docs/problems/rate_limited",
    "/docs/rulesets/verge/moves",
    "/watch",
    "/watch/assets/main.js",
    "/v1/openapi.json",
    "/v1/asyncapi.json",
)

Verger = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of the project, and return its path."""
    built = tmp_path_factory.mktemp("built")
    subprocess.run([*BUILD, built], cwd=ROOT, check=True, capture_output=True)
    (found,) = built.glob("verger-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack a wheel as an installer does, and return the folder."""
    site = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(wheel).extractall(site)
    return site


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Verger:
    """Install the wheel without extras, as `pip install verger` does. Return a function that runs the program."""
    own = tmp_path_factory.mktemp("alone") / "own"
    uv("venv", "--python", sys.executable, own)
    install = ("pip", "install", "--offline", "--no-deps", "--python", own)
    # `make setup` has downloaded these versions, so no network is needed.
    uv(*install, "--require-hashes", "--requirement", ROOT / "requirements" / "core.lock")
    uv(*install, wheel)
    uv("pip", "check", "--python", own)
    return partial(run, [own / "bin" / "verger"])


def uv(*asked: str | Path) -> None:
    program = Path(sys.executable).with_name("uv")
    subprocess.run([program, *asked, "--quiet"], check=True, timeout=PATIENCE_SECONDS)


def run(program: Sequence[Path], *asked: object) -> subprocess.CompletedProcess[str]:
    """Run a program without environment variables, and return the finished process."""
    told = [*map(str, program), *map(str, asked)]
    return subprocess.run(
        told, env={}, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
    )


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of an archive with dice, a rewind and sealed parts."""
    file = tmp_path_factory.mktemp("archive") / "war.ndjson"
    file.write_bytes(b"".join(archived(rows(evening("war")))))
    return file


@contextmanager
def serving(site: Path, folder: Path, url: str) -> Iterator[httpx.Client]:
    """Run the installed program in an empty folder, and yield its client."""
    port = str(free_port())
    own = {"PATH": os.environ["PATH"], "PYTHONPATH": str(site), "PORT": port, "DATABASE_URL": url}
    own |= DURABILITY
    command = [sys.executable, "-P", "-c", SERVE, "serve"]
    with (
        (folder / "said").open("w+b") as said,
        subprocess.Popen(command, cwd=folder, env=own, stdout=said, stderr=said) as process,
        httpx.Client(
            base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE_SECONDS
        ) as http,
    ):
        try:
            until(lambda: _is_ready(http) or process.poll() is not None)
            assert (folder / "said").read_text().startswith(str(site)), "the checkout's code ran"
            yield http
        finally:
            process.send_signal(signal.SIGTERM)


def _is_ready(http: httpx.Client) -> bool:
    try:
        return http.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def test_an_installed_program_migrates_serves_and_shows_every_kind_of_page(
    installed: Path, tmp_path: Path, postgres_url: str
) -> None:
    url = of_database(postgres_url, "installed")
    execute(postgres_url, "CREATE DATABASE installed")
    with serving(installed, tmp_path, url) as http:
        body = {"title": "Low Tide", "seats": [{"kind": "gm", "name": "Ann"}]}
        assert http.post("/v1/sessions", json=body).status_code == 201
        assert {page: http.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
        assert http.get("/v1/openapi.json").json() == document(), "examples are missing"


def test_the_installed_program_writes_the_files_of_deployments_as_they_are_here(
    installed: Path, tmp_path: Path
) -> None:
    own = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed)}
    command = [sys.executable, "-P", "-c", SERVE, "files", "written"]
    told = partial(
        subprocess.run, command, cwd=tmp_path, env=own, capture_output=True, text=True, check=False
    )
    done = told()
    assert done.stdout.startswith(str(installed)), "the checkout's code ran"
    assert done.returncode == 0, done.stderr
    written = contents(tmp_path / "written")
    assert written == {path: text for path, text in contents(DEPLOY).items() if path in written}
    assert {path.partition("/")[0] for path in written} == {*FILES}
    assert named_in_pages() <= {path for name in written for path in (name, *parents(name))}
    again = told()
    assert (again.returncode, again.stderr.count("exists: choose another folder")) == (2, 1)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of each file below a folder, by its path."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def parents(path: str) -> list[str]:
    return [str(one) for one in PurePath(path).parents]


def named_in_pages() -> set[str]:
    """Return the paths below deploy/ that the guides name. The other files there are only for contributors."""
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md")]
    named = {
        path
        for page in pages
        for path in re.findall(r"(?<!tests/)\bdeploy/((?:[\w.]+/)*[\w.]*\w)", page.read_text())
    }
    assert {"roles.sql", "alerts.yml", "dashboard.py"} < named
    return named


def test_the_source_package_has_the_files_of_deployments(tmp_path: Path) -> None:
    words = ["sdist" if word == "wheel" else word for word in BUILD]
    subprocess.run([*words, tmp_path], cwd=ROOT, check=True, capture_output=True)
    (made,) = tmp_path.glob("verger-*.tar.gz")
    listed = subprocess.run(
        ["tar", "-tzf", made], check=True, capture_output=True, text=True
    ).stdout
    packed = {name.partition("/")[2] for name in listed.splitlines()}
    known = {f"deploy/{path}" for path in contents(DEPLOY) if path.partition("/")[0] in FILES}
    assert known <= packed


@pytest.mark.parametrize(
    "command",
    [
        "verify {}",
        "replay {}",
        "diff {} 10 12",
        "bisect {} state.play.conflict",
        "story {} --form html",
    ],
)
def test_without_extras_it_reads_an_archive_like_the_program_with_extras(
    alone: Verger, archive: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = command.format(archive).split()
    done = alone(*asked)
    assert (done.returncode, done.stderr) == (main(asked), "")
    assert without_speed(done.stdout) == without_speed(capsys.readouterr().out)


def without_speed(told: str) -> list[str]:
    return [line for line in told.splitlines() if not line.startswith("  speed ")]


def test_without_extras_a_command_of_the_server_names_the_missing_packages(
    alone: Verger,
) -> None:
    for command in ("serve", "export", "verify --all"):
        done = alone(*command.split())
        assert (done.returncode, done.stdout) == (2, "")
        wanted = f"verger: {command} needs the server's packages: pip install 'verger[server]'\n"
        assert done.stderr == wanted


def test_without_extras_help_lists_available_and_missing_commands(alone: Verger) -> None:
    told = alone("--help").stdout
    listed, _, examples = told.partition("Examples:")
    here, _, more = listed.partition(
        "Commands of the server's packages (pip install 'verger[server]'):"
    )
    readers, *others = GROUPS.values()
    assert re.findall(r"(?m)^  ([a-z]+) +[A-Z]", here) == [*readers]
    missing = [name for names in others for name in names]
    assert " ".join(more.split()) == ", ".join([*missing, "verify --all"])
    assert "verger verify session.ndjson" in examples
