"""Every kind of caller sends a request to every writing operation of the API document. Only permitted callers succeed."""

from asyncio import Runner
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple
from uuid import uuid4

import asyncpg
import pytest

from tests.support.app import app_key
from tests.support.caller import CALLERS, EMPTY, Place, Scene, scene_for
from tests.support.client import Player, from_afar, of
from tests.support.contract import document
from tests.support.log import archived, evening, rows
from tests.support.receiver import hooked, receiving
from tests.support.server import serving

pytestmark = pytest.mark.thorough


class Sent(NamedTuple):
    """A request: the method, the path, and the other options."""

    method: str
    path: str
    options: Mapping[str, Any] = {}


LINE = {"move": "add_limit", "kind": "line", "text": "Knives."}
NODE = {"move": "write_node", "label": "Salt Fever"}
AT_THE_TABLE = "observer player gm device"
OF_BO = "player device"
HANDS_OUT = "gm app"
ANYBODY = "no_token foreign_token parent's_seat observer player gm app onlooker device former_seat"
READERS = "parent's_seat observer player gm read_only app device"
HOOK = "http://127.0.0.1:9/"
HOOKED = {"url": HOOK, "description": "Tells the bot."}


def plain(method: str, path: str, **options: Any) -> Callable[[Scene, Player], Sent]:
    """Return a function that builds a request without preparation. `{home}` is the session's path."""
    return lambda _, by: Sent(method, path.format(home=by.home), options)


def claim(scene: Scene, by: Player) -> Sent:
    return Sent("POST", "/v1/seats/claim", {"json": {"code": scene.codes["Cy"]}})


def end(scene: Scene, by: Player) -> Sent:
    subject = {"subject": "choose_house_rule", "house_rule": "session", "value": "given_up"}
    asked = scene.ann.moves("propose", subject=subject)["event"]["effects"][0]["proposal"]
    scene.bo.moves("agree", proposal=asked)
    return Sent("DELETE", by.home)


def revoke(scene: Scene, by: Player) -> Sent:
    return Sent("DELETE", f"{by.home}/tokens/{scene.issued(scene.bo)['id']}")


def listed(scene: Scene) -> str:
    """List the table, and return its id in the lobby."""
    path = f"{scene.ann.home}/listing"
    shown = of(scene.ann.ask("PUT", path, json={"language": "en"}), 200)
    return str(shown["listing"]["table"])


def asked(scene: Scene) -> str:
    """Let a stranger ask for a seat, and return the id of the request."""
    sent = ask_for_seat(scene, scene.without(None))
    return str(of(scene.without(None).ask(sent.method, sent.path, **sent.options), 201)["ask"])


def ask_for_seat(scene: Scene, by: Player) -> Sent:
    path = f"/v1/tables/{listed(scene)}/asks"
    return Sent("POST", path, {"json": {"name": "Eve"}, "headers": from_afar()})


def hook(scene: Scene, by: Player) -> str:
    return f"{by.home}/webhooks/{hooked(scene.bo, HOOK).see()['id']}"


def redelivery(scene: Scene, by: Player) -> Sent:
    with receiving() as receiver:
        hook = hooked(scene.bo, receiver.url)
        scene.bo.draws_a_line("Rats.")
        done = hook.settled(1)[0]["id"]
        path = f"{by.home}/webhooks/{hook.see()['id']}/deliveries/{done}/redeliver"
    return Sent("POST", path)


def bring(scene: Scene, by: Player) -> Sent:
    archive = b"".join(archived(rows(evening("war")[:20], uuid4()), "s1"))
    lines = {"Content-Type": "application/x-ndjson"}
    return Sent("POST", "/v1/imports", {"content": archive, "headers": lines})


def redact(scene: Scene, by: Player) -> Sent:
    # A fork cannot redact events of its parent. Therefore, a reader of the fork names an event of the fork itself.
    version = scene.line if by.session == scene.session else scene.fork.head
    body = {"versions": [version], "reason": "It was said in confidence."}
    return Sent("POST", f"{by.home}/redactions", {"json": body})


def redact_of_the_table(scene: Scene, by: Player) -> Sent:
    """Ask to redact the start of the table, which only the operator may do."""
    version = 1 if by.session == scene.session else scene.fork.head - 1
    body = {"versions": [version], "reason": "It was said in confidence."}
    return Sent("POST", f"{by.home}/redactions", {"json": body})


BODY = {"title": "A game", "seats": [{"kind": "gm", "name": "Dee"}]}
REQUESTS: Mapping[str, tuple[Callable[[Scene, Player], Sent], str]] = {
    "startSession": (plain("POST", "/v1/sessions", json=BODY), ANYBODY),
    "claimSeat": (claim, ANYBODY),
    "endSession": (end, HANDS_OUT),
    "addSeat": (plain("POST", "{home}/seats", json={"kind": "player", "name": "Di"}), "gm"),
    "removeSeat": (plain("DELETE", f"{{home}}/seats/{EMPTY}"), "gm"),
    "renewClaimCode": (plain("POST", f"{{home}}/seats/{EMPTY}/code"), HANDS_OUT),
    "offerDeviceCode": (plain("POST", "{home}/device-codes"), AT_THE_TABLE),
    "issueToken": (plain("POST", "{home}/tokens", json={"label": "a bot"}), AT_THE_TABLE),
    "revokeToken": (revoke, OF_BO),
    "renewToken": (
        plain("POST", "/v1/tokens/renewal"),
        "foreign_token parent's_seat observer player gm read_only app device former_seat",
    ),
    "askForSeat": (ask_for_seat, "no_token foreign_token app onlooker former_seat"),
    "withdrawAsk": (lambda scene, _: Sent("DELETE", f"/v1/asks/{asked(scene)}"), HANDS_OUT),
    "letIn": (
        lambda scene, _: Sent("POST", f"/v1/asks/{asked(scene)}/seat", {"json": {}}),
        HANDS_OUT,
    ),
    "listTable": (plain("PUT", "{home}/listing", json={"language": "en"}), HANDS_OUT),
    "unlistTable": (plain("DELETE", "{home}/listing"), HANDS_OUT),
    "registerWebhook": (plain("POST", "{home}/webhooks", json=HOOKED), "player gm device"),
    "deleteWebhook": (lambda scene, by: Sent("DELETE", hook(scene, by)), OF_BO),
    "changeWebhook": (
        lambda scene, by: Sent("PATCH", hook(scene, by), {"json": {"awaits_me": True}}),
        OF_BO,
    ),
    "rotateWebhookSecret": (lambda scene, by: Sent("POST", f"{hook(scene, by)}/secret"), OF_BO),
    "pingWebhook": (lambda scene, by: Sent("POST", f"{hook(scene, by)}/ping"), OF_BO),
    "redeliver": (redelivery, OF_BO),
    "askWhatIf": (plain("POST", "{home}/what-if", json={"without": [2]}), READERS),
    "issueStreamTicket": (plain("POST", "{home}/stream-tickets"), READERS),
    "importSession": (
        bring,
        "foreign_token parent's_seat observer player gm app device former_seat",
    ),
    "forkSession": (
        plain("POST", "{home}/forks", json={}),
        "parent's_seat observer player gm app device",
    ),
    "redact": (redact, OF_BO),
    "redact how the table began": (redact_of_the_table, ""),
    "drawMove": (plain("POST", "{home}/moves/picture", json=NODE), f"{AT_THE_TABLE} read_only"),
    "postMove": (plain("POST", "{home}/moves", json=LINE), AT_THE_TABLE),
}
"""The request of each writing operation, and the callers that succeed with it."""
WRITING = {
    operation["operationId"]
    for methods in document()["paths"].values()
    for method, operation in methods.items()
    if method != "get"
}
REFUSED = {401, 403, 404, 409}
COUNTS = (
    "events",
    "tokens",
    "token_seats",
    "claims",
    "webhooks",
    "stream_tickets",
    "asks",
    "listings",
)


@pytest.fixture(scope="module")
def place(database: str) -> Iterator[Place]:
    with serving(
        database,
        verger_lobby="on",
        verger_trusted_proxies="private",
        verger_webhook_private_targets="on",
    ) as server:
        yield Place(server, database, app_key(database))


@pytest.fixture(scope="module")
def counted(place: Place) -> Iterator[Callable[[], Any]]:
    """Yield a function that counts the rows of all tables that a request could write to."""
    counts = ", ".join(f"(SELECT count(*) FROM {table})" for table in COUNTS)  # noqa: S608
    with Runner() as runner:
        connection = runner.run(asyncpg.connect(place.url))
        yield lambda: runner.run(connection.fetchrow(f"SELECT {counts}"))
        runner.run(connection.close())


@pytest.fixture(scope="module")
def met(place: Place) -> Callable[[str], tuple[Scene, Player]]:
    """Return a function that gives each named caller a separate table. Refused requests do not change it."""

    @cache
    def meet(name: str) -> tuple[Scene, Player]:
        scene = scene_for(place, name)
        return scene, CALLERS[name](scene)

    return meet


def allowed(operation: str) -> set[str]:
    may = {name.replace("_", " ") for name in REQUESTS[operation][1].split()}
    assert may <= set(CALLERS)
    return may


def test_every_writing_operation_is_in_the_matrix() -> None:
    assert {name.partition(" ")[0] for name in REQUESTS} == WRITING


@pytest.mark.parametrize("operation", REQUESTS)
def test_each_allowed_caller_writes(
    place: Place, operation: str, subtests: pytest.Subtests
) -> None:
    for name in allowed(operation):
        with subtests.test(f"{operation} by {name}"):
            scene = scene_for(place, name)
            by = CALLERS[name](scene)
            sent = REQUESTS[operation][0](scene, by)
            answer = by.ask(sent.method, sent.path, **sent.options)
            assert answer.is_success, answer.text


@pytest.mark.parametrize("operation", sorted(REQUESTS, key="endSession".__eq__))
def test_a_caller_without_permission_writes_nothing(
    met: Callable[[str], tuple[Scene, Player]],
    counted: Callable[[], Any],
    operation: str,
    subtests: pytest.Subtests,
) -> None:
    for name in CALLERS.keys() - allowed(operation):
        with subtests.test(f"{operation} by {name}"):
            scene, by = met(name)
            sent = REQUESTS[operation][0](scene, by)
            before = counted()
            answer = by.ask(sent.method, sent.path, **sent.options)
            assert answer.status_code in REFUSED, answer.text
            assert counted() == before
