"""Proxies as operators set them up: servers at paths of one host, with the path passed on or left out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support import caddy
from tests.support.program import found, running_at


class Place(NamedTuple):
    """A server at a path."""

    path: str
    port: int
    strips: bool
    """Whether the proxy removes the path from the requests that it passes on."""


class Proxy(NamedTuple):
    """A proxy program, its arguments, and a function that writes its configuration for servers behind a port."""

    program: str | None
    words: tuple[str, ...]
    file: Callable[[Path, int, Sequence[Place]], str]


@contextmanager
def proxied(proxy: Proxy, folder: Path, port: int, places: Sequence[Place]) -> Iterator[str]:
    """Run a proxy at a port, and return its address."""
    assert proxy.program
    file = folder / "proxy.conf"
    file.write_text(proxy.file(folder, port, places))
    words = [proxy.program, *proxy.words, str(file)]
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with running_at(port, words, folder / "proxy.log", environment):
        yield caddy.address(port)


def _nginx(folder: Path, port: int, places: Sequence[Place]) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    there = "".join(
        f"location {place.path}/ {{\n"
        f"  proxy_pass http://127.0.0.1:{place.port}{'/' if place.strips else ''};\n"
        "  proxy_set_header Host $http_host;\n"
        "  proxy_http_version 1.1;\n"
        "  proxy_set_header Upgrade $http_upgrade;\n"
        "  proxy_set_header Connection $upgrades;\n"
        "  proxy_buffering off;\n}\n"
        for place in places
    )
    return (
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\nhttp {{\n{own}access_log off;\n"
        "map $http_upgrade $upgrades { default upgrade; '' ''; }\n"
        f"server {{\nlisten 127.0.0.1:{port};\n{there}}}\n}}\n"
    )


def _haproxy(folder: Path, port: int, places: Sequence[Place]) -> str:
    del folder
    rules, backends = "", ""
    for number, place in enumerate(places):
        rules += f"    use_backend b{number} if {{ path {place.path} }} || {{ path_beg {place.path}/ }}\n"
        strips = (
            f"    http-request replace-path ^{place.path}/?(.*)$ /\\1\n" if place.strips else ""
        )
        backends += f"backend b{number}\n{strips}    server one 127.0.0.1:{place.port}\n"
    return (
        "defaults\n    mode http\n    timeout connect 2s\n    timeout client 60s\n    timeout server 60s\n"
        f"    timeout tunnel 60s\nfrontend all\n    bind 127.0.0.1:{port}\n{rules}{backends}"
    )


def _caddy(folder: Path, port: int, places: Sequence[Place]) -> str:
    del folder
    there = "".join(
        f"    redir {place.path} {place.path}/\n"
        f"    {'handle_path' if place.strips else 'handle'} {place.path}/* {{\n"
        f"        reverse_proxy 127.0.0.1:{place.port}\n    }}\n"
        for place in places
    )
    return f"{{\n    admin off\n    auto_https off\n}}\n{caddy.address(port)} {{\n{there}}}\n"


PROXIES: Mapping[str, Proxy] = {
    "nginx": Proxy(found("nginx"), ("-e", "stderr", "-c"), _nginx),
    "haproxy": Proxy(found("haproxy"), ("-db", "-f"), _haproxy),
    "caddy": Proxy(caddy.CADDY, ("run", "--adapter", "caddyfile", "--config"), _caddy),
}
