"""A client in Chromium, with npm packages for event streams. README.md explains these programs."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page

from tests.annexes.page import chromium

HERE = Path(__file__).parent


class Files(SimpleHTTPRequestHandler):
    """Serves this folder. A path without an extension means a `.js` file, as in imports that a bundler resolves."""

    def translate_path(self, path: str) -> str:
        """Find the file of an address."""
        found = Path(super().translate_path(path))
        return str(found if found.suffix else found.with_suffix(".js"))

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def told(fields: list[object]) -> None:
    """Print an answer or an event that the page receives."""
    print(*fields, sep="\t", flush=True)


def ask(page: Page, base: str) -> None:
    """Send each request in the standard input. A line describes one."""
    for line in sys.stdin:
        method, path, body, *fields = line.rstrip("\n").split("\t")
        told(page.evaluate("words => ask(...words)", [base + path, method, body, fields]))


def follow(page: Page, address: str, token: str, library: str) -> None:
    """Print each event of a stream until the stream has ended."""
    headers = {"Authorization": f"Bearer {token}"}
    page.evaluate(f"words => follow.{library}(...words)", [address, headers])


def main(how: str, *words: str) -> None:
    """Open the page at its own address."""
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(HERE))) as server,
        chromium.running() as browser,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.expose_function("told", told)
        page.goto(f"http://127.0.0.1:{server.server_port}/page.html")
        page.wait_for_function("window.follow")
        ask(page, *words) if how == "ask" else follow(page, *words)
        server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
