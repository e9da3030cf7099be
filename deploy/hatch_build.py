"""Adds the files that hatch leaves out of a wheel and of a source distribution."""

import gzip
import io
import tarfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BESIDE = (
    "migrations",
    "docs",
    "clients/typescript/verger-client",
    "openapi/examples",
    "CHANGELOG.md",
    "deploy/.env.example",
    "deploy/Caddyfile",
    "deploy/README.md",
    "deploy/alerts.yml",
    "deploy/cells.caddy",
    "deploy/compose.yaml",
    "deploy/dashboard.py",
    "deploy/ha",
    "deploy/kubernetes",
    "deploy/kustomization.yaml",
    "deploy/nginx.conf",
    "deploy/roles.sql",
    "deploy/systemd",
)
"""The files next to the packages in a checkout. service/root.py finds them in a checkout and in a wheel."""


class Whole(BuildHookInterface[Any]):
    """Completes a wheel and a source distribution. An editable installation needs nothing: it uses the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel, but not to the wheel of an editable installation."""
        if self.target_name == "wheel" and version == "standard":
            files = {path: f"verger/service/files/{path}" for path in BESIDE}
            build_data["force_include"].update(files)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002, as hatch calls it
        """Add the links in `verger/` to a source distribution. Hatch leaves them out: it enters no folder twice."""
        if self.target_name != "sdist":
            return
        file, links = Path(artifact_path), sorted(Path(self.root, "verger").iterdir())
        packed = io.BytesIO(gzip.decompress(file.read_bytes()))
        with tarfile.TarFile(fileobj=packed, mode="a") as archive:
            first = archive.getmembers()[0]
            for link in filter(Path.is_symlink, links):
                added = tarfile.TarInfo(f"{first.name.partition('/')[0]}/verger/{link.name}")
                added.type, added.linkname = tarfile.SYMTYPE, str(link.readlink())
                added.mtime = first.mtime
                archive.addfile(added)
        file.write_bytes(gzip.compress(packed.getvalue(), mtime=int(first.mtime)))
