"""A client can describe a session in another language, with all facts of the English sentences, and without ids."""

import re
from typing import NamedTuple

import pytest

from tests.api.second_language.teller import Teller, told_of
from tests.support.client import Json, Player, Table, forked, of, started
from tests.support.log import archived, evening, rows
from tests.support.server import Server

EVENING = "afterverse_debris"
AN_ID = re.compile(r"\b[a-z]\d+\b")


Moment = tuple[Table, Teller, list[Json]]


class Read(NamedTuple):
    """An imported evening: its reader, and its events."""

    reader: Player
    events: list[Json]


@pytest.fixture(scope="module")
def read(server: Server) -> Read:
    content = b"".join(archived(rows(evening(EVENING))))
    importer = started(server.http, "Ann")["Ann"]
    imported = of(importer.imports(content), 201)
    reader = Player(server.http, str(importer.token), imported["session"], "")
    return Read(reader, reader.log())


def test_every_event_is_described_with_all_facts_of_its_sentence(read: Read) -> None:
    teller, names = Teller(), set[str]()
    for told in read.events:
        sentence, english = teller.event(told), told["event"]["ruling"]["sentence"]
        names |= set(teller.names.values())
        said = {name for name in names if re.search(rf"\b{re.escape(name)}\b", english)}
        missing = {one for one in said | told_of(english) if one not in sentence}
        assert not missing, f"{english} → {sentence}"
        assert not AN_ID.search(sentence), sentence


def test_every_question_is_described(read: Read) -> None:
    teller, asked = Teller(), 0
    for told in read.events:
        teller.event(told)
        for wait in read.reader.see("/awaited", at=told["version"])["awaited"]:
            sentence = teller.awaited(wait)
            missing = {one for one in told_of(wait["sentence"]) if one not in sentence}
            assert not missing, f"{wait} → {sentence}"
            assert not AN_ID.search(sentence), sentence
            asked += 1
    assert asked > len(read.events) // 2


@pytest.fixture(scope="module", params=[16, 30, 60])
def moment(request: pytest.FixtureRequest, read: Read) -> Moment:
    """Return a fork at a version with all seats taken, a teller that knows its events, and the later events of the evening."""
    fork = forked(read.reader, version=request.param, title="Noch einmal")
    for name in fork.codes:
        if fork.codes[name]:
            fork.claim(name)
    teller = Teller()
    for told in fork["Ilse"].log():
        if told["version"] <= request.param:
            teller.event(told)
    return fork, teller, read.events[request.param :]


def test_every_option_is_described(moment: Moment) -> None:
    table, teller, _ = moment
    told = [teller.option(one) for player in table for one in player.see("/options")["options"]]
    assert len(told) > len(list(table))


def test_every_refusal_is_described(moment: Moment) -> None:
    table, teller, later = moment
    codes = set()
    for told in reversed(later):
        by, move = told["event"]["seat"], dict(told["event"]["move"])
        answer = table.of_seat(by).move(move.pop("move"), **move)
        if answer.status_code == 409:
            problem = answer.json()
            sentence = teller.refusal(problem)
            missing = {one for one in told_of(problem["detail"]) if one not in sentence}
            assert not missing, f"{problem['detail']} → {sentence}"
            codes.add(problem["code"])
    assert len(codes) > 1
