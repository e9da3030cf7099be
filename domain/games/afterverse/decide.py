"""Which chapter judges which move."""

from typing import Any

from verger.domain.games.afterverse import (
    awareness,
    banking,
    beginning,
    calling,
    chutzpah_use,
    glitch,
    knowledge,
    reckoning,
    rolling,
)
from verger.domain.games.afterverse.agenda import TABLE
from verger.domain.games.afterverse.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    calling.CallMove: calling.decide,
    beginning.BeginMove: beginning.decide,
    rolling.RollMove: rolling.decide,
    glitch.AddGlitchDice: glitch.add,
    reckoning.ReckoningMove: reckoning.decide,
    chutzpah_use.ChutzpahMove: chutzpah_use.decide,
    knowledge.KnowledgeMove: knowledge.decide,
    banking.BankMove: banking.decide,
    awareness.AwarenessMove: awareness.decide,
}

decide = judging(CHAPTERS, evolve, TABLE)
