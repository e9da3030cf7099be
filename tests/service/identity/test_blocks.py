"""Each process keeps the blocked networks in memory, up to date and at little cost."""

from ipaddress import ip_network
from unittest import mock

from tests.support.postgres import execute
from verger.service.database.pool import Database
from verger.service.identity import blocks
from verger.service.identity.blocks import Blocks


async def test_blocked_networks_are_parsed_only_when_they_change(database_url: str) -> None:
    database = Database(database_url, 2)
    await database.open()
    known = Blocks(database)
    with mock.patch.object(blocks, "ip_network", wraps=ip_network) as parsed:
        execute(
            database_url, "INSERT INTO blocks (network) VALUES ('192.0.2.0/24'), ('2001:db8::/64')"
        )
        await known.look()
        await known.look()
        assert parsed.call_count == 2
    assert known.has("192.0.2.7")
    assert not known.has("198.51.100.7")
    execute(database_url, "DELETE FROM blocks")
    await known.look()
    assert not known.has("192.0.2.7")
    await database.close()
