"""Exp and levels of jobs."""

from verger.domain.games.venus.effects import ExpMarked, JobLevelled
from verger.domain.games.venus.model.sheet import EXP_LIMIT
from verger.domain.games.venus.state import Draft
from verger.domain.table.sheet import CharacterId


def mark_exp(draft: Draft, character: CharacterId, name: str) -> str:
    """Mark an exp for a job, unless the character must first meet its qualifications."""
    own = draft.play.characters.known[character]
    job = own.sheet.job(name)
    if job is None:
        return ""
    if not job.may_learn:
        draft.cite("job.qualify", character=character, job_name=job.name)
        return f" {own.name}'s “{job.name}” marks no exp until its qualifications are met."
    exp, place = job.exp + 1, own.sheet.place(job)
    draft.emit(ExpMarked(character, place, exp))
    if exp < EXP_LIMIT:
        return f" {own.name}'s “{job.name}” marks an exp."
    level = max(job.level, own.sheet.reached(job))
    draft.cite("job.level", character=character, job_name=job.name, exp_marked=exp, job_level=level)
    draft.emit(JobLevelled(character, place, level))
    return f" {own.name}'s “{job.name}” reaches {EXP_LIMIT} exp, and is now at level {level}."
