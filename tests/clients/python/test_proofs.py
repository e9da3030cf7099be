"""The Python client verifies a delivery by its signature, and an archive by its hash chain."""

from io import BytesIO

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
def test_a_changed_archive_does_not_hold_together(
    archive: list[bytes], line: int, change: object, sentence: str
) -> None:
    assert callable(change)
    archive[line] = change(archive[line])
    with pytest.raises(NotVerified, match=sentence):
        verify(filter(None, archive))


def test_a_delivery_is_believed_by_its_signature(table: Table, receiver: Receiver) -> None:
    hook = table.bo.register_webhook(url=receiver.url, description="Tells the bot.")
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


def test_a_chat_gets_a_message_when_the_seat_is_asked(table: Table, receiver: Receiver) -> None:
    hook = table.bo.register_webhook(
        url=receiver.url, description="A chat.", types=["propose"], form="slack", awaits_me=True
    )
    assert (hook.types, hook.form, hook.awaits_me) == (("propose",), "slack", True)
    table.ann.move("propose", subject={"subject": "finish_compile"})
    assert "Low Tide" in until(lambda: receiver.received)[0].said["text"]
