"""WebP pictures: the browser encodes each still picture, and this module joins them to an animation."""

import base64
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from playwright.sync_api import Page

QUALITY = 0.72

_ENCODE = """async ([png, quality]) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    const webp = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
    return btoa(Array.from(webp, (byte) => String.fromCharCode(byte)).join(""));
}"""


class Frame(NamedTuple):
    """A still picture of an animation, and how long it is shown."""

    webp: bytes
    milliseconds: int


def still(blank: Page, png: bytes) -> bytes:
    """Encode a screenshot as WebP, with the browser of this page."""
    return base64.b64decode(blank.evaluate(_ENCODE, [base64.b64encode(png).decode(), QUALITY]))


def moving(frames: Sequence[Frame], *, width: int, height: int, times: int) -> bytes:
    """Join still pictures of the same size to an animation that plays `times` times (RFC 9649)."""
    size = _number(width - 1, 3) + _number(height - 1, 3)
    animated = b"\x02"
    body = _chunk(b"VP8X", animated + bytes(3) + size)
    body += _chunk(b"ANIM", bytes(4) + _number(times, 2))
    for frame in frames:
        origin, is_opaque = bytes(6), b"\x02"
        shown = origin + size + _number(frame.milliseconds, 3) + is_opaque
        pixels = b"".join(_chunk(*part) for part in chunks(frame.webp) if part[0] in _PIXELS)
        body += _chunk(b"ANMF", shown + pixels)
    return _chunk(b"RIFF", b"WEBP" + body)


_PIXELS = {b"ALPH", b"VP8 ", b"VP8L"}


def chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the content of each chunk of a WebP file."""
    at = len(b"RIFF....WEBP")
    while at < len(webp):
        name, size = webp[at : at + 4], int.from_bytes(webp[at + 4 : at + 8], "little")
        yield name, webp[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + _number(len(body), 4) + body + bytes(len(body) % 2)


def _number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "little")
