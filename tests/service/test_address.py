"""The address of a client, for rate limits: behind trusted proxies, and behind other proxies."""

import pytest

from verger.service.address import Addresses, counted_within, networks
from verger.service.settings import SettingsError, read

CASES = [
    ("", "192.0.2.1", "", "192.0.2.1"),
    ("", "192.0.2.1", "198.51.100.7", "192.0.2.1"),
    ("10.0.0.0/8", "192.0.2.1", "198.51.100.7", "192.0.2.1"),
    ("10.0.0.0/8", "10.1.2.3", "198.51.100.7", "198.51.100.7"),
    ("10.0.0.0/8", "10.1.2.3", "", "10.1.2.3"),
    ("10.0.0.0/8", "10.1.2.3", "198.51.100.66, 198.51.100.7", "198.51.100.7"),
    ("10.0.0.0/8", "10.1.2.3", "198.51.100.7, 10.9.9.9", "198.51.100.7"),
    ("10.0.0.0/8", "10.1.2.3", "10.8.8.8,10.9.9.9", "10.8.8.8"),
    ("10.0.0.0/8", "10.1.2.3", "198.51.100.7, nonsense", "10.1.2.3"),
    ("10.0.0.0/8", "10.1.2.3", "198.51.100.66," + " " * 300 + "198.51.100.7", "198.51.100.7"),
    ("private", "127.0.0.1", "198.51.100.7", "198.51.100.7"),
    ("192.168.1.1, ::1", "::1", "198.51.100.7", "198.51.100.7"),
    ("private", "::ffff:172.18.0.3", "198.51.100.7", "198.51.100.7"),
    ("", "2001:db8:1:2:3::4", "", "2001:db8:1:2::/64"),
    ("private", "127.0.0.1", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
    ("", "a socket", "", "a socket"),
]


@pytest.mark.parametrize(("trusted", "peer", "told", "found"), CASES)
def test_only_trusted_proxies_give_the_address_of_a_client(
    trusted: str, peer: str, told: str, found: str
) -> None:
    assert Addresses(trusted).of((peer, 1), told.encode() or None) == found


def test_connections_without_an_address_count_as_one_client() -> None:
    assert Addresses("").of(None, None) == ""


def test_private_stands_for_the_private_networks() -> None:
    assert {str(one) for one in networks("private, 192.0.2.7")} >= {"10.0.0.0/8", "192.0.2.7/32"}


@pytest.mark.parametrize("text", ["proxy", "10.0.0.1/8", "10.0.0.0/8;10.1.0.0/16"])
def test_a_proxy_that_is_no_network_ends_the_start(text: str) -> None:
    with pytest.raises(SettingsError, match="VERGER_TRUSTED_PROXIES"):
        read({"VERGER_TRUSTED_PROXIES": text})


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("192.0.2.1", ("192.0.2.1",)),
        (" 192.0.2.1/31", ("192.0.2.0", "192.0.2.1")),
        ("::ffff:192.0.2.1", ("192.0.2.1",)),
        ("::ffff:192.0.2.0/127", ("192.0.2.0", "192.0.2.1")),
        ("2001:db8:1:2:3::4", ("2001:db8:1:2::/64",)),
        ("2001:db8:1:2:3::/80", ("2001:db8:1:2::/64",)),
        ("2001:db8::/63", ("2001:db8::/64", "2001:db8:0:1::/64")),
    ],
)
def test_a_network_has_the_addresses_that_limits_count(text: str, counted: tuple[str, ...]) -> None:
    assert counted_within(text, 2) == counted
    found = Addresses("").of((text.strip().partition("/")[0], 1), None)
    assert found in counted


@pytest.mark.parametrize("text", ["192.0.2.0/30", "2001:db8::/62", "::/0", "home", ""])
def test_a_network_that_is_too_large_or_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"smaller network|does not appear"):
        counted_within(text, 2)
