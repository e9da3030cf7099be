"""An address can name several hosts. Verger writes to one of them."""

import pytest

from verger.service.database.hosts import UnusableDatabaseError, each, kind_of


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("postgresql://ann@one/verger", ["postgresql://ann@one/verger"]),
        ("postgresql:///verger", ["postgresql:///verger"]),
        ("postgres://one:1,two:2/v", ["postgres://one:1/v", "postgres://two:2/v"]),
        (
            "postgresql://ann:a%2Cb@one,two:6432/verger?sslmode=require&target_session_attrs=primary",
            [
                "postgresql://ann:a%2Cb@one/verger?sslmode=require",
                "postgresql://ann:a%2Cb@two:6432/verger?sslmode=require",
            ],
        ),
        (
            "postgresql://ann@/verger?host=/run/one,/run/two",
            [
                "postgresql://ann@/verger?host=%2Frun%2Fone&port=5432",
                "postgresql://ann@/verger?host=%2Frun%2Ftwo&port=5432",
            ],
        ),
        (
            "postgresql://ann@%2Frun%2Fone,two:6432/verger",
            [
                "postgresql://ann@/verger?host=%2Frun%2Fone&port=5432",
                "postgresql://ann@two:6432/verger",
            ],
        ),
        (
            "postgresql://ann@/verger?host=one,two&port=1,2",
            [
                "postgresql://ann@/verger?host=one&port=1",
                "postgresql://ann@/verger?host=two&port=2",
            ],
        ),
    ],
)
def test_each_host_has_a_separate_address(url: str, hosts: list[str]) -> None:
    assert list(each(url)) == hosts


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("postgresql://one/verger", "any"),
        ("postgresql://one,two/verger", "read-write"),
        ("postgresql://one,two/verger?target_session_attrs=primary", "primary"),
    ],
)
def test_of_several_hosts_one_that_takes_writes_is_asked_for(url: str, kind: str) -> None:
    assert kind_of(url) == kind


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hush@one:none/verger",
        "postgresql://ann:hush@one:1,two:none/verger",
        "postgresql://ann:hush@[::1/verger",
        "postgresql://ann:hu@sh@one/verger",
        "postgresql://ann:hush@/verger?host=one,two&port=1,2,3",
    ],
)
def test_a_wrong_address_is_refused_and_its_password_is_not_shown(url: str) -> None:
    with pytest.raises(UnusableDatabaseError, match="cannot be read") as refused:
        each(url)
    assert not {"hush", "hu@sh", "sh@one"} & set(str(refused.value).split())
