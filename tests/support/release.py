"""The build and install steps of `make release`, which are in no package."""

import importlib.util
from types import ModuleType

from tests.support.root import ROOT


def release() -> ModuleType:
    """The program of a release, as a module."""
    spec = importlib.util.spec_from_file_location("release", ROOT / "deploy/release/build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
