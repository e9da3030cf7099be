"""A model of Afterverse's table: proposals, the seats that are asked, and the result of agreement."""

import unicodedata
from collections.abc import Callable

from tests.models.afterverse.pools import actor
from tests.models.afterverse.record import (
    Character,
    Json,
    Proposal,
    Story,
    Table,
    Thrown,
    ordered,
)
from tests.models.following import Told

FOR_THE_GM = ("join_test", "retcon")
ABOUT_A_SEAT = ("hand_over_gm", "vacate_seat", "reissue_seat")


def tidy(label: str) -> str:
    """A name in the form that is stored."""
    return " ".join(unicodedata.normalize("NFC", label).split())


def tidied(sheet: Json) -> Json:
    """A sheet in the form that is stored."""
    kinds = ("attributes", "skills", "specializations", "interests")
    return {
        kind: [
            {key: tidy(value) if isinstance(value, str) else value for key, value in one.items()}
            for one in sheet.get(kind, ())
        ]
        for kind in kinds
    }


class Asking:
    """The open proposals of a session, as one accepted move changes them."""

    def __init__(self, table: Table, story: Story, thrown: Thrown, told: Told) -> None:
        self.table, self.story, self.thrown, self.told = table, story, thrown, told
        self._adopt: dict[str, Callable[[Json], None]] = {
            "write_sheet": self._write_sheet,
            "begin_session": self._begin_session,
            "end_session": self._end_session,
            "join_test": self._join_test,
            "retcon": self._retcon,
            "choose_house_rule": self._choose,
            "resume_play": self._resume,
            "vacate_seat": self._vacate,
        }

    def asked(self, subject: Json, by: str) -> list[str]:
        """List the seats that must agree."""
        others, kind = self.table.others(by), subject["subject"]
        if kind in FOR_THE_GM:
            return [seat for seat in others if seat == self.table.gm]
        if kind == "reissue_seat" and by == self.table.gm:
            return []
        if kind == "vacate_seat" and subject["seat"] in self.told.were_silent:
            return [seat for seat in others if seat not in self.told.were_silent]
        if kind in ("vacate_seat", "reissue_seat"):
            return [seat for seat in others if seat != subject["seat"]]
        if kind == "write_sheet":
            old = self.story.characters.get(subject.get("character") or "")
            concerned = {self.table.gm, subject.get("seat"), old.seat if old else None}
            return [seat for seat in others if seat in concerned]
        return others

    def propose(self, subject: Json) -> None:
        """Ask the table to agree to a subject."""
        by = self.told.seat
        id = self.story.new_id("p")
        self.story.proposals[id] = Proposal(by, subject, self.asked(subject, by))
        self._settle(id)

    def answer(self, move: str, id: str) -> None:
        """Record a yes, or close a proposal that was declined or retracted."""
        found = self.story.proposals.get(id)
        if found is None:  # a question about a rewind, which the model does not have
            return
        if move != "agree":
            del self.story.proposals[id]
            return
        found.agreed.append(self.told.seat)
        self._settle(id)

    def _settle(self, id: str) -> None:
        if self.story.proposals[id].waiting:
            return
        found = self.story.proposals.pop(id)
        if any(id == adopted for adopted, _ in self.told.adopted):
            adopt = self._adopt.get(found.subject["subject"])
            if adopt:
                adopt(found.subject)

    def excuse(self, seat: str) -> None:
        """Close the proposals of an empty seat, and remove the seat from all others."""
        for id in ordered(self.story.proposals):
            found = self.story.proposals.get(id)
            if found is None:
                continue
            subject = found.subject
            about = subject["subject"] in ABOUT_A_SEAT and subject["seat"] == seat
            if found.by == seat or found.asked == [seat] or about:
                del self.story.proposals[id]
            elif seat in found.asked:
                found.asked.remove(seat)
                found.agreed = [other for other in found.agreed if other != seat]
                self._settle(id)

    # The results of agreement.

    def _choose(self, subject: Json) -> None:
        self.table.rules[subject["house_rule"]] = subject["value"]

    def _resume(self, _subject: Json) -> None:
        self.table.paused = False

    def _vacate(self, subject: Json) -> None:
        self.excuse(subject["seat"])

    def _write_sheet(self, subject: Json) -> None:
        story = self.story
        id = subject.get("character") or story.new_id("c")
        seat = subject.get("seat")
        story.characters[id] = Character(tidy(subject["name"]), seat, tidied(subject["sheet"]))
        if not subject.get("character") and seat and story.step == "play":
            self._set_chutzpah(id)

    def _begin_session(self, _subject: Json) -> None:
        story = self.story
        story.step, story.sessions = "play", story.sessions + 1
        for id in ordered(story.characters):
            if story.characters[id].seat in self.table.playing:
                self._set_chutzpah(id)

    def _set_chutzpah(self, id: str) -> None:
        name = self.table.rules["chutzpah_attribute"]
        attributes = self.story.characters[id].sheet["attributes"]
        if name == "die":
            name = attributes[self._chosen(len(attributes)) - 1]["name"]
        dice = next((one["rating"] for one in attributes if one["name"] == name), 0)
        points = dice
        if self.table.rules["chutzpah"] == "rolled":
            points = sum(die >= 5 for die in self.thrown.open(dice))
        self.story.give(id, "chutzpah", points - self.story.has(id, "chutzpah"))

    def _chosen(self, count: int) -> int:
        """Return a random number up to `count`, by the roll of a die."""
        return self.thrown.open(1)[0] if count > 1 else 1

    def _end_session(self, _subject: Json) -> None:
        self.story.step = "over"

    def _join_test(self, subject: Json) -> None:
        called = self.story.tests[subject["test"]]
        self.story.begins(subject["actor"]["character"])
        called.actors.append(actor(self.story, subject["actor"], subject["role"], called.risk))

    def _retcon(self, subject: Json) -> None:
        story, who = self.story, subject["character"]
        story.give(who, "chutzpah", -1)
        test = subject.get("test")
        was, now = subject["was"].strip(), subject["now"].strip()
        story.retcons.append({"character": who, "was": was, "now": now, "test": test})
        if test:
            called = story.done[test]
            own = [place for place, one in enumerate(called.actors) if one.character == who]
            used = {place for _, _, place in called.used}
            called.used.append((who, "retcon", next((p for p in own if p not in used), own[0])))
