"""The report of a campaign: the faults, the counts, and everything that is wrong."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from tests.torture.findings import Finding
from tests.torture.ledger import Ledger
from tests.torture.processes import TOLD
from tests.torture.world import Fault

BACK = ("reset", "went back")
"""The rows that must be 0 if no fault can take unacknowledged events back."""
ROLLING = (*TOLD, "archives read across")
"""The rows about older programs that run next to newer ones."""
CROWDED = 20
"""At least one commit must contain this number of sessions, because some faults show only in large commits."""
MOST = 50
"""The maximum number of shown findings."""


class Report:
    """The results of a campaign so far."""

    def __init__(self, seed: int, ledger: Ledger) -> None:
        self.seed = seed
        self.ledger = ledger
        self.suffered: defaultdict[str, list[float]] = defaultdict(list)
        self.untried: Mapping[str, str] = {}
        """The faults that cannot be made here, with the reasons."""
        self.withdrawn = False
        """Whether any fault so far can take unacknowledged events back."""
        self.found: list[tuple[str, Finding]] = []
        """The findings in the logs, each with its session."""
        self.events = self.sessions = 0
        self.commits: Mapping[int, int] = {}
        """The number of commits, by the number of sessions in them."""

    def suffer(self, fault: Fault[Any], seconds: float) -> None:
        """Record a fault, and the seconds until every process made moves again."""
        self.suffered[fault.name].append(seconds)
        self.withdrawn = self.withdrawn or fault.withdraws

    def take_commits(self, commits: Mapping[int, int]) -> None:
        """Record the numbers of commits by their sessions. At least one commit must be large."""
        self.commits = commits
        if (largest := max(commits, default=0)) < CROWDED:
            self.ledger.find(f"no commit has the events of {CROWDED} sessions, only of {largest}")

    @property
    def faults(self) -> int:
        """Return the number of faults."""
        return sum(map(len, self.suffered.values()))

    @property
    def wrong(self) -> list[str]:
        """Everything that is wrong."""
        back = [] if self.withdrawn else [name for name in BACK if self.ledger.counts[name]]
        logs = [
            f"{session}: {finding.kind}: {finding.what}"
            for session, finding in self.found
            if finding.kind != "withdrawn" or not self.withdrawn
        ]
        return [
            *self.ledger.wrong,
            *(f"{name}, though nothing was withdrawn" for name in back),
            *logs,
        ]

    def lines(self) -> Iterator[str]:
        """The table, the counts, and the faults."""
        yield f"{'fault':44} {'times':>6} {'median s':>9} {'longest s':>9}"
        for name, seconds in sorted(self.suffered.items()):
            yield f"{name:44} {len(seconds):6} {median(seconds):9.2f} {max(seconds):9.2f}"
        for name, reason in self.untried.items():
            yield f"{name:44} not tried: {reason}"
        yield f"{'all':44} {self.faults:6}"
        yield ""
        yield ", ".join(f"{number:,} {what}" for what, number in self._counts())
        yield self._commits()
        wrong = Counter(self.wrong)
        yield from (f"WRONG, {times} times: {what}" for what, times in wrong.most_common(MOST))
        yield f"{wrong.total()} wrong (SEED={self.seed})"

    def _commits(self) -> str:
        """Return the sizes of commits. At least half of all events are in commits of the middle size or more."""
        events = sorted(size for size, number in self.commits.items() for _ in range(size * number))
        sizes = [*events, 0]
        crowded = sum(number for size, number in self.commits.items() if size >= CROWDED)
        return (
            f"{sum(self.commits.values()):,} commits, the largest of {max(sizes)} sessions, half of the events in those"
            f" of {sizes[len(events) // 2]} and more; {crowded:,} of {CROWDED} and more"
        )

    def _counts(self) -> Sequence[tuple[str, int]]:
        kinds, counts = Counter(finding.kind for _, finding in self.found), self.ledger.counts
        return (
            ("acknowledged", counts["acknowledged"]),
            ("lost", kinds["lost"]),
            ("doubled", kinds["doubled"]),
            ("gaps", kinds["gap"]),
            ("unknown outcomes settled", counts["settled"]),
            ("of them in the log already", counts["there already"]),
            ("streams", counts["streams"]),
            ("astray", kinds["stream"]),
            ("withdrawn", kinds["withdrawn"]),
            ("resumed", counts["resumed"]),
            *((name, counts[name]) for name in BACK),
            *(
                (name, counts[name])
                for name in ("delivered", "feed begun anew", "forks", "redactions")
            ),
            *((name, counts[name]) for name in ROLLING if counts[name]),
            ("logs looked at", counts["looks"]),
            ("events", self.events),
            ("sessions", self.sessions),
        )
