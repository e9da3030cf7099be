"""The style of pictures, for browsers and for programs that support only a part of CSS."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

SHEET = Path(__file__).with_name("picture.css").read_text("utf-8")
"""The CSS rules for browsers. Colours are custom properties, with values for light and dark screens."""

_BLOCK = re.compile(r"^(?:@media|:root)[^{]*\{.*?^\}\n", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COLOUR = re.compile(r"(--[\w-]+): (#[0-9a-f]{6});")
_DECLARED = re.compile(r"--[\w-]+: [^;]*; ?")
_NEEDED = re.compile(r"var\((--[\w-]+)\)")
_BEYOND = re.compile(r"var\(|paint-order")


def in_plain_colours(sheet: str) -> str:
    """Return the rules with the light colours in place of custom properties.

    Rules with other custom properties are left out, because only a page sets their classes. Outlines
    beneath letters are left out too, because some programs draw them above the letters.
    """
    # If a colour has two values, the first one is for light screens.
    light = dict(reversed(_COLOUR.findall(sheet)))
    rules = _DECLARED.sub("", _COMMENT.sub("", _BLOCK.sub("", sheet)))
    rules = _NEEDED.sub(lambda found: light.get(found[1], found[0]), rules)
    plain = (f"{rule.lstrip()}}}" for rule in rules.split("}") if rule.strip())
    return "\n".join(rule for rule in plain if not _BEYOND.search(rule))


STYLES = (
    f"\n{in_plain_colours(SHEET)}\n",
    f"\n@supports (color: var(--picture-ink)) {{\n{SHEET}}}\n",
)
"""The two styles inside a picture. The second is for browsers.

Many programs that draw SVG, such as librsvg and CairoSVG, do not support custom properties, and skip the
`@supports` block. Inkscape does not read the second style at all. All these programs use the first.
"""


def source_of(style: str) -> str:
    """Return the hash that allows a style sheet in a content security policy."""
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"


STYLE_SOURCES = " ".join(source_of(style) for style in STYLES)
"""The hashes that allow both styles in a content security policy."""
