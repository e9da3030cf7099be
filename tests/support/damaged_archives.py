"""Damaged archives, each with one fault. Every verifier of the repository must refuse them."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.support.client import Player, of, played
from tests.support.log import archived, evening, rechained, rows
from tests.support.server import Server
from verger.service.archive.format import event_line, header_of, line_of
from verger.service.log.row import Row

Lines = list[bytes]
Damage = Callable[[Lines], Lines]
Archives = Mapping[str, bytes]
FORGED_AT = 10
"""The line that is forged if an archive has no redacted event."""


def damaged(archive: bytes, damages: Mapping[str, Damage]) -> dict[str, bytes]:
    """Return a copy of the archive for each damage, by the name of the damage."""
    made = {
        name: b"".join(damage(archive.splitlines(keepends=True)))
        for name, damage in damages.items()
    }
    assert archive not in made.values(), [name for name, one in made.items() if one == archive]
    return made


def at(place: int, change: Callable[[bytes], bytes]) -> Damage:
    """Change one line."""

    def damage(lines: Lines) -> Lines:
        lines[place] = change(lines[place])
        return lines

    return damage


def swapped(old: bytes, new: bytes) -> Damage:
    """Replace the first occurrence of these bytes in the archive."""

    def damage(lines: Lines) -> Lines:
        place = next(place for place, line in enumerate(lines) if old in line)
        lines[place] = lines[place].replace(old, new, 1)
        return lines

    return damage


def matched(pattern: bytes, new: bytes) -> Damage:
    """Replace the first match of a pattern."""

    def damage(lines: Lines) -> Lines:
        place = next(place for place, line in enumerate(lines) if re.search(pattern, line))
        lines[place] = re.sub(pattern, new, lines[place], count=1)
        return lines

    return damage


def rehashed(old: str, new: str) -> Damage:
    """Replace a match in the last event that has one, and compute the later hashes again."""

    def damage(lines: Lines) -> Lines:
        header = header_of(lines[0])
        read = [line_of(header, line) for line in lines[1:]]
        log = [row for row in read if isinstance(row, Row)]
        places = [place for place, row in enumerate(log) if re.search(old, row.data)]
        assert places, old
        place = places[-1]
        data = re.sub(old, new, log[place].data, count=1)
        log[place] = log[place]._replace(data=data)
        events = iter([event_line(row, (row.sealed or "").encode()) for row in rechained(log)])
        made = [
            next(events) if isinstance(row, Row) else line
            for row, line in zip(read, lines[1:], strict=True)
        ]
        return [lines[0], *made]

    return damage


def forged(change: Callable[[list[str], list[list[int]]], Any]) -> Damage:
    """Change the salts and the places of the texts of a redacted event.

    If there is none, make an event look redacted.
    """

    def damage(lines: Lines) -> Lines:
        place = next((n for n, line in enumerate(lines) if b'],"kept":[' in line), FORGED_AT)
        line = lines[place]
        told = json.loads(line)
        kept, texts = change(told.get("kept", ["ab" * 16] * len(told["texts"])), told["texts"])
        made = json.dumps({"texts": texts, "kept": kept}, separators=(",", ":")).encode()[1:-1]
        line = re.sub(rb'"(salt|texts)":.*?(?=,"(?:sealed|event)":)', lambda _: made, line)
        return [*lines[:place], line, *lines[place + 1 :]]

    return damage


def _header(**changes: object) -> Damage:
    return at(
        0,
        lambda line: (
            json.dumps({**json.loads(line), **changes}, separators=(",", ":")).encode() + b"\n"
        ),
    )


LINES: dict[str, Damage] = {
    "the last line has no line feed": at(-1, lambda line: line[:-1]),
    "an empty line at the end": lambda lines: [*lines, b"\n"],
    "an empty line between two": lambda lines: [*lines[:2], b"\n", *lines[2:]],
    "spaces at the end": lambda lines: [*lines, b"  "],
    "an event after the end": lambda lines: [*lines, lines[-2]],
    "a second state after the end": lambda lines: [*lines, lines[-1]],
    "a carriage return after the first line": at(0, lambda line: line[:-1] + b"\r\n"),
    "a carriage return after an event": at(1, lambda line: line[:-1] + b"\r\n"),
    "a carriage return after the last line": at(-1, lambda line: line[:-1] + b"\r\n"),
    "a byte order mark": at(0, lambda line: b"\xef\xbb\xbf" + line),
    "an event is missing": lambda lines: [*lines[:2], *lines[3:]],
    "an event is there twice": lambda lines: [*lines[:2], lines[1], *lines[2:]],
    "two events in another order": lambda lines: [*lines[:1], lines[2], lines[1], *lines[3:]],
    "the first line is missing": lambda lines: lines[1:],
    "the last line is missing": lambda lines: lines[:-1],
    "no line at all": lambda _: [],
    "it is of another format": _header(format=2),
    "the head is a float": swapped(b'"head":', b'"head":1.0e0,"head":'),
    "the head is a text": matched(rb'"head":(\d+)', rb'"head":"\1"'),
    "the head is lower": matched(rb'"head":(\d+)', b'"head":3'),
    "the head is higher": matched(rb'"head":(\d+)', rb'"head":\g<1>0'),
    "the first line has a space": swapped(b'"lineage":', b'"lineage": '),
    "the first line has another member": swapped(b'"lineage":', b'"more":1,"lineage":'),
    "the first line has no states": matched(rb'"states":"[^"]*",', b""),
    "the first line has a member twice": swapped(
        b'"verger":"log",', b'"verger":"log","verger":"log",'
    ),
    "the session is in upper case": matched(rb'"session":"([^"]*)"', rb'"session":"{\1}"'),
    "a state has another member": at(
        -1, lambda line: line.replace(b'"digest"', b'"more":1,"digest"')
    ),
    "a state has a space": at(-1, lambda line: line.replace(b'"digest":', b'"digest": ')),
    "a state's digest is in upper case": at(
        -1, lambda line: line[:-68] + line[-68:-4].upper() + line[-4:]
    ),
    "a state's digest is too short": at(
        -1, lambda line: line.replace(b'"digest":"', b'"digest":"', 1)[:-5] + b'"}}\n'
    ),
    "a state is of another version": matched(
        rb'"state":\{"version":(\d+)', rb'"state":{"version":\g<1>0'
    ),
    "an event's type is another": matched(rb'"type":"\w+"', b'"type":"add_limit"'),
    "an event's type is none": matched(rb'"type":"\w+"', b'"type":"no_such_move"'),
    "the oldest format is named": swapped(b',"hash":', b',"format":1,"hash":'),
    "an event's format is 0": swapped(b',"hash":', b',"format":0,"hash":'),
    "an event has another member": swapped(b',"event":', b',"more":1,"event":'),
    "an event has a space": swapped(b',"event":', b', "event":'),
    "an event has a member twice": swapped(b'"version":1,', b'"version":1,"version":1,'),
    "the places of texts have a comma too much": matched(rb"\]\](?=[,}])", b"],]"),
    "a hash is in upper case": matched(rb'"hash":"([0-9a-f]{63})', b'"hash":"' + b"A" * 63),
    "a hash is another": matched(rb'"hash":"[0-9a-f]{8}', b'"hash":"00000000'),
    "a salt is another": matched(rb'"salt":"[0-9a-f]{8}', b'"salt":"00000000'),
    "an empty request": swapped(b'"salt":', b'"request":"","salt":'),
    "a request in upper case": swapped(b'"salt":', b'"request":"%s","salt":' % (b"AB" * 32)),
    "a salt is too long": swapped(b'"salt":"', b'"salt":"0'),
    "salts of texts beside the salt": swapped(b',"event":', b',"kept":[],"event":'),
    "a number of sealed parts": swapped(b',"event":', b',"sealed":0,"event":'),
    "the places of texts stand twice": swapped(b',"event":', b',"sealed":[],"texts":[],"event":'),
    "lists within lists": swapped(b',"event":', b',"sealed":' + b"[" * 200_000),
    "a byte that is no text": swapped(b'"text":"', b'"text":"\xff'),
    "a text is another": swapped(b'"text":"', b'"text":"Not '),
    "a sentence is another": swapped(b'"sentence":"', b'"sentence":"Not '),
    "an event is written with a space": rehashed(r'"seat":', '"seat": '),
    "an event has a needless escape": rehashed(r'"seat":"s', r'"seat":"\\u0073'),
    "an event's member is there twice": rehashed(r'"seat":', '"seat":null,"seat":'),
    "an event is earlier than the one before it": rehashed(r'"at":"\d{4}', '"at":"2001'),
}
"""The faults that an archive of any session can have."""

SEALED: dict[str, Damage] = {
    "a sealed text is another": matched(rb'("name":"note".*?"text":")', rb"\1Not "),
    "a sealed part is there twice": matched(
        rb'"sealed":\[(\{.*?\})\](?=,"event")', rb'"sealed":[\1,\1]'
    ),
    "no sealed part is in the list": matched(rb'"sealed":\[\{.*?\}\](?=,"event")', b'"sealed":[]'),
    "a sealed part has another member": swapped(b'"name":"note"', b'"more":1,"name":"note"'),
    "a sealed part has a space": swapped(b'"name":"note"', b'"name": "note"'),
    "a sealed part has a needless escape": swapped(b'"name":"note"', b'"name":"n\\u006fte"'),
    "a sealed part has a member twice": swapped(b'"name":"note"', b'"name":"note","name":"note"'),
    "a sealed part's salt is in upper case": matched(
        rb'("eyes":\[[^]]*\],"salt":")[0-9a-f]{32}', rb"\1" + b"AB" * 16
    ),
}
"""The faults that need a sealed part."""

FORGED: dict[str, Damage] = {
    "bytes of a text in its salt": forged(
        lambda kept, texts: (
            [*kept[:-1], kept[-1] + "22"],
            [*texts[:-1], [texts[-1][0] + 1, texts[-1][1] - 1]],
        )
    ),
    "upper case": forged(lambda kept, texts: ([kept[0].upper(), *kept[1:]], texts)),
    "a space": forged(lambda kept, texts: ([kept[0][:2] + " " + kept[0][3:], *kept[1:]], texts)),
    "a digest of a text that is there": forged(
        lambda kept, texts: ([*kept[:-1], 2 * kept[-1]], texts)
    ),
    "a salt too few": forged(lambda kept, texts: (kept[1:], texts)),
    "null": forged(lambda _, texts: (None, texts)),
    "texts in another order": forged(lambda kept, texts: (kept, texts[::-1])),
    "a size below 0": forged(lambda kept, texts: (kept, [[texts[0][0], -3], *texts[1:]])),
    "a float": forged(lambda kept, texts: (kept, [[float(texts[0][0]), 5], *texts[1:]])),
    "a place behind the event": forged(lambda kept, texts: (kept, [*texts[:-1], [10**15, 5]])),
    "another place": forged(lambda kept, texts: (kept, [[texts[0][0] - 1, 5], *texts[1:]])),
}
"""The faults in an event's places of texts, and in the remaining salts of each text."""

REDACTED: dict[str, Damage] = {
    "no redaction names the redacted event": rehashed(
        r'"rewritten":\[[\d,]+\](?=,"removed")', '"rewritten":[]'
    ),
    "a redaction names an event that is whole": rehashed(r'"rewritten":\[', '"rewritten":[1,'),
    "the redaction names itself": rehashed(r'"rewritten":\[', '"rewritten":[999,'),
    "a redaction names other removed texts": rehashed(
        r'"removed":"........', '"removed":"00000000'
    ),
    "a removed text says something": swapped(b'"[redacted]"', b'"[Redacted]"'),
    "a digest of a removed text is another": matched(
        rb'"[0-9a-f]{64}"(?=[],].*"event")', b'"' + b"0" * 64 + b'"'
    ),
}
"""The faults that need a redaction."""

FORKED: dict[str, Damage] = {
    "the lineage is empty": _header(lineage=[]),
    "a fork goes on from another version": rehashed(
        r'("move":"fork_session".*?"version":)\d+', r"\g<1>1"
    ),
    "a fork goes on from another hash": rehashed(
        r'("move":"fork_session".*?"hash":")........', r"\g<1>00000000"
    ),
    "another session goes on without a fork": matched(rb'("until":)(\d+)', rb"\g<1>1"),
    "the lineage names a session twice": lambda lines: _header(
        lineage=2 * json.loads(lines[0])["lineage"]
    )(lines),
    "the lineage is in another order": lambda lines: _header(
        lineage=[
            *json.loads(lines[0])["lineage"],
            {"session": "00000000-0000-4000-8000-000000000000", "until": 1},
        ]
    )(lines),
}
"""The faults that need a fork."""


def secretive(server: Server) -> tuple[Player, Player]:
    """Play a session with a sealed note and a redaction, and fork it. Return a player of each."""
    bo = played(server.http, "Ann", "Bo")["Bo"]
    bo.moves("seal_note", text='“Ines” —\nthe butler; "}], \\', eyes=["s2"])
    said = bo.draws_a_line("Spiders.")["version"]
    redaction = {"versions": [said], "reason": "He asked."}
    of(bo.post(f"{bo.home}/redactions", redaction), 201)
    fork = of(bo.post(f"{bo.home}/forks", {"version": bo.head}), 201)
    return bo, Player(bo.http, bo.token or "", fork["session"], fork["seat"])


def good_and_bad(server: Server) -> tuple[Archives, Archives]:
    """Return honest archives of several kinds of sessions, and damaged copies of them, by their names."""
    there, fork = secretive(server)
    redacted, forked = (player.get(f"{player.home}/export").content for player in (there, fork))
    war = b"".join(archived(rows(evening("war")[:60])))
    of_forks = b"".join(archived(rows(evening("coming_and_going"))))
    good = {"played": war, "redacted": redacted, "forked": forked, "of forks": of_forks}
    bad = damaged(war, LINES | SEALED)
    for name, archive, damages in (
        ("redacted", redacted, LINES | SEALED | FORGED | REDACTED),
        ("forked", forked, LINES | FORGED | REDACTED | FORKED),
    ):
        bad |= {f"{fault}, {name}": one for fault, one in damaged(archive, damages).items()}
    return good, bad
