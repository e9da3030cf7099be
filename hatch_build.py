"""Puts into a wheel what lies beside the packages in a checkout: service/root.py finds it in both."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BESIDE = (
    "migrations",
    "docs",
    "clients/typescript/verger-client",
    "openapi/examples",
    "openapi/refusals.json",
    "CHANGELOG.md",
    "deploy/README.md",
)


class Whole(BuildHookInterface[Any]):
    """An editable installation is not whole: it is the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel that holds the packages."""
        if version == "standard":
            build_data["force_include"].update({path: f"service/files/{path}" for path in BESIDE})
