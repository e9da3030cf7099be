"""Single modules of the page, built for tests that call them."""

import os
import subprocess
from pathlib import Path

from tests.support.root import ROOT

WEB = ROOT / "web"
VITE = Path("node_modules", ".bin", "vite")


def build(folder: Path, *modules: str) -> None:
    """Build modules such as `archive/check` with all that they import. Each keeps its path in the folder."""
    assert (WEB / VITE).exists(), "`make page` installs it"
    settings = os.environ | {"MODULES": " ".join(modules), "FOLDER": str(folder)}
    command = f"{VITE} build --config modules.config.ts --logLevel warn".split()
    subprocess.run(command, cwd=WEB, env=settings, check=True)
