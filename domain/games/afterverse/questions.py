"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Answer, Question, Silence

_CALLED_OFF = Silence(("call_off",))
_CALL_OFF = Answer("call_off", "The test ends without a result.", destroys=True)
_NO_DICE = "You roll no dice and have no hits."
_LET_BE = Answer("let_be", _NO_DICE)
_LUCK = (
    Answer("good_luck", "You spend a point of chutzpah, and each die counts one pip more."),
    Answer(
        "long_shot",
        "You spend a point of chutzpah and roll more dice. The risk rises by the same number.",
    ),
    Answer("take_time", "The time doubles, and the risk falls by 1."),
)
_REJECT = Answer(
    "reject_fact", "The fact is not true, and its point of chutzpah is lost.", destroys=True
)

QUESTIONS: Mapping[str, Question] = {
    "begin_session": Question(
        (Answer("begin_session", "The session begins when everybody agrees."),)
    ),
    "end_session": Question((Answer("end_session", "The session ends when everybody agrees."),)),
    "call_test": Question(
        (
            Answer("call_test", "The characters in the test can roll."),
            Answer("call_opposed_test", "Both sides roll when an opponent has joined."),
        )
    ),
    "join_test": Question(
        (Answer("join_test", "The character joins the test at once."), _CALL_OFF),
        _CALLED_OFF,
    ),
    "call_off": Question((_CALL_OFF,), _CALLED_OFF),
    "set_threshold": Question(
        (
            Answer(
                "set_threshold",
                "The test can go on. If you set a threshold, the test needs this number of hits.",
            ),
            _CALL_OFF,
        ),
        _CALLED_OFF,
    ),
    "tell_outcome": Question(
        (Answer("tell_outcome", "Everybody can read whether the test succeeded."), _CALL_OFF),
        _CALLED_OFF,
    ),
    "roll": Question(
        (
            Answer(
                "roll", "Your dice fall, together with those of the other side in an opposed test."
            ),
            *_LUCK,
            Answer("let_be", _NO_DICE, destroys=True),
            _CALL_OFF,
        ),
        Silence(("roll", "let_be")),
    ),
    "let_be": Question((_LET_BE, *_LUCK, _CALL_OFF), Silence(("let_be",))),
    "keep_roll": Question(
        (
            Answer("keep_roll", "The roll counts as it is."),
            Answer(
                "take_two",
                "You spend a point of chutzpah. All dice except hits and ones are rolled again.",
            ),
            _CALL_OFF,
        ),
        Silence(("keep_roll",)),
    ),
    "count_rolls": Question(
        (Answer("count_rolls", "The highest or the lowest rolls of the team count."), _CALL_OFF),
        Silence(("count_rolls",)),
    ),
    "take_result": Question(
        (Answer("take_result", "A critical success has fewer hits."), _CALL_OFF),
        Silence(("take_result",), {"critical": False}),
    ),
    "answer": Question(
        (
            Answer("answer", "Everybody can read the answer, and the point is spent."),
            Answer("turn_away", "The question is closed, and the player gets the point back."),
        ),
        Silence(("turn_away",)),
    ),
    "weigh_fact": Question(
        (Answer("weigh_fact", "A roll decides whether the fact is true."), _REJECT),
        Silence(("reject_fact",)),
    ),
    "reject_fact": Question((_REJECT,), Silence(("reject_fact",))),
}
