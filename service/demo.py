"""A demonstration session: four seats play an evening of Verge through the public API.

A file that only its owner can read contains the tokens of the session, because the database has only their
hashes.
"""

import http.client
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from verger.service.logging import OWN_TRACE
from verger.service.settings import Settings

FILE = Path("var/demonstration.json")
SECONDS = 10.0

Move = dict[str, Any]

ANN, BO, CY, DEE = "s1", "s2", "s3", "s4"


class Demonstration(msgspec.Struct, frozen=True):
    """The id of the session, and the tokens of its seats by seat."""

    session: str
    tokens: dict[str, str]


def ready(settings: Settings, port: int) -> Demonstration:
    """Return the demonstration session. Play it now if the file names none that is in this database."""
    if FILE.exists():
        known = msgspec.json.decode(FILE.read_bytes(), type=Demonstration)
        if _is_in_database(settings, port, known):
            return known
    played = _play(settings, port)
    FILE.parent.mkdir(exist_ok=True)
    with os.fdopen(os.open(FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(msgspec.json.encode(played))
    return played


def _is_in_database(settings: Settings, port: int, known: Demonstration) -> bool:
    """Return whether the database of this server has the session, and the tokens are valid."""
    api = _connection(settings, port)
    token = next(iter(known.tokens.values()))
    headers = _OWN | {"authorization": f"Bearer {token}"}
    api.request("GET", f"/v1/sessions/{known.session}", headers=headers)
    return api.getresponse().status == http.HTTPStatus.OK


def _play(settings: Settings, port: int) -> Demonstration:
    api = _connection(settings, port)
    started = _post(api, "/v1/sessions", _TABLE)
    tokens = {ANN: started["token"]}
    for seat in started["seats"][1:]:
        claimed = _post(api, "/v1/seats/claim", {"code": seat["claim_code"]})
        tokens[seat["seat"]] = claimed["token"]
    for seat, move in evening():
        _post(api, f"/v1/sessions/{started['session']}/moves", move, tokens[seat])
    api.close()
    names = {seat["seat"]: seat["name"] for seat in started["seats"]}
    return Demonstration(started["session"], {names[seat]: t for seat, t in tokens.items()})


def _connection(settings: Settings, port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(settings.reached, port, timeout=SECONDS)


def _post(api: http.client.HTTPConnection, path: str, body: Any, token: str = "") -> Any:
    headers = _OWN | {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    api.request("POST", path, json.dumps(body), headers)
    answer = api.getresponse()
    text = answer.read()
    if answer.status != http.HTTPStatus.CREATED:
        raise RuntimeError(f"the demonstration was refused: {text.decode()}")
    return json.loads(text)


# This trace id marks the requests as the server's own, so that they are not logged. A hundred log lines would hide
# the printed addresses.
_OWN = {"traceparent": f"00-{OWN_TRACE}-{OWN_TRACE[:16]}-01"}

_TABLE = {
    "title": "Low Tide",
    "seats": [
        {"kind": "gm", "name": "Ann"},
        {"kind": "player", "name": "Bo"},
        {"kind": "player", "name": "Cy"},
        {"kind": "player", "name": "Dee"},
    ],
}


def evening() -> Iterator[tuple[str, Move]]:
    """Yield the moves of the evening, each with the seat that makes it."""
    yield from _compile()
    yield from _ideas_and_organizations()
    yield from _people_and_characters()
    yield from _things()
    yield from _agreed("p3", {"subject": "accept_network"})
    yield from _first_scene()


def _agreed(proposal: str, subject: Move) -> Iterator[tuple[str, Move]]:
    yield ANN, {"move": "propose", "subject": subject}
    for seat in (BO, CY, DEE):
        yield seat, {"move": "agree", "proposal": proposal}


def _compile() -> Iterator[tuple[str, Move]]:
    text = "A drowned harbour town that keeps its debts by lantern light."
    yield from _agreed("p1", {"subject": "adopt_premise", "aspect": "setting", "text": text})
    yield CY, {"move": "add_limit", "kind": "veil", "text": "harm to animals"}
    yield from _agreed("p2", {"subject": "finish_compile"})


def _ideas_and_organizations() -> Iterator[tuple[str, Move]]:
    for seat, label in ((ANN, "Salt Fever"), (BO, "Debt"), (CY, "Drowned Bells"), (DEE, "Kites")):
        yield seat, _node(label)
    wishes = (
        (ANN, "Harbour Watch", "quarantines", "n1", ("n2", "n3")),
        (BO, "Lantern Bank", "lives on", "n2", ("n1", "n3")),
        (CY, "The Bellfounders", "listen for", "n3", ("n2", "n6")),
        (DEE, "Night Market", "hides from", "n5", ("n3", "n6")),
    )
    for seat, label, verb, other, marks in wishes:
        yield from _written(seat, label, verb, other, marks)


def _people_and_characters() -> Iterator[tuple[str, Move]]:
    wishes = (
        (ANN, "Captain Marrow", "commands", "n5", ("n6", "n7")),
        (BO, "Ines Vale", "cooks the books of", "n6", ("n5", "n3")),
        (CY, "Old Tobiah", "casts for", "n7", ("n8", "n6")),
        (DEE, "Wren", "flies", "n4", ("n7", "n3")),
    )
    for seat, label, verb, other, marks in wishes:
        yield from _written(seat, label, verb, other, marks)
    yield from _written(ANN, "Sister Ash", "nurses", "n1", ("n10", "n12"))
    for seat, own, marks in (
        (BO, "n10", ("n7", "e7")),
        (CY, "n11", ("n4", "n12")),
        (DEE, "n12", ("n11", "n2")),
    ):
        yield seat, {"move": "claim", "node": own}
        yield from _marks(seat, marks)


def _things() -> Iterator[tuple[str, Move]]:
    ties = (
        (ANN, "n9", {"label": "A Clean Name"}, "guards", ("n10", "n4")),
        (BO, "n10", {"label": "The Second Ledger"}, "keeps", ("n3", "n5")),
        (CY, "n11", "n3", "is haunted by", ("n8", "n12")),
        (DEE, "n12", {"label": "Her Brother Pim"}, "looks for", ("n11", "n6")),
        (ANN, "n9", "n12", "once taught", ("n10", "n7")),
        (BO, "n10", "n1", "survived", ("n7", "n12")),
        (CY, "n11", {"label": "The Cracked Mould"}, "cannot mend", ("n12", "n1")),
        (DEE, "n12", "n8", "owes", ("n10", "n3")),
    )
    for seat, person, thing, verb, marks in ties:
        yield seat, {"move": "tie", "person": person, "thing": thing, "label": verb}
        yield from _marks(seat, marks)


def _first_scene() -> Iterator[tuple[str, Move]]:
    camera = "Rain on the quay. Wren waits under the bell that has not rung for years."
    yield DEE, {"move": "choose_loss", "edge": "e13"}
    scene = {"camera": camera, "place": "The old quay", "present": ["n12"], "notice": DEE}
    yield ANN, {"move": "frame", **scene}
    yield BO, {"move": "add_to_camera", "text": "A lantern goes out at the bank's window."}
    bell = {
        "action": "create",
        "label": "The Ninth Bell",
        "kind": "thing",
        "edge": "calls",
        "other": "n12",
        "narration": "It hums, although nobody has touched it.",
    }
    yield CY, {"move": "declare", "overview": "The bell wakes.", "actions": [bell]}
    for seat in (ANN, BO, DEE):
        yield seat, {"move": "consent", "declaration": "d1"}


def _written(
    seat: str, label: str, verb: str, other: str, marks: tuple[str, ...]
) -> Iterator[tuple[str, Move]]:
    yield seat, _node(label)
    yield seat, {"move": "write_edge", "label": verb, "other": other}
    yield from _marks(seat, marks)


def _node(label: str) -> Move:
    return {"move": "write_node", "label": label}


def _marks(seat: str, marks: tuple[str, ...]) -> Iterator[tuple[str, Move]]:
    for element in marks:
        yield seat, {"move": "mark", "element": element, "mark": "!"}
