"""`verger-keep`: keep the newest head of a session in a file, and check every later event against it."""

import os
import sys
from contextlib import closing
from pathlib import Path

import msgspec

from verger_client._sync.verger import Verger
from verger_client.errors import NotVerified, VergerError
from verger_client.heads import Head

USAGE = """usage: VERGER_TOKEN=vg_… verger-keep SERVER SESSION FILE [--once]
FILE keeps the newest head that was checked. With --once, the program ends at the newest event."""


def main() -> int:
    """Follow a session, and keep its newest head.

    The status is 1 if the log contradicts the kept head, and 2 if the program could not check it.
    """
    asked = [one for one in sys.argv[1:] if one != "--once"]
    if len(asked) != 3:
        print(USAGE, file=sys.stderr)
        return 2
    server, session, file = asked
    try:
        _keep(server, session, Path(file), is_once="--once" in sys.argv)
    except NotVerified as error:
        print(f"verger-keep: {error}", file=sys.stderr)
        return 1
    except (VergerError, OSError, msgspec.MsgspecError) as error:
        print(f"verger-keep: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


def _keep(server: str, session: str, file: Path, *, is_once: bool) -> None:
    kept = msgspec.json.decode(file.read_bytes(), type=Head) if file.exists() else None
    with Verger(server, os.environ.get("VERGER_TOKEN")) as verger:
        followed = verger.session(session)
        last = followed.now().version
        with closing(followed.heads(kept)) as heads:
            for head in heads:
                if head != kept:
                    _write(file, head)
                if is_once and head.version >= last:
                    print(f"version {head.version} holds: {head.hash}")
                    return


def _write(file: Path, head: Head) -> None:
    """Replace the kept head in one step, so that an interruption never leaves an incomplete file."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(msgspec.json.encode(head) + b"\n")
    new.replace(file)


if __name__ == "__main__":
    sys.exit(main())
