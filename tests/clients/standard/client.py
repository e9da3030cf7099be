"""A client with Python's http.client, without packages. README.md explains these programs."""

import http.client
import sys
import time
from base64 import b64decode, b64encode
from contextlib import suppress
from urllib.parse import urlsplit


def ask(base: str) -> None:
    """Send each request in the standard input over one connection. A line describes one request."""
    link = http.client.HTTPConnection(urlsplit(base).netloc)
    for line in sys.stdin:
        method, path, body, *headers = line.rstrip("\n").split("\t")
        given = dict(field.split(": ", 1) for field in headers)
        link.request(method, path, b64decode(body) or None, given)
        answer = link.getresponse()
        told = b64encode(answer.read()).decode()
        fields = [f"{name}: {value}" for name, value in answer.getheaders()]
        print(answer.status, told, *fields, sep="\t", flush=True)


def follow(address: str, token: str) -> None:
    """Print each event of a stream. After a cut, connect again after the last event. Stop at the event `end`."""
    last = ""
    while True:
        link = http.client.HTTPConnection(urlsplit(address).netloc)
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        headers |= {"Last-Event-ID": last} if last else {}
        with suppress(OSError, http.client.HTTPException):
            link.request("GET", urlsplit(address).path, headers=headers)
            told = {"id": last}
            for line in link.getresponse():
                field, _, value = line.decode().rstrip("\n").partition(": ")
                told[field] = value
                if line != b"\n" or "data" not in told:
                    continue
                if told.get("event") == "end":
                    return
                last = told["id"]
                data = b64encode(told.pop("data").encode()).decode()
                print(last, told.pop("event", ""), data, sep="\t", flush=True)
        time.sleep(0.1)


if __name__ == "__main__":
    how, *words = sys.argv[1:]
    ask(*words) if how == "ask" else follow(*words)
