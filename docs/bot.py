"""A bot that plays one seat of any game by its options alone, on a generated client: see bot.md."""

import argparse
import contextlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
from verger_client import AuthenticatedClient, Client
from verger_client import models as m
from verger_client.api.moves import post_move
from verger_client.api.reading import get_options
from verger_client.api.seats import claim_seat
from verger_client.api.sessions import get_session
from verger_client.types import Response

ASIDE = {"add_limit", "signal", "leave", "rewind", "leave_out", "dispute", "state_view", "appeal"}
ASIDE |= {"give_nonce", "reveal_dice", "seal_note", "reveal_note", "decline", "retract", "propose"}
"""What tables can do at any time: a bot does it only where it is waited for."""


class Bot:
    """One seat of one session."""

    def __init__(self, base: str, token: str, session: str, seat: str) -> None:
        client = AuthenticatedClient(base, token, timeout=httpx.Timeout(30))
        self.session, self.seat, self.http = session, seat, client.get_httpx_client()
        self.at: dict[str, Any] = {"client": client, "seat": seat}
        self.accepted, self.refused = 0, list[str]()

    def play(self, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Play until the game is over."""
        with self.http:
            while goes_on():
                now = ask(get_session.sync_detailed, self.session, **self.at)
                if now.step == "over":
                    return
                waits = [wait for wait in now.awaited if self.seat in wait.seats]
                if not (waits and self.move(waits)):
                    self.wait(now.version)

    def move(self, waits: list[m.Awaited]) -> bool:
        """Make a move that is waited for; whether there was one to make."""
        shown = ask(get_options.sync_detailed, self.session, **self.at)
        found = [(one, wait.about) for wait in waits for one in answering(shown.options, wait)]
        if not found:
            return False
        # An option fits whichever game it is of, and the client sends what it is given.
        body: Any = m.RecordedMove.from_dict(filled(*random.choice(found)))
        once = {"if_match": f'"{shown.version}"', "idempotency_key": str(uuid4())}
        made = ask(post_move.sync_detailed, self.session, body=body, **once, **self.at)
        if isinstance(made, m.EventView):
            self.accepted += 1
        elif made.code != "stale_version":  # Play went on meanwhile: look again, choose again.
            self.refused.append(made.detail)
            self.wait(shown.version)
        return True

    def wait(self, version: int) -> None:
        """Wait for an event after a version, or for the stream's sign that it is alive."""
        log = f"/v1/sessions/{self.session}/events?after={version}&follow=true"
        try:
            with self.http.stream("GET", log, headers={"Accept": "application/x-ndjson"}) as answer:
                answer.raise_for_status()
                next(answer.iter_lines(), None)
        except httpx.HTTPError:
            time.sleep(1)


def filled(option: m.Option, wanted: object) -> dict[str, Any]:
    """A move (or a part of one) out of an option: what may be left out is left out."""
    move: dict[str, Any] = option.fixed.to_dict()
    for field in option.fields or []:
        if getattr(field, "optional", False):
            continue
        match field:
            case m.ChoicesField(name=name, choices=choices, excludes=other):
                values = [c.value for c in choices if c.value != move.get(other or "")]
                move[name] = wanted if wanted in values else random.choice(values)
            case m.TextField(name=name, limit=limit):
                move[name] = f"{word()} {word()}".capitalize()[:limit]
            case m.GroupField(name=name, shapes=shapes, many=many):
                part = filled(random.choice(shapes), wanted)
                move[name] = [part] if many else part
            case m.RuleNameField(name=name) if not field.many:
                move[name] = (option.rules or [""])[0]
            case m.NumberField(name=name, least=least, most=most) if not field.many:
                move[name] = random.randint(least, most)
            case m.DiceField(name=name, count=int(count), faces=faces) if count:
                move[name] = [random.randint(1, faces) for _ in range(count)]
    return move


def ask(operation: Callable[..., Response[Any]], *path: str, **more: Any) -> Any:
    """An answer: asked for again, with the same key, after a lost line or where it says when."""
    for tried in range(8):
        after = 2**tried / 10
        with contextlib.suppress(httpx.TransportError):
            answer = operation(*path, **more)
            if "Retry-After" not in answer.headers:
                if answer.status_code < 400 or answer.status_code in (409, 412):
                    return answer.parsed
                raise SystemExit(f"{answer.status_code}: {answer.content.decode()}")
            after = float(answer.headers["Retry-After"])
        time.sleep(after)
    raise SystemExit("the server does not answer")


def answering(options: list[m.Option], wait: m.Awaited) -> list[m.Option]:
    """The options that give what is awaited: those of its name, else those by its rule."""
    every = [one for option in options for one in apart(option)]
    name = "agree" if wait.what == "agreement" else wait.what
    found = [option for purpose, option in every if purpose == name]
    found = found or [option for _, option in every if wait.rule in (option.rules or ())]
    if wait.what == "play":
        found = found or [option for _, option in every if option.fixed["move"] not in ASIDE]
    return [one for one in found if wait.about in one.fixed.to_dict().values()] or found


def apart(option: m.Option) -> Iterator[tuple[object, m.Option]]:
    """What an option is for: its move, or what is proposed, each subject by itself."""
    if option.fixed["move"] != "propose":
        yield option.fixed["move"], option
    elif option.fields and isinstance(field := option.fields[0], m.GroupField):
        for shape in field.shapes:
            alone = m.GroupField("group", field.name, [shape])
            yield shape.fixed["subject"], m.Option(option.fixed, [alone], shape.rules)


def word() -> str:
    """Something like a word, so that no label is like another."""
    return "".join(random.choice("bdgklmnprstv") + random.choice("aeiou") for _ in range(4))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.epilog = "Either a seat's --claim code, or a --token with its --session and --seat."
    for name in ("base", "--claim", "--token", "--session", "--seat"):
        parser.add_argument(name)
    given = own = parser.parse_args()
    if given.claim:
        code: dict[str, Any] = {"body": m.ClaimBody(given.claim), "idempotency_key": str(uuid4())}
        own = ask(claim_seat.sync_detailed, client=Client(given.base), **code)
    with contextlib.suppress(KeyboardInterrupt):
        Bot(given.base, own.token, str(own.session), own.seat).play()
