"""The code in docs/webhooks.md verifies deliveries, and the numbers on the page are those of the server."""

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.support.patience import PATIENCE_SECONDS
from verger.domain.core.text import LABEL_LIMIT
from verger.service.annexes.notices import (
    maker,
    message,
    notice,
    outbox,
    registry,
    schedule,
    sender,
    share,
    target,
    webhook_desk,
)

PAGE = Path("docs/webhooks.md").read_text()
BLOCKS = {
    kind: re.findall(rf"(?ms)^```{kind}\n(.*?)^```", PAGE) for kind in ("python", "javascript")
}
SECRET, OTHER = bytes(range(32)), bytes(32)
BODY = '{"type":"session.moved","data":{"title":"Fäden"}}'.encode()


def sent(*secrets: bytes, ago: float = 0) -> dict[str, str]:
    at = datetime.now(UTC) - timedelta(seconds=ago)
    return message.headers(UUID(int=7), at, BODY, secrets)


def by_python(name: str, headers: dict[str, str], body: bytes = BODY) -> Any:
    code: dict[str, Any] = {}
    exec("\n".join(BLOCKS["python"]), code)  # noqa: S102, the page's own code
    return code[name](message.shown_secret(SECRET), headers, body)


def by_node(headers: dict[str, str], body: bytes = BODY) -> Any:
    given = json.dumps([message.shown_secret(SECRET), headers, body.decode()])
    call = f"console.log(JSON.stringify(verifiedByHand(...{given})))"
    by_hand = BLOCKS["javascript"][-1] + call
    program = [shutil.which("node") or "", "--input-type=module", "-e", by_hand]
    done = subprocess.run(
        program, check=False, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    if done.returncode:
        raise ValueError(done.stderr)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["verified", "verified_by_hand"])
def test_the_pages_python_accepts_only_signed_messages(name: str) -> None:
    said = json.loads(BODY)
    assert by_python(name, sent(SECRET)) == by_python(name, sent(OTHER, SECRET)) == said
    for headers in (sent(OTHER), sent(SECRET, ago=400), sent(SECRET, ago=-400)):
        with pytest.raises(Exception, match=r"old|new|future|signed|signature"):
            by_python(name, headers)
    with pytest.raises(Exception, match=r"signed|signature"):
        by_python(name, sent(SECRET), BODY + b" ")


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node here")
def test_the_pages_javascript_accepts_only_signed_messages() -> None:
    assert by_node(sent(SECRET)) == by_node(sent(OTHER, SECRET)) == json.loads(BODY)
    for headers, body in (
        (sent(OTHER), BODY),
        (sent(SECRET, ago=400), BODY),
        (sent(SECRET), b"{}"),
    ):
        with pytest.raises(ValueError, match=r"future|signed"):
            by_node(headers, body)


@pytest.mark.parametrize(
    "words",
    [
        f"| {registry.LIMIT} each (409 `too_many_webhooks`) |",
        f"| URL | {target.URL_LIMIT:,} characters |",
        f"| description | {LABEL_LIMIT} characters |",
        f"| event types | {webhook_desk.TYPES_LIMIT} |",
        f"| attempt | {sender.ATTEMPT_SECONDS:.0f} s |",
        f"to each address | {sender.CONNECT_SECONDS:.0f} s |",
        f"that an attempt tries | {sender.ADDRESSES} |",
        f"| sessions in a digest | {maker.DIGEST_SESSIONS} |",
        f"| sessions that a chat message names | {notice.TABLES} |",
        f"| deliveries pending at a webhook | {maker.BACKLOG:,};",
        f"with a place in a server process | {share.WORKERS} |",
        f"keeps its place | {share.TURN_SECONDS} s |",
        f"works on or waits for | {share.OF_TARGET} |",
        f"whose last attempt failed | {share.FAILING} |",
        f"{share.GRACE_SECONDS:.0f} s after their place | {share.LATE} |",
        f"of these, attempts at one address | {share.OF_ADDRESS} |",
        f"for {outbox.KEPT_DAYS} days, or until there are {outbox.KEPT_DELIVERIES:,} newer versions",
        f"For {registry.OVERLAP_HOURS} hours, deliveries have signatures by both secrets",
        f"for {schedule.REST_SECONDS:.0f} seconds, also no new events",
    ],
)
def test_every_number_on_the_page_is_that_of_the_code(words: str) -> None:
    assert words in " ".join(PAGE.split())


def test_the_schedule_on_the_page_is_that_of_the_code() -> None:
    (row,) = re.findall(r"\| delay \| none \| (.*) \|\n", PAGE)
    units = {"s": 1, "min": 60, "h": 3_600}
    shown = [int(number) * units[unit] for number, unit in re.findall(r"(\d+) (\w+)", row)]
    assert list(schedule.DELAYS) == [0, *shown]
    assert schedule.REST_LIMIT == 3_600
