"""Messages, parameters and ends of streams are as the AsyncAPI document describes them."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from tests.support.client import Json, Player, frames, of
from tests.support.socket import ending, listening, messages, ticketed
from verger.service.openapi.asyncapi import FILE

ASYNC: Json = json.loads(FILE.read_text())
CHANNELS: Json = ASYNC["channels"]
MESSAGES: Json = ASYNC["components"]["messages"]
FORMS = {"server_sent_events": "text/event-stream", "lines": "application/x-ndjson"}
BEYOND = 999
"""A version after the head of every session here."""


def fits(schema: Json, value: Any) -> bool:
    """Return whether a value fits a schema of the document, in the dialect of JSON Schema that AsyncAPI uses."""
    whole = {**schema, "components": ASYNC["components"]}
    return jsonschema_rs.Draft7Validator(whole).is_valid(value)


def meant(channel: str, payload: Any, headers: Json) -> list[str]:
    """Return the names of a channel's messages with a schema that this payload and these headers fit."""
    return [
        name
        for name in CHANNELS[channel]["messages"]
        if fits(MESSAGES[name]["payload"], payload)
        and fits(MESSAGES[name].get("headers", {}), headers)
    ]


def sent_events(bo: Player) -> Iterator[tuple[Any, Json]]:
    for after in (0, BEYOND):
        with bo.follows(after=after, follow="false") as lines:
            for frame in frames(lines):
                yield frame.pop("data"), frame


def test_every_server_sent_event_is_one_of_its_messages(bo: Player) -> None:
    told = [meant("server_sent_events", *sent) for sent in sent_events(bo)]
    assert told == [["sent_event"]] * 4 + [["sent_end"], ["sent_reset"], ["sent_end"]]


def test_every_line_is_one_of_its_messages(bo: Player) -> None:
    lines = bo.get(f"{bo.home}/events", {"Accept": FORMS["lines"]}).text.splitlines()
    assert [meant("lines", json.loads(line), {}) for line in lines] == [["event"]] * 4


def test_every_message_over_a_websocket_has_a_separate_definition(bo: Player) -> None:
    for after, told in ((0, [["event"]] * 4), (BEYOND, [["reset"]])):
        with listening(bo, after=after, follow="false") as link:
            assert [meant("web_socket", one, {}) for one in messages(link)] == told
            code, reason = ending(link)
            assert reason in CHANNELS["web_socket"]["x-close-codes"][str(code)]


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_fits_its_own_sample(name: str) -> None:
    (sample,) = MESSAGES[name]["examples"]
    assert fits(MESSAGES[name]["payload"], sample["payload"])
    assert not fits(MESSAGES[name]["payload"], {})


def asked(query: Json, bo: Player) -> Json:
    """Return a value for each parameter in the query of a stream."""
    ticket = of(bo.post(f"{bo.home}/stream-tickets", None), 201)["ticket"]
    values = {"after": 3, "follow": "false", "ticket": ticket, "presence": "here", "lastEventId": 3}
    return {name: values[name] for name in query["properties"]}


@pytest.mark.parametrize(("channel", "form"), FORMS.items())
def test_a_stream_takes_the_query_that_is_described(bo: Player, channel: str, form: str) -> None:
    binding = ASYNC["operations"][f"send_{channel}"]["bindings"]["http"]
    query = asked(binding["query"], bo)
    token = {} if "ticket" in query else bo.authorization
    answer = bo.http.get(f"{bo.home}/events", params=query, headers={"Accept": form, **token})
    assert answer.status_code == 200
    assert '"version":4' in answer.text
    assert '"version":3' not in answer.text


def test_a_websocket_takes_the_query_that_is_described(bo: Player) -> None:
    query = asked(CHANNELS["web_socket"]["bindings"]["ws"]["query"], bo)
    with ticketed(bo, **query) as link:
        assert [one.get("version", one["type"]) for one in messages(link)] == [4, "presence"]
