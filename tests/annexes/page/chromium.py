"""Find the machine's Chromium and start it with playwright. Nothing is downloaded."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.patience import PATIENCE_SECONDS

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
NONE = (
    "there is no chromium on the PATH, so nothing is seen in a browser: "
    "apt-get install chromium-headless-shell, or CHROMIUM=/path/to/it"
)
FLAGS = (
    "--disable-background-networking",
    "--disable-gpu",
    "--disable-quic",
    "--force-color-profile=srgb",
    "--renderer-process-limit=1",
)
WAIT_MS = 1_000 * PATIENCE_SECONDS


def found() -> str | None:
    """Return the path of the browser: `CHROMIUM`, which must name a program, or else the one in PATH."""
    if named := os.environ.get("CHROMIUM"):
        assert shutil.which(named), f"CHROMIUM={named} is no program"
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def running() -> Iterator[Browser]:
    """Run a browser with an empty profile."""
    program = found()
    assert program, NONE
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS, timeout=WAIT_MS)
        try:
            yield browser
        finally:
            browser.close()
