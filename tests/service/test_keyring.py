"""The operator's keys: encryption, the choice of the current key, and the generated key if none is given."""

import stat
from pathlib import Path

import pytest

from verger.service import keyring
from verger.service.database.pool import Database
from verger.service.keyring import Encrypted, Keyring, KeyringError, given, make_file
from verger.service.settings import Settings, SettingsError

OLD, NEW, ROW = bytes(32), b"\xab" * 32, "signing_keys 1"


def test_a_secret_is_read_with_the_key_and_for_the_row_that_it_was_encrypted_for() -> None:
    ring = Keyring((NEW, OLD))
    kept = ring.encrypt(ring.newest, b"a secret", ROW)
    assert ring.decrypt(kept, ROW) == b"a secret"
    assert Keyring((OLD, NEW)).decrypt(kept, ROW) == b"a secret"
    assert b"a secret" not in kept.text


@pytest.mark.parametrize("place", [0, 12, -1])
def test_changed_secrets_are_not_read(place: int) -> None:
    ring = Keyring((NEW,))
    key, text = ring.encrypt(ring.newest, b"a secret", ROW)
    changed = bytearray(text)
    changed[place] ^= 1
    for wrong in (bytes(changed), text[:5], b""):
        with pytest.raises(KeyringError, match="was changed"):
            ring.decrypt(Encrypted(key, wrong), ROW)


def test_the_same_secret_is_never_encrypted_alike() -> None:
    ring = Keyring((NEW,))
    assert len({ring.encrypt(ring.newest, b"a secret", ROW).text for _ in range(50)}) == 50


def test_a_missing_key_is_named_and_others_cannot_decrypt() -> None:
    kept = Keyring((OLD,)).encrypt(Keyring((OLD,)).newest, b"a secret", ROW)
    with pytest.raises(KeyringError, match=f"the key {kept.key}"):
        Keyring((NEW,)).decrypt(kept, ROW)


async def test_the_first_to_ask_says_which_key_is_used_until_a_rotation(database_url: str) -> None:
    own = Database(database_url, 2)
    await own.open()
    try:
        first, both = Keyring((OLD,)), Keyring((NEW, OLD))
        async with own.connection() as connection:
            assert await first.in_use(connection) == first.newest
            assert await both.in_use(connection) == first.newest
            await both.rotate(connection)
            assert await both.in_use(connection) == both.newest
            with pytest.raises(KeyringError, match=both.newest):
                await first.in_use(connection)
    finally:
        await own.close()


# The origin of keys


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(keyring, "FILE", tmp_path / "var" / "secret.key")
    return keyring.FILE


def test_without_a_given_key_one_is_made_that_only_its_owner_can_read(file: Path) -> None:
    make_file(Settings())
    made = file.read_text()
    make_file(Settings())
    assert file.read_text() == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]
    assert given(Settings()).newest == Keyring((bytes.fromhex(made),)).newest


def test_no_key_is_made_if_one_is_given(file: Path, tmp_path: Path) -> None:
    own = tmp_path / "keys"
    own.write_text(f"{NEW.hex()}\n{OLD.hex()}\n")
    for settings in (
        Settings(secret_keys=f"{NEW.hex()}, {OLD.hex()}"),
        Settings(secret_keys_file=str(own)),
    ):
        make_file(settings)
        assert not file.exists()
        assert given(settings).newest == Keyring((NEW,)).newest
        assert Keyring((OLD,)).newest in given(settings)


def test_without_a_key_nothing_is_encrypted(file: Path) -> None:
    with pytest.raises(KeyringError, match="VERGER_SECRET_KEYS"):
        _ = given(Settings()).newest


def test_a_folder_that_no_key_can_be_written_to_ends_the_start(file: Path) -> None:
    file.parent.parent.joinpath("var").write_text("no folder")
    with pytest.raises(SettingsError, match="VERGER_SECRET_KEYS is not set"):
        make_file(Settings())


def test_the_content_of_a_file_without_keys_is_not_repeated(tmp_path: Path) -> None:
    own = tmp_path / "keys"
    own.write_text("hunter2")
    with pytest.raises(SettingsError) as told:
        given(Settings(secret_keys_file=str(own)))
    assert "hex digits" in str(told.value)
    assert "hunter2" not in str(told.value)
