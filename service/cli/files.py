"""`verger files`: writes the deployment files, which a wheel contains, to a folder."""

import shutil
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from verger.service.cli.command import CommandError, Commands
from verger.service.root import ROOT
from verger.service.settings import Settings

FILES = (
    ".env.example", "Caddyfile", "README.md", "alerts.yml", "cells.caddy", "compose.yaml", "dashboard.py", "ha",
    "kubernetes", "kustomization.yaml", "nginx.conf", "roles.sql", "systemd",
)  # fmt: skip
"""The files and folders in deploy/ that an operator uses. deploy/hatch_build.py and deploy/Dockerfile have the same list."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    written = commands.add_parser("files", description="Write the files of deployments to a folder")
    written.add_argument("folder", type=Path, help="the folder, which is created if necessary")
    written.set_defaults(run=_files)


def _files(settings: Settings, asked: Namespace) -> int:
    source = ROOT / "deploy"
    targets = {file: asked.folder / file.relative_to(source) for file in _each(source)}
    # This is checked before anything is written, because an operator may have changed a file.
    if there := [target for target in targets.values() if target.exists()]:
        raise CommandError(f"{there[0]} exists: choose another folder, or remove this file")
    for file, target in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        print(target)
    return 0


def _each(source: Path) -> Iterator[Path]:
    for name in FILES:
        path = source / name
        yield from sorted(one for one in path.rglob("*") if one.is_file()) or [path]
