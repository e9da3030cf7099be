"""Examples for the help pages: the purpose of each command, and a line that shows it."""

from collections.abc import Mapping, Sequence

ID = "4f1c9d5e-2b7a-4c13-9a53-0c1de6b3a8f2"
"""The session of the examples."""

Example = tuple[str, str]
"""A task, and the command line that does it."""

FIRST: Sequence[Example] = (
    ("Start a server with its own database:", "verger serve"),
    ("Verify an archive of a session:", "verger verify session.ndjson"),
    ("Show the options and examples of a command:", "verger verify --help"),
)
"""The examples of the first help page."""

EXAMPLES: Mapping[str, Sequence[Example]] = {
    "verify": (
        ("Verify an archive:", "verger verify session.ndjson"),
        (
            "Compare it with heads and checkpoints that you kept:",
            "verger verify session.ndjson --against kept.json --key keys.json",
        ),
        ("Write the result as a page:", "verger verify session.ndjson --report result.html"),
        ("Verify all sessions of the database:", "verger verify --all"),
    ),
    "story": (
        ("Write the story to a file:", "verger story session.ndjson > story.md"),
        (
            "Write versions 20 to 60 as a page, with undone events struck out:",
            "verger story session.ndjson --form html --from 20 --to 60 --undone struck",
        ),
    ),
    "replay": (("Print every event:", "verger replay session.ndjson"),),
    "diff": (("Show the changes from version 120 to 150:", "verger diff session.ndjson 120 150"),),
    "bisect": (
        ("Find the first conflict:", "verger bisect session.ndjson state.play.conflict"),
        (
            "Find the first version with more than ten nodes:",
            "verger bisect session.ndjson 'length(network.nodes) > `10`'",
        ),
    ),
    "why": (("Explain the ruling of version 71:", "verger why session.ndjson 71"),),
    "history": (("Show the history of node n1:", "verger history session.ndjson n1"),),
    "case": (
        (
            "Write dispute q1 as a page:",
            "verger case session.ndjson q1 --form html > dispute.html",
        ),
        ("Write the action of version 71:", "verger case session.ndjson 71"),
    ),
    "serve": (
        ("Start a server with its own database:", "verger serve"),
        (
            "Use your own PostgreSQL, and another port:",
            "DATABASE_URL=postgresql://verger@db/verger PORT=8080 verger serve",
        ),
    ),
    "doctor": (
        ("Check the server of this folder:", "verger doctor"),
        (
            "Check a server with a database of your own:",
            "DATABASE_URL=postgresql://verger@db/verger verger doctor",
        ),
    ),
    "files": (("Write the files to a new folder:", "verger files deployment"),),
    "migrate": (
        (
            "Update your own PostgreSQL before you start a new release:",
            "DATABASE_URL=postgresql://verger@db/verger verger migrate",
        ),
    ),
    "backup": (("Back up the sessions, also during play:", "verger backup /backups/2026-01-01"),),
    "restore": (
        ("Restore a backup into an empty database:", "verger restore /backups/2026-01-01"),
        ("Use the copy in place of the original:", "verger restore --take-over"),
    ),
    "apps": (
        ("List the apps:", "verger apps"),
        (
            "Create an app that can have 500 sessions:",
            'verger apps --make "Salt Club" --sessions 500',
        ),
        (
            "Replace a key that was published by mistake:",
            'verger apps --key "Salt Club" --at-once',
        ),
    ),
    "block": (
        ("List the blocks:", "verger block"),
        ("Block an address for a week:", "verger block --address 203.0.113.7 --for 7d"),
        ("Block the tokens of a seat:", f"verger block --seat {ID}:s2"),
        ("End a block:", "verger block --address 203.0.113.7 --end"),
    ),
    "codes": (("Let the player of seat s2 back in:", f"verger codes {ID} s2"),),
    "keys": (
        ("List the public keys:", "verger keys"),
        ("Sign with a new key from now on:", "verger keys --rotate"),
    ),
    "record": (("List the changes:", "verger record"),),
    "sessions": (("List the sessions:", "verger sessions"),),
    "export": (("Write an archive to a file:", f"verger export {ID} session.ndjson"),),
    "import": (("Import an archive:", "verger import session.ndjson"),),
    "expire": (
        ("List sessions without an event for 180 days:", "verger expire --idle 180d"),
        ("Archive and end them:", "verger expire --idle 180d --to archives"),
        ("Delete one session:", f"verger expire {ID} --delete"),
        (
            "Delete the unplayed sessions that one address started in the last two hours:",
            "verger expire --address 203.0.113.7 --newer 2h --never-played --delete",
        ),
    ),
    "redact": (
        (
            "Remove a name everywhere:",
            f'verger redact {ID} \\\n      --text "Gerda Zwiebel" --reason "The player asked for it"',
        ),
        (
            "Show what the holder of seat s2 wrote, and remove nothing:",
            f'verger redact --seat {ID}:s2 \\\n      --dry-run --reason "The player asked for it"',
        ),
        (
            "Remove all texts of two events:",
            f'verger redact {ID} \\\n      --versions 12,15 --reason "The player asked for it"',
        ),
    ),
    "lost": (
        ("Look for lost events:", "verger lost"),
        (
            "Compare the database with checkpoints from before a restore:",
            "verger lost backups/checkpoint-1.json backups/checkpoint-2.json",
        ),
    ),
    "rebuild": (
        ("Rebuild all sessions:", "verger rebuild"),
        ("Rebuild one session:", f"verger rebuild {ID}"),
    ),
    "openapi": (
        ("Write the documents:", "verger openapi"),
        ("Check that they match the code:", "verger openapi --check"),
    ),
}
"""The examples of each command."""


def shown(examples: Sequence[Example]) -> str:
    """Return examples as the last part of a help page."""
    return "\n".join(["Examples:", *(f"  {task}\n    {line}" for task, line in examples)])
