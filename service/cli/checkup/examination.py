"""All checks, in the order that is best for correcting faults."""

import os
from collections.abc import Iterator

from msgspec.structs import replace

from verger.service.cli.checkup.addresses import of_proxy, of_server
from verger.service.cli.checkup.database import of_database
from verger.service.cli.checkup.diagnosis import Diagnosis, bad, warn
from verger.service.cli.checkup.machine import of_disks, of_key_file, of_programs, of_settings
from verger.service.cli.database import FOLDER
from verger.service.database import embedded
from verger.service.settings import Settings


def examined(settings: Settings) -> Iterator[Diagnosis]:
    """Yield a diagnosis of everything that was checked."""
    yield from of_settings(settings, os.environ)
    yield from of_programs(settings)
    yield from of_disks(settings)
    yield from of_key_file(settings)
    yield from _of_its_database(settings)
    yield from of_server(settings)
    yield from of_proxy(settings)


def _of_its_database(settings: Settings) -> Iterator[Diagnosis]:
    if settings.database_url:
        yield from of_database(settings)
    elif not FOLDER.exists():
        yield warn(
            "database",
            f"DATABASE_URL is not set, and this folder has no {FOLDER}: the first start makes one.",
        )
    else:
        try:
            with embedded.shared(FOLDER) as url:
                yield from of_database(replace(settings, database_url=url, database_pooler="none"))
        except embedded.EmbeddedPostgresError as error:
            yield bad("database", f"The embedded database does not start: {error}.")
