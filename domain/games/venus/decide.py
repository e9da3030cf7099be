"""Which chapter judges which move."""

from typing import Any

from verger.domain.games.venus import (
    attendance,
    chapter,
    check,
    claiming,
    kiss,
    lots,
    roll,
    ruling,
    scene,
    spend,
    task,
)
from verger.domain.games.venus.agenda import TABLE
from verger.domain.games.venus.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    attendance.NamePeer: attendance.name_peer,
    scene.SceneMove: scene.decide,
    ruling.RulingMove: ruling.decide,
    roll.CallMove: roll.decide,
    check.CheckMove: check.decide,
    claiming.ClaimMove: claiming.decide,
    task.TaskMove: task.decide,
    kiss.KissMove: kiss.decide,
    spend.SpendMove: spend.decide,
    lots.MarkExcess: lots.mark_excess,
    chapter.Award: chapter.award,
}

decide = judging(CHAPTERS, evolve, TABLE)
