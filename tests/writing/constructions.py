"""Find the constructions that make a reader stop, and headings that are unclear without their text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

START = r"(?:\A|[.:;!?(|—][\s\"“*]+)"
"""The start of a text, a sentence, a clause or a table cell."""
NO_QUESTION = r"(?![^.;|]*\?)"
PREPOSITION = (
    r"(?:about|after|against|as|at|before|between|by|during|for|from|in|into|like|of|on|over|than"
    r"|through|to|under|until|upon|with|within|without)"
)
# "It shows who asked" and "see what is open" are indirect questions, and plain.
ASKS = (
    r"(?:ask|check|choose|compare|decide|define|describe|determine|document|explain|find|guess"
    r"|know|learn|list|matter|report|say|see|show|specify|state|understand|wonder)"
    r"(?:s|ed|d|n|ing)?|says?|saw|knew|known|found out|out|exactly|just|sure|regardless of|depends on"
)
# "The folder where it is stored" names a place.
PLACE = (
    r"(?:address|case|cell|circumstance|column|database|director(?:y|ie)|document|environment|field|file|folder|item|line"
    r"|list|machine|module|page|place|point|position|region|room|scenario|section|server|spot|table|version)s?"
)
PRONOUN_VERB = (
    r"(?:acts|asks|can|chose|comes|could|does|gets|goes|holds|joins|knows|likes|looks"
    r"|may|might|must|needs|owns|plays|reads|sees|sits|should|takes|wants|will|would|writes|wrote)"
)
IS = "(?:had|has|is|was)"
AUXILIARY = "(?:are|can|did|do|does|has|have|is|may|was|were|will)"


class Hit(NamedTuple):
    """A construction that was found: its name, its place in the text, and plain words for it."""

    name: str
    start: int
    words: str
    instead: str

    def __str__(self) -> str:
        """Show the words to replace, and the plain words."""
        return f"{self.name}: {self.words} (instead: {self.instead})"


def _unless(words: str, then: str) -> str:
    """Match a word that is none of some words, and the word after it."""
    # The first lookahead only saves time: few words stand before the second word.
    first = r"[\w']+[,;]?\s+"
    return rf"\b(?={first}{then}\b)(?!(?:{words})\b){first}{then}\b"


_PATTERNS = {
    "who without a noun": (
        "name the person or the client",
        rf"{START}who\b(?!\s+is\s+who){NO_QUESTION}"
        r"|\b(?:about|as|but|by|except|for|from|of|than|to|with)\s+who\b"
        r"|\b(?:only|that|there|then|thing),?\s+who\b",
    ),
    "what as a noun": (
        "name the thing",
        rf"{START}what\b(?!\s*[- ]if\b){NO_QUESTION}"
        rf"|{_unless(ASKS, 'what')}(?!\s*[- ]if\b){NO_QUESTION}",
    ),
    "whoever, whatever, whom": (
        "all players, any value, or two sentences",
        r"\b(?:who(?:so)?ever|what(?:so)?ever|whichever(?!\s+comes)|wherever|whom(?:ever)?)\b"
        rf"|{START}whose\b{NO_QUESTION}|\b{PREPOSITION}\s+whose\b"
        r"|\bwhose\s+(?:it|they)\s+(?:is|are|was|were)\b",
    ),
    "tells, is told, says of": (
        "returns, lists, shows, receives",
        r"\b(?:tells|told|(?:say|says|said|saying|tell|telling)\s+of)\b"
        r"|\btell\b(?<!can tell)(?<!cannot tell)\s+(?:how|nothing|what|whether|which|who)\b",
    ),
    "one, one's": (
        "you, your",
        r"\bone's\b|\boneself\b"
        rf"|\b(?:as|because|how|that|what|where|whether|while|who)\s+one\s+(?:{IS}|{PRONOUN_VERB})\b"
        r"|\b(?:after|and|before|but|if|or|so|than|until|when|which)\s+one\s+"
        rf"{PRONOUN_VERB}\b|{START}one\s+{PRONOUN_VERB}\b",
    ),
    "alone for only": (
        "only",
        r"\balone\b(?<!let alone)(?<!left alone)(?<!leave alone)(?<!leave it alone)(?<!play alone)"
        r"(?<!plays alone)(?<!sits alone)(?<!stand alone)(?<!stands alone)(?<!stand-alone)(?<!standing alone)",
    ),
    "by itself, of its own": (
        "automatically, its own",
        r"\bby\s+(?:itself|themselves|himself|herself|oneself)\b"
        r"|\bof\s+(?:its|their|his|her)\s+(?:very\s+)?own\b|\bof\s+(?:itself|themselves)\b",
    ),
    "anew, likewise, beside": (
        "again, also, next to, until then",
        r"\b(?:anew|afresh|likewise|besides?|meanwhile|there(?:of|in|by|upon)|where(?:by|in|of|upon)|lest)\b",
    ),
    "but for, all but, save": (
        "except",
        r"\bbut\s+for\b|\b(?:all|everything|everybody|everyone|none|nobody)\s+but\b"
        r"|\bsave\s+(?:for|that|what|where|when|those)\b"
        r"|\b(?:all|none|nothing|nobody|everything|everybody),?\s+save\b",
    ),
    "where for a condition": (
        "if",
        rf"{START}where\b(?!\s+to\b){NO_QUESTION}"
        r"|,\s+where\s+(?:any\w*|(?:it|that)\s+(?:is|was)|neither|no|nobody|none|nothing|one|some\w+"
        r"|there|they\s+(?:are|were))\b|\b(?:and|or),?\s+where\s+(?:an?|no|nobody|none|nothing|there)\b"
        rf"|{_unless(f'{ASKS}|{PLACE}|and|from|is|of|or|to', 'where')}(?<![,;].where)(?!\s+to\b)",
    ),
    "preposition + which": (
        "two sentences",
        rf"(?<!depends )(?<!depend )\b{PREPOSITION}\s+which\b(?!\s+(?:case|point)\b){NO_QUESTION}",
    ),
    "so it is, nor does": (
        "a full sentence with its subject",
        rf"{START}so\s+{AUXILIARY}\b(?!\s+(?:that|on)\b)"
        rf"|\bso\s+{AUXILIARY}\s+(?:an?|all|any|both|each|every|for|he|it|its|one|she|th\w+|what|who|_)"
        r"|\b(?:and|as|only),?\s+so\s+(?:are|do|does|is|was|were)\b"
        rf"|\bso\s+(?:it|they|he|she)\s+{AUXILIARY}(?:\s+(?:too|where|with)\b|[.,;:]|$)"
        rf"|\bnor\s+(?:{AUXILIARY}|could|had|must|would)\b",
    ),
    "without it for a default": (
        "Default: 100",
        r"\bwithout\s+(?:it|them|one|either|both)\b(?!\s+\w+ing\b)",
    ),
    "otherwise, other than": (
        "differently, different",
        # In "None otherwise" and "it would otherwise fail", the word means "if not" and is plain.
        r"\b(?=\w+\s+otherwise\b)(?:acts?|any|any\w+|are|be|been|done|is|it\w*|known|looks?|made|name|nothing|put|reads?|said"
        r"|shown|so\w+|them|told|was|were|\w+(?:ed|en|ing))\s+otherwise\b"
        r"|\botherwise\s+than\b"
        r"|\b(?:are|be|been|being|has|have|is|looks?|reads?|was|were)\s+other\s+than\b"
        r"|\bother\s+than\s+(?:before|he|it|now|she|they|what)\b",
    ),
}
"""The plain words to use instead of each construction, and its pattern."""
_CONSTRUCTIONS = {
    name: (instead, re.compile(pattern)) for name, (instead, pattern) in _PATTERNS.items()
}
NAMES = tuple(_CONSTRUCTIONS)

_HEADING = re.compile(
    r"\A(?:what|where|who|whose|whom|which|that)\b"
    r"|\b(?:it|its|itself|he|she|they|their|them|themselves|one|one's|this|these|those|ours?)\b",
    re.IGNORECASE,
)


def constructions(text: str) -> Iterator[Hit]:
    """Find each construction in a text."""
    # This is faster than patterns that ignore case.
    lower = text.lower()
    for name, (instead, pattern) in _CONSTRUCTIONS.items():
        for found in pattern.finditer(lower):
            start = found.end() - len(found[0].lstrip(' \t\n.:;!?(|,"“*_—'))
            yield Hit(name, start, " ".join(text[start : found.end() + 40].split()), instead)


def headings(text: str) -> Iterator[Hit]:
    """Find the pronoun or the question word that keeps a heading from standing alone."""
    if found := _HEADING.search(text):
        yield Hit(
            "pronoun or question word in a heading",
            found.start(),
            text,
            "a task or a noun that stands alone",
        )


_VERBS = (
    "Accept|Act|Add|Answer|Ask|Award|Back|Bid|Call|Cancel|Change|Check|Choose|Cite|Claim"
    "|Clear|Close|Compare|Compel|Continue|Create|Cross|Declare|Decline|Delete|Deploy|Dispute|Do|Download"
    "|Draw|Enable|End|Export|Fight|Find|Finish|Follow|Fork|Frame|Get|Give|Go|Have|Import"
    "|Invite|Invoke|Issue|Join|Judge|Keep|Leave|Let|Link|List|Look|Make|Mark|Match|Monitor"
    "|Move|Name|Object|Offer|Open|Pass|Pay|Ping|Place|Play|Post|Preview|Propose|Prove|Put"
    "|Raise|Read|Redact|Redeliver|Register|Remove|Renew|Repair|Replace|Report|Reset|Retry"
    "|Return|Revoke|Reward|Rotate|Run|Say|Seal|Search|Send|Set|Show|Sign|Stand|Start|State|Stop"
    "|Store|Stream|Subscribe|Take|Talk|Test|Tie|Type|Undo|Unlist|Update|Upgrade|Use|Verify"
    "|Wait|Withdraw|Write"
)
_OF_NOUNS = (
    r"(?:\w+\s+)?(?:are|can|is|may|must|was|were|will)"
    "|and|belongs?|costs?|does|has|holds?|lists?|needs?|of|shows?|stays?|takes?|waits?"
)
"""Words after a noun, as in `Claim codes are` or `Name of`, which show that the first word is no verb."""
_IMPERATIVE = re.compile(rf"(?:{_VERBS})(?![\w'-])(?!\s+(?:{_OF_NOUNS})\b)")


def is_summary(text: str) -> bool:
    """Return whether an operation's summary is at most six words, with a verb first."""
    return len(text.split()) <= 6 and begins_with_a_verb(text)


def begins_with_a_verb(text: str) -> bool:
    """Return whether a summary, a heading or a remedy begins with a verb that asks for an act."""
    return _IMPERATIVE.match(text) is not None
