"""A compose file as an engine sees it, with all inherited values: deploy/'s two files use no other features."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.deploy.image import DEPLOY

Service = dict[str, Any]


class Composed(NamedTuple):
    """A compose file."""

    path: Path
    written: dict[str, Any]
    """The file's content, without inherited values."""
    services: dict[str, Service]
    """Each with its inherited values. Paths are those of deploy/'s files, whole."""

    @property
    def servers(self) -> list[str]:
        """The processes that serve."""
        return [name for name in self.services if name.startswith("server-")]

    @property
    def databases(self) -> list[str]:
        """The servers of PostgreSQL."""
        return [name for name in self.services if name.startswith("postgres")]


def composed(path: Path) -> Composed:
    """Read a compose file with its inherited values."""
    written = msgspec.yaml.decode(path.read_bytes())
    return Composed(path, written, {name: _whole(path, name) for name in written["services"]})


def _whole(path: Path, name: str) -> Service:
    written = msgspec.yaml.decode(path.read_bytes())["services"][name]
    extended = written.pop("extends", None)
    own = _located(written, path.parent)
    if extended is None:
        return own
    return _merged(_whole((path.parent / extended["file"]).resolve(), extended["service"]), own)


def _located(service: Service, folder: Path) -> Service:
    """Make the paths that are relative to the file absolute."""
    volumes = [_volume(text, folder) for text in service.get("volumes", [])]
    found = service | ({"volumes": volumes} if volumes else {})
    if build := service.get("build"):
        found["build"] = build | {"context": str((folder / build["context"]).resolve())}
    return found


def _volume(text: str, folder: Path) -> str:
    source, rest = text.split(":", 1)
    return f"{(folder / source).resolve()}:{rest}" if source.startswith(".") else text


def _merged(base: Service, own: Service) -> Service:
    """Merge mappings by their keys, volumes by their mounts, networks together, and replace the rest."""
    found = base | own
    for key in ("environment", "depends_on", "healthcheck", "build"):
        if key in base and key in own:
            found[key] = base[key] | own[key]
    if "volumes" in base and "volumes" in own:
        mounted = {text.split(":")[1]: text for text in (*base["volumes"], *own["volumes"])}
        found["volumes"] = list(mounted.values())
    if "networks" in base and "networks" in own:
        found["networks"] = list(dict.fromkeys((*base["networks"], *own["networks"])))
    return found


ONE, GROUP = composed(DEPLOY / "compose.yaml"), composed(DEPLOY / "ha" / "compose.yaml")
