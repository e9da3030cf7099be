"""The Python client believes a delivery by its signature, and an archive by its hash chain."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from tests.clients.python.conftest import Table
from tests.support.patience import until
from tests.support.receiver import Receiver
from verger_client import Delivery, NotVerified, Verified, verified, verify

THEN = "1767295800"


@pytest.fixture
def archive(table: Table) -> list[bytes]:
    for number in range(3):
        table.ann.move("add_limit", kind="line", text=f"Line {number}.")
    file = BytesIO()
    table.ann.export(file)
    return file.getvalue().splitlines(keepends=True)


def test_an_archive_holds_together(table: Table, archive: list[bytes]) -> None:
    assert verify(archive) == Verified(table.ann.id, 5, 0)
    until_then = BytesIO()
    table.ann.export(until_then, at=4)
    assert verify(until_then.getvalue().splitlines(keepends=True)).events == 4


@pytest.mark.parametrize(
    ("line", "change", "sentence"),
    [
        (4, lambda line: line.replace(b"Line 1.", b"Line 9."), "Version 4 is not what was chained"),
        (4, lambda _: b"", "Version 4 is missing"),
        (6, lambda _: b"", "Version 5 has no digest"),
        (0, lambda _: b"{}\n", "This is no archive"),
        (0, lambda _: b'{"verger":"archive","format":1}\n', "is of an earlier checkout of Verger"),
    ],
)
def test_an_archive_that_was_changed_does_not(
    archive: list[bytes], line: int, change: object, sentence: str
) -> None:
    assert callable(change)
    archive[line] = change(archive[line])
    with pytest.raises(NotVerified, match=sentence):
        verify(filter(None, archive))


FORGED = {
    "bytes of a text in its salt": lambda kept, texts: (
        [kept[0] + b'"Low'.hex(), *kept[1:]],
        [[texts[0][0] + 4, texts[0][1] - 4], *texts[1:]],
    ),
    "upper case": lambda kept, texts: ([kept[0][:-1] + "F", *kept[1:]], texts),
    "a space": lambda kept, texts: ([kept[0][:2] + " " + kept[0][3:], *kept[1:]], texts),
    "a digest of a text that is there": lambda kept, texts: ([2 * kept[0], *kept[1:]], texts),
    "a salt too few": lambda kept, texts: (kept[1:], texts),
    "null": lambda _, texts: (None, texts),
    "another order": lambda kept, texts: (kept, texts[::-1]),
    "a size below 0": lambda kept, texts: (kept, [[texts[1][0], -3], *texts[1:]]),
    "a place of a float": lambda kept, texts: (kept, [[float(texts[0][0]), 5], *texts[1:]]),
    "a place behind the event": lambda kept, texts: (kept, [*texts[:-1], [10**30, 5]]),
    "another place": lambda kept, texts: (kept, [[texts[0][0] - 1, 5], *texts[1:]]),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_texts_and_their_salts_are_written_in_one_way(
    archive: list[bytes], forge: Callable[[Any, Any], tuple[Any, Any]]
) -> None:
    told = json.loads(archive[1])
    del told["salt"]
    told["kept"], told["texts"] = forge(["ab" * 16] * len(told["texts"]), told["texts"])
    members = [
        b'"%s":%s' % (name.encode(), json.dumps(told[name], separators=(",", ":")).encode())
        for name in ("version", "type", "hash", "texts", "kept")
    ]
    archive[1] = b"{" + b",".join([*members, archive[1][archive[1].index(b'"event":') :]])
    with pytest.raises(NotVerified, match="Version 1 is not written as the log writes events"):
        verify(archive)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"salt":', b'"request":"","salt":'),
        (b'"salt":', b'"request":"%s","salt":' % (b"AB" * 32)),
        (b'"salt":"', b'"salt":"0'),
        (b',"event":', b',"kept":[],"event":'),
        (b',"event":', b',"sealed":0,"event":'),
        (b',"event":', b',"sealed":[],"texts":[],"event":'),
        (b',"event":', b',"sealed":' + b"[" * 200_000),
        (b"Low", b"\xff"),
    ],
)
def test_a_line_that_is_written_in_another_way_is_not_verified(
    archive: list[bytes], old: bytes, new: bytes
) -> None:
    archive[1] = archive[1].replace(old, new, 1)
    with pytest.raises(NotVerified, match="is not written as the log writes"):
        verify(archive)


def test_a_delivery_is_believed_by_its_signature(table: Table, receiver: Receiver) -> None:
    hook = table.bo.add_webhook(receiver.url, "Tells the bot.")
    table.ann.move("add_limit", kind="line", text="spiders")
    told = until(lambda: receiver.received)[0]
    delivery = verified(hook.secret, told.headers, told.body)
    assert (delivery.type, delivery.data["version"]) == ("session.moved", 3)
    with pytest.raises(NotVerified, match="not signed with this secret"):
        verified(hook.secret, told.headers, told.body + b" ")
    with pytest.raises(NotVerified, match="too old"):
        verified(hook.secret, {**told.headers, "webhook-timestamp": THEN}, told.body)
    assert verified(["whsec_AAAA", hook.secret], told.headers, told.body) == delivery
    assert isinstance(delivery, Delivery)


def test_a_chat_is_told_when_the_seat_is_asked(table: Table, receiver: Receiver) -> None:
    hook = table.bo.add_webhook(
        receiver.url, "My telephone.", "propose", form="slack", awaits_me=True
    )
    assert (hook.types, hook.form, hook.awaits_me) == (("propose",), "slack", True)
    table.ann.move("propose", subject={"subject": "finish_compile"})
    assert "Low Tide" in until(lambda: receiver.received)[0].said["text"]
