"""Build and run the image without a container engine: carry out the steps of deploy/Dockerfile in an empty folder.

Only the instructions that deploy/Dockerfile uses are supported. Any other instruction fails.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.root import ROOT

DEPLOY = ROOT / "deploy"
HOME = "/opt/verger"
"""The folder of the image with the program. A temporary folder replaces it here."""


class Step(NamedTuple):
    """An instruction of the Dockerfile."""

    word: str
    rest: str


def stages() -> list[list[Step]]:
    """Return the Dockerfile's instructions, as a list for each stage."""
    text = re.sub(r"(?m)^#.*\n", "", (DEPLOY / "Dockerfile").read_text())
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    steps = [Step(*line.split(maxsplit=1)) for line in lines if line]
    starts = [at for at, step in enumerate(steps) if step.word == "FROM"]
    ends = [*starts[1:], len(steps)]
    return [steps[start:end] for start, end in zip(starts, ends, strict=True)]


def copied() -> list[str]:
    """Return the paths that the Dockerfile takes from the checkout."""
    copies = [step.rest.split() for stage in stages() for step in stage if step.word == "COPY"]
    return [source for words in copies if "--from" not in words[0] for source in words[:-1]]


def let_through() -> set[str]:
    """Return the paths of the checkout that the ignore file does not exclude."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert "*" in lines
    return {line[1:] for line in lines if line.startswith("!")}


def last(word: str) -> str:
    """Return the value of an instruction in the last stage."""
    return next(step.rest for step in reversed(stages()[-1]) if step.word == word)


def environment(home: Path) -> dict[str, str]:
    """Return the environment variables that the image sets."""
    pairs = (pair.split("=", 1) for pair in shlex.split(last("ENV")))
    found = {name: value.replace(HOME, str(home)) for name, value in pairs}
    return found | {"PATH": found["PATH"].replace("$PATH", os.environ["PATH"])}


def build(home: Path) -> None:
    """Carry out every step of the Dockerfile, with `home` in place of its folder."""
    *before, final = stages()
    for stage in before:
        _take(stage, home)
    # The image has only the files that the last stage copies from earlier stages.
    kept = [Path(step.rest.split()[2]).name for step in final if "--from" in step.rest]
    for path in home.iterdir():
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    _take(final, home)


def _take(stage: list[Step], home: Path) -> None:
    for word, rest in stage:
        match word:
            case "COPY":
                _copy(rest.split(), home)
            case "RUN":
                subprocess.run(["sh", "-euc", rest], cwd=home, env=_plain(), check=True)
            case "WORKDIR":
                assert rest == HOME
            case _:
                assert word in {
                    "FROM", "ENV", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD",
                }  # fmt: skip


def _copy(words: list[str], home: Path) -> None:
    *sources, target = words
    if sources[0].startswith("--from="):
        assert sources[1:] == [f"{HOME}/{target}"], "a stage's folder keeps its place"
        return
    for source in sources:
        if (ROOT / source).is_dir():
            leave = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, home / target, symlinks=True, ignore=leave)
        else:
            assert target.endswith("/")
            (home / target).mkdir(exist_ok=True)
            shutil.copy(ROOT / source, home / target)


def _plain() -> dict[str, str]:
    """Return an environment without personal settings, except settings for downloading packages."""
    kept = ("PATH", "HOME", "LANG", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
    prefixes = ("PIP_", "UV_", "PYENV_", "HTTP", "http", "no_proxy", "NO_PROXY")
    found = {
        name: value
        for name, value in os.environ.items()
        if name in kept or name.startswith(prefixes)
    }
    # In the base image, Python's command is `python`. Debian has no such command.
    path = f"{Path(sys.executable).parent}{os.pathsep}{found['PATH']}"
    return found | {"PATH": path, "UV_LINK_MODE": "copy"}


class Container:
    """A process, started as a container of the image would start it: with the image's variables and those in `given`."""

    def __init__(self, home: Path, given: Mapping[str, str], *command: str) -> None:
        self.home, self.port = home, free_port()
        # A container listens on all addresses. This process must not, because it runs on a person's machine.
        own = {"HOST": "127.0.0.1", "PORT": str(self.port)}
        self.environment = environment(home) | own | dict(given)
        words = [*json.loads(last("ENTRYPOINT")), *(command or _command())]
        self.process = subprocess.Popen(
            [_in_image(words[0], self.environment), *words[1:]],
            cwd=home, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE_SECONDS)

    def wait_until_ready(self) -> None:
        """Wait until `/readyz` answers 200."""
        wait_until(self.http, self.process, "/readyz")

    def is_healthy(self) -> bool:
        """Run the image's own health check, and return its result."""
        words = json.loads(last("HEALTHCHECK").partition("CMD ")[2])
        program = _in_image(words[0], self.environment)
        asked = [program, *words[1:]]
        found = subprocess.run(
            asked, cwd=self.home, env=self.environment, check=False, stderr=subprocess.DEVNULL
        )
        return found.returncode == 0

    def stop(self) -> tuple[int, str]:
        """Stop the process with the image's stop signal. Return its exit status and its output."""
        assert last("STOPSIGNAL") == "SIGTERM"
        self.process.terminate()
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Wait for the end of the process. Return its exit status and its output."""
        said, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, said

    def close(self) -> None:
        """Kill the process if it still runs."""
        self.http.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


def _command() -> list[str]:
    return list(map(str, json.loads(last("CMD"))))


def _in_image(program: str, variables: Mapping[str, str]) -> str:
    found = shutil.which(program, path=variables["PATH"])
    assert found is not None
    return found


@contextmanager
def serving(home: Path, given: Mapping[str, str]) -> Iterator[Container]:
    """Run `serve` until it is ready, and end it afterwards."""
    container = Container(home, given)
    try:
        container.wait_until_ready()
        yield container
    finally:
        container.close()


def wait_until(http: httpx.Client, process: subprocess.Popen[str], path: str) -> None:
    """Wait until a process answers 200 at a path."""
    until(lambda: _is_ok(http, process, path))


def _is_ok(http: httpx.Client, process: subprocess.Popen[str], path: str) -> bool:
    assert process.poll() is None, process.communicate()[0]
    try:
        return http.get(path).status_code == 200
    except httpx.HTTPError:
        return False
