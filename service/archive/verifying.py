"""Verifying an archive for an import, in a child process with limits."""

import time
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from verger.service.archive.limits import Limits
from verger.service.archive.worker import Answer, Inquiry, Unreadable, Verified, Wrong
from verger.service.child.process import ChildBusyError, ChildFailedError, ChildProcess
from verger.service.database.outage import Cause, UnavailableError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.work import charge

WORKER = "verger.service.archive.worker"
"""The module that the child process runs."""
WAITING = 10
"""The maximum number of archives that wait for verification."""
PATIENCE = 5
"""The maximum time of an answer, as a multiple of its processor time, because other processes go
first."""
AHEAD = timedelta(days=3_650)
"""How far in the future the times of an archive can be. A fork continues from these times, and must
never reach the last possible time."""

_answers = msgspec.msgpack.Decoder(Answer)


class ArchiveProcess:
    """The child process that verifies one archive after the other."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._child = ChildProcess(WORKER)

    async def verified(self, file: Path, now: datetime) -> Verified:
        """Verify an archive from end to end. Raises ProblemError if it is refused."""
        question = msgspec.msgpack.encode(Inquiry(str(file), self._limits, now + AHEAD))
        try:
            async with self._child.turn(WAITING):
                began = time.perf_counter()
                try:
                    answer = await self._child.answer(question, PATIENCE * self._limits.seconds)
                except ChildFailedError:
                    charge(time.perf_counter() - began)
                    raise
        except ChildBusyError:
            raise UnavailableError("too many archives wait", Cause.OVERLOADED) from None
        except ChildFailedError as error:
            raise UnavailableError(str(error), Cause.NO_VERIFIER) from None
        return _required(_answers.decode(answer))

    async def stop(self) -> None:
        """End the process, if it runs."""
        await self._child.stop()


def _required(answer: Answer) -> Verified:
    charge(answer.seconds)
    match answer:
        case Verified():
            return answer
        case Wrong(finding):
            version, reason = finding.version, finding.what
            raise ProblemError(ProblemCode.WRONG_ARCHIVE, version=version, reason=reason)
        case Unreadable(reason):
            raise ProblemError(ProblemCode.UNREADABLE_ARCHIVE, reason=reason)
