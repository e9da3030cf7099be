"""Read a compose file and resolve `extends`, as a container engine does. Only features of deploy/'s two files are supported."""

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
    """Each service with its inherited values. Paths are absolute."""

    @property
    def servers(self) -> list[str]:
        """The names of the services that run `verger serve`."""
        return [name for name in self.services if name.startswith("server-")]

    @property
    def databases(self) -> list[str]:
        """The names of the services that run PostgreSQL."""
        return [name for name in self.services if name.startswith("postgres")]


def composed(path: Path) -> Composed:
    """Read a compose file, and resolve its inherited values."""
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
    """Merge a service into its base. Mappings merge by key, volumes by mount point, networks join, and other values are replaced."""
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
