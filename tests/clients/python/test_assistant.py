"""The tools of an assistant (a language model that plays a seat), called with the protocol's own client library."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent, ToolAnnotations

from tests.support.server import Server
from verger_client import AsyncVerger, Verger
from verger_client.assistant import seated

GAMES = ("verge", "edgerunner", "venus", "afterverse")
READS = ToolAnnotations(read_only_hint=True)
ROUND = 8
"""The number of moves to make. It is enough to meet questions, choices and fields of each game."""


async def used(client: Client, tool: str, **given: Any) -> Any:
    """Call a tool that must work, and return its result."""
    found = await client.call_tool(tool, given)
    assert not found.is_error, found.content
    return found.structured_content


async def refused(client: Client, tool: str, **given: Any) -> str:
    """Call a tool that must fail, and return its message."""
    found = await client.call_tool(tool, given)
    (told,) = found.content
    assert found.is_error
    assert isinstance(told, TextContent)
    return told.text


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_an_assistant_plays_a_round_with_only_its_tools(server: Server, game: str) -> None:
    """Each move is in the options. The assistant tries it first, and asks for its reason afterwards."""
    async with AsyncVerger(server.url) as verger:
        ann = await verger.start("Low Tide", "Ann", "Bo", ruleset=game)
        bo = await verger.claim(ann.invitations["Bo"])
        async with Client(seated(ann)) as first, Client(seated(bo)) as second:
            made = 0
            for turn in range(ROUND * 4):
                client, session = ((first, ann), (second, bo))[turn % 2]
                asked = (await used(client, "look"))["asked_of_you"]
                assert asked == [one.sentence for one in (await session.now()).awaits]
                offered = {
                    json.dumps(one["fixed"]) for one in (await used(client, "options"))["options"]
                }
                for form in await (await session.now()).answers():
                    move = form.fill(Random(made))  # noqa: S311
                    assert json.dumps(dict(form.option.fixed)) in offered
                    if (await client.call_tool("try_move", {"move": move})).is_error:
                        continue
                    event = await used(client, "make_move", move=move)
                    ruling = await used(client, "why", version=event["version"])
                    assert ruling["ruling"]["sentence"] == event["sentence"]
                    made += 1
                    break
                if made == ROUND:
                    return
    raise AssertionError(f"only {made} moves were found in {game}")


@pytest.mark.anyio
async def test_a_refusal_has_the_sentence_of_the_rules(verger: Verger, server: Server) -> None:
    ann = verger.start("Low Tide", "Ann", "Bo")
    async with (
        AsyncVerger(server.url, token=ann.token) as own,
        Client(seated(own.session(ann.id))) as client,
    ):
        told = await refused(client, "make_move", move={"move": "agree", "proposal": "p9"})
        assert "(unknown_proposal)" in told
        assert "invalid_body" in await refused(client, "try_move", move={"move": "agree"})
        assert "no_such_version" in await refused(client, "why", version=999)


@pytest.mark.anyio
async def test_the_command_speaks_on_its_streams_and_shows_no_token(
    verger: Verger, server: Server
) -> None:
    ann = verger.start("Low Tide", "Ann", "Bo")
    assert ann.token
    command = [str(Path("clients/python")), "verger_client.assistant"]
    program = f"import sys; sys.path[0] = {command[0]!r}; from {command[1]} import main; main()"
    asked = StdioServerParameters(
        command=sys.executable,
        args=["-c", program, server.url, ann.id],
        env={"VERGER_TOKEN": str(ann.token)},
    )
    async with Client(asked) as client:
        tools = (await client.list_tools()).tools
        assert {one.name for one in tools} == {"look", "options", "try_move", "make_move", "why"}
        changing = [one.name for one in tools if not (one.annotations or READS).read_only_hint]
        assert changing == ["make_move"]
        seen = await used(client, "look")
    assert seen["session"]["title"] == "Low Tide"
    assert str(ann.token) not in json.dumps(seen)
