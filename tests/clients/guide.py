"""The methods in the tables of a client's guide."""

import re


def told(guide: str, kind: str) -> set[str]:
    """The methods that the section of a kind of object has in its table."""
    (text,) = re.findall(rf"\n## [^\n]*`{kind}`\n(.*?)\n## ", guide, re.DOTALL)
    rows = "".join(re.findall(r"^\| (`.*?) \| ", text, re.MULTILINE))
    return set(re.findall(r"`(\w+)\(", rows))
