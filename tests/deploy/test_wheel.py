"""The wheel holds all that it takes to serve: installed anywhere, it is the same server."""

import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from service.root import ROOT
from tests.support.contract import document
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import of_database
from tests.support.server import free_port

BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
SERVE = (
    "import sys, service; from service.cli import main; print(service.__file__); sys.exit(main())"
)
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
    "/watch/assets/session/api.js",
    "/v1/openapi.json",
    "/v1/asyncapi.json",
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that a wheel was unpacked into, as installing it does."""
    built, site = (tmp_path_factory.mktemp(name) for name in ("built", "site"))
    subprocess.run([*BUILD, built], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = built.glob("verger-*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    return site


@contextmanager
def serving(site: Path, folder: Path, url: str) -> Iterator[httpx.Client]:
    """Run what was installed in a folder that has nothing else."""
    port = str(free_port())
    own = {"PATH": os.environ["PATH"], "PYTHONPATH": str(site), "PORT": port, "DATABASE_URL": url}
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


def test_what_is_installed_migrates_serves_and_shows_every_kind_of_page(
    installed: Path, tmp_path: Path, postgres_url: str
) -> None:
    url = of_database(postgres_url, "installed")
    with serving(installed, tmp_path, url) as http:
        body = {"title": "Low Tide", "seats": [{"kind": "gm", "name": "Ann"}]}
        assert http.post("/v1/sessions", json=body).status_code == 201
        assert {page: http.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
        assert http.get("/v1/openapi.json").json() == document(), "examples are missing"
