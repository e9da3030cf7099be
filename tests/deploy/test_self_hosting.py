"""docs/self-hosting.md says of every setting and limit what the code says."""

import re

import msgspec
import pytest

from domain.text import LABEL_LIMIT, PROSE_LIMIT
from service import database, identity, play, settings, store
from service.http import asgi, asking, following, front, streaming
from service.server import KEEP_ALIVE_SECONDS
from tests.deploy.image import ROOT

PAGE = (ROOT / "docs" / "self-hosting.md").read_text()


def test_every_setting_stands_in_the_table_with_its_default_in_the_codes_order() -> None:
    rows = re.findall(r"(?m)^\| `([A-Z_]+)` \| (?:`(.*?)`|\(empty\)) \| \S.* \|$", PAGE)
    defaults = msgspec.to_builtins(settings.Settings())
    assert rows == [
        (variable, str(defaults[name])) for name, variable in settings.VARIABLES.items()
    ]


@pytest.mark.parametrize(
    "words",
    [
        f"{asgi.BODY_LIMIT // 1024} KiB, arriving within {asgi.BODY_SECONDS:.0f} s",
        f"`VERGER_IMPORT_BYTES`, arriving within {front.ARCHIVE_SECONDS:.0f} s",
        f"{LABEL_LIMIT} characters, one line",
        f"{PROSE_LIMIT:,} characters",
        f"{asking.KEY_LEAST} to {asking.KEY_MOST} printable ASCII characters; "
        f"{asking.SECRET_KEY_LEAST} or more",
        f"| {streaming.SEND_SECONDS:.0f} s | the stream is cut off",
        f"| {following.KEEP_ALIVE_SECONDS:.0f} s | a keep-alive line is sent",
        f"| {KEEP_ALIVE_SECONDS} s | closed",
        f"| {database.ACQUIRE_SECONDS:.0f} s, a statement {database.COMMAND_SECONDS:.0f} s |",
        f"| {store.WAITING_LIMIT:,} |",
        f"| {play.ATTEMPTS} tries |",
    ],
)
def test_every_limit_is_the_codes(words: str) -> None:
    assert words in PAGE


def test_the_delays_of_a_revoked_token_are_the_codes() -> None:
    assert f"within {identity.REMEMBER_SECONDS:.0f} seconds" in PAGE
    assert f"ends within {following.KEEP_ALIVE_SECONDS:.0f} seconds" in PAGE
