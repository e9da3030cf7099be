"""Settings for tests, whose PostgreSQL waits for no disk: only the processes of a test end, never its machine."""

from typing import Literal

from verger.service import settings

DURABILITY = {"VERGER_DATABASE_DURABILITY": "any"}


class Settings(settings.Settings, frozen=True, kw_only=True):
    """The settings of a server that plays on such a database."""

    database_durability: Literal["required", "any"] = "any"
