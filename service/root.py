"""Where the files lie that are no code: migrations, guides, examples of the API document.

In a checkout, and in the image that one is copied into, they are beside the packages; a wheel has
them within (hatch_build.py).
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "files"

ROOT = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent

EXAMPLES = ROOT / "openapi" / "examples"
"""What was once asked and answered, of operations and problems, and samples of recorded play."""
