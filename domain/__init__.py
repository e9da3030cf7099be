"""The games and their rules: pure, total, and without clock, chance or I/O."""

import sys

if not __debug__:
    sys.stderr.write(
        "verger: Python runs without assertions (-O or PYTHONOPTIMIZE), and they protect stored games:"
        " run it with assertions\n"
    )
    sys.exit(2)

if __name__ != "verger.domain":
    raise ImportError(
        "Import verger.domain: under a second name, each module would be loaded twice"
    )
