"""Read the tables of methods in a client's guide."""

import re


def told(guide: str, kind: str) -> set[str]:
    """Return the methods in the table of an object's section, such as `Session`."""
    (text,) = re.findall(rf"\n## [^\n]*`{kind}`\n(.*?)\n## ", guide, re.DOTALL)
    rows = "".join(re.findall(r"^\| (`.*?) \| ", text, re.MULTILINE))
    return set(re.findall(r"`(\w+)\(", rows))
