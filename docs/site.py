"""A site that runs tables with an app's key: `python site.py SERVER KEY PORT FILE` (see apps.md)."""

import json
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

from verger_client import NotVerified, Problem, Reset, Verger, verified

SCHEMA = """
CREATE TABLE IF NOT EXISTS seats (session TEXT, title TEXT, name TEXT, link TEXT);
CREATE TABLE IF NOT EXISTS events (session TEXT, version INT, type TEXT, PRIMARY KEY (session, version));
CREATE TABLE IF NOT EXISTS hooks (delivery TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT);
"""


class Site:
    """The tables of a site, with a copy of their events."""

    def __init__(self, server: str, key: str, file: str, address: str) -> None:
        self.verger, self.lock = Verger(server, key), Lock()
        self.db = sqlite3.connect(file, check_same_thread=False)
        self.db.executescript(SCHEMA)
        self.every = self.verger.session("-")
        if not self.kept("hook"):
            hook = self.every.register_webhook(url=f"{address}/hook", description="The site.")
            self.keep(hook=hook.id, secrets=str(hook.secret))

    def do(self, *statements: tuple[str, tuple[object, ...]]) -> None:
        """Run statements in one transaction."""
        with self.lock, self.db:
            for statement, values in statements:
                self.db.execute(statement, values)

    def kept(self, name: str) -> str:
        """Return a value that the site keeps, or an empty text."""
        found = self.db.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return found[0] if found else ""

    def keep(self, **values: str) -> None:
        """Keep values."""
        put = "INSERT OR REPLACE INTO kept VALUES (?, ?)"
        self.do(*[(put, pair) for pair in values.items()])

    def start(self, title: str, gm: str, *players: str) -> dict[str, str]:
        """Start a table. Return the link to each person's seat."""
        table = self.verger.start(title, gm, *players)
        links = {name: str(table.link(code)) for name, code in table.invitations.items()}
        put = "INSERT INTO seats VALUES (?, ?, ?, ?)"
        self.do(*[(put, (table.id, title, name, link)) for name, link in links.items()])
        return links

    def follow(self) -> None:
        """Copy every event of all tables, each with its place, so that a restart goes on there."""
        put, place = "INSERT OR IGNORE INTO events VALUES (?, ?, ?)", self.kept("place") or None
        while True:
            try:
                for item in self.verger.feed(place):
                    at = ("INSERT OR REPLACE INTO kept VALUES ('place', ?)", (item.place,))
                    self.do((put, (item.session, item.version, item.type)), at)
            except Reset as reset:
                place = str(reset.after)

    def hear(self, headers: dict[str, str], body: bytes) -> None:
        """Take a delivery. Raises `NotVerified`."""
        verified(self.kept("secrets").split(), headers, body)
        self.do(("INSERT OR IGNORE INTO hooks VALUES (?)", (headers["webhook-id"],)))

    def rotate(self) -> None:
        """Give the webhook another secret. The old one stays valid for a day."""
        new = self.every.rotate_webhook_secret(self.kept("hook")).secret
        self.keep(secrets=f"{new} {self.kept('secrets').split()[0]}")

    def archive(self, session: str, folder: Path) -> Path:
        """Export a table into a file, and end it."""
        table, file = self.verger.session(session), folder / f"{session}.jsonl"
        exported = table.request("GET", "/export", accept="application/x-ndjson")
        file.write_bytes(exported.content)
        table.end_session(archived=True, seen=exported.headers["ETag"])
        return file


def handler(site: Site) -> type[BaseHTTPRequestHandler]:
    """Return the pages of the site: `POST /tables` and `POST /hook`."""

    class Pages(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                if self.path == "/hook":
                    site.hear({name.lower(): value for name, value in self.headers.items()}, body)
                    self.answer(204)
                else:
                    asked = json.loads(body)
                    self.answer(201, site.start(asked["title"], *asked["names"]))
            except NotVerified:
                self.answer(400)
            except Problem as problem:
                self.answer(problem.status, {"error": str(problem)})

        def answer(self, status: int, body: object = None) -> None:
            content = json.dumps(body).encode() if body else b""
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Pages


if __name__ == "__main__":
    server, key, port, file = sys.argv[1:]
    site = Site(server, key, file, f"http://127.0.0.1:{port}")
    Thread(target=site.follow, daemon=True).start()
    ThreadingHTTPServer(("127.0.0.1", int(port)), handler(site)).serve_forever()
