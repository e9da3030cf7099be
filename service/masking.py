"""Masking: replace everything that has the form of a secret with an ellipsis.

Log lines, spans and problems contain requested addresses, and people paste tokens and codes into these.
"""

import re
from urllib.parse import unquote

from verger.domain.core.unicode import normalized

DOTS = "\N{HORIZONTAL ELLIPSIS}"
SHORTEST = 16
"""The length of a claim code in characters. No secret is shorter."""
ROUNDS = 3
"""How often a text is percent-decoded. If it is then still encoded, the whole text is masked."""

_NAMED = re.compile(r"(v[gt]_)[\w.~+=-]*|(whsec_)[\w+/=-]*", re.IGNORECASE)
"""Tokens, stream tickets and secrets of webhooks. Each begins with a prefix for its kind."""
_RANDOM = re.compile(r"[\w~+=-]{20,}", re.ASCII)
"""Characters that can be a secret without a prefix."""
_PAGES = (
    "ask-a-what-if-question",
    "back-up-and-restore",
    "find-a-refused-move-in-the-log",
    "find-out-whose-turn-is-next",
    "find-out-why-a-move-was-refused",
    "fork-a-session-at-a-version",
    "get-back-in-after-losing-a-token",
    "generated-clients",
    "high-availability",
    "monitor-the-server",
    "prove-that-nobody-changed-the-log",
    "read-the-state-at-a-version",
    "retry-a-request-safely",
    "stop-a-flood-of-sessions",
    "subscribe-from-a-browser",
    "undo-a-move-from-ten-moves-ago",
    "upgrade-the-server",
)
"""Names of pages of the documentation that would match as a code: 16 letters, with hyphens."""
_LETTERS = re.compile(
    r"((?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])"  # the id of a session
    rf"|(?<![0-9a-z-])(?:{'|'.join(_PAGES)})(?![0-9a-z-]))"
    r"|(?:[a-z2-7]-*){16}"  # a claim code or a device code, with hyphens or not
    r"|[0-9a-f]{32,}",  # a key in hex
    re.IGNORECASE,
)
_TYPED = re.compile(
    r"(?<![0-9a-z])[a-z2-7]{4}(?:[^0-9a-z]{1,3}[a-z2-7]{4}){3,}(?![0-9a-z])", re.IGNORECASE
)
"""A code as people type and paste it: four groups, with one to three other characters between them.

Words with four letters before and after the code also match.
"""
_GROUP = re.compile(r"[a-z2-7]{4}", re.IGNORECASE)
_USUAL = re.compile(
    r"/v1/sessions/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:/[a-z][a-z-]{0,14})?(?:/[0-9]{1,15})?"
)
"""The form of nearly all addresses. Such an address cannot contain a secret, so it is not searched."""
_OCTET = re.compile("%[0-9A-Fa-f]{2}")


def masked(text: str) -> str:
    """Return a text with an ellipsis for each part that has the form of a secret.

    Session ids, seats, rules and the words of addresses stay readable. Percent-encoded secrets are also
    masked.
    """
    if len(text) < SHORTEST or _USUAL.fullmatch(text):
        return text
    plain = text
    for _ in range(ROUNDS):
        plain = unquote(plain) if "%" in plain else plain
    if _OCTET.search(plain):
        return DOTS
    # A code can also be typed in full-width letters.
    plain = normalized("NFKC", plain)
    found = without_secrets(plain)
    found = _LETTERS.sub(lambda letters: letters[1] or DOTS, _RANDOM.sub(_random, found))
    return text if found == plain else found


def without_secrets(text: str) -> str:
    """Mask tokens, stream tickets, secrets of webhooks, and codes with separators. Digests stay readable."""
    if len(text) < SHORTEST:
        return text
    named = _NAMED.sub(lambda named: f"{named[1] or named[2]}{DOTS}", text)
    return _TYPED.sub(_typed, named)


def _typed(found: re.Match[str]) -> str:
    """Mask four groups only if they contain a digit, or have no small letter. Four words are not a code."""
    groups = _GROUP.findall(found[0])
    fours = ("".join(groups[n : n + 4]) for n in range(len(groups) - 3))
    is_code = any(four.isupper() or not four.isalpha() for four in fours)
    return DOTS if is_code else found[0]


def _random(found: re.Match[str]) -> str:
    """Mask characters only if they include small letters, capitals and digits. Words do not include all three."""
    word = found[0]
    has_all = re.search("[0-9]", word) and re.search("[a-z]", word) and re.search("[A-Z]", word)
    return DOTS if has_all else word
