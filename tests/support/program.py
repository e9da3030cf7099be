"""Programs of the machine's own that some tests need: found, and never downloaded."""

import os
import shutil

import pytest


def found(name: str) -> str | None:
    """The program that a variable of its name (`SYSTEMD_ANALYZE`) names, which has to be one, or the PATH's."""
    variable = name.upper().replace("-", "_")
    if named := os.environ.get(variable):
        assert shutil.which(named), f"{variable}={named} is no program"
        return named
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


needs_haproxy = pytest.mark.skipif(found("haproxy") is None, reason="no haproxy here")
