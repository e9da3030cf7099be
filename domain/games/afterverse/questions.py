"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Answer, Question, Silence

_CALLED_OFF = Silence(("call_off",))
_CALL_OFF = Answer("call_off", "The test ends without a result.", destroys=True)
_LET_BE = Answer("let_be", "No dice are rolled, and there is no hit.")
_LUCK = (
    Answer("good_luck", "One die counts a pip more, for chutzpah."),
    Answer("long_shot", "More dice fall and the risk rises as much, for chutzpah."),
    Answer("take_time", "The time doubles, and the risk is one less."),
)
_REJECT = Answer("reject_fact", "It is not true in the story.", destroys=True)

QUESTIONS: Mapping[str, Question] = {
    "begin_session": Question((Answer("begin_session", "It begins when everybody agrees."),)),
    "end_session": Question((Answer("end_session", "It ends when everybody agrees."),)),
    "call_test": Question((Answer("call_test", "Those who are in it can roll."),)),
    "join_test": Question(
        (Answer("join_test", "The character can roll when everybody agrees."), _CALL_OFF),
        _CALLED_OFF,
    ),
    "call_off": Question((_CALL_OFF,), _CALLED_OFF),
    "set_threshold": Question(
        (Answer("set_threshold", "The roll must have these hits."), _CALL_OFF), _CALLED_OFF
    ),
    "tell_outcome": Question(
        (Answer("tell_outcome", "Everybody reads whether it succeeded."), _CALL_OFF), _CALLED_OFF
    ),
    "roll": Question(
        (Answer("roll", "The dice fall."), *_LUCK, _LET_BE, _CALL_OFF),
        Silence(("roll", "let_be")),
    ),
    "let_be": Question((_LET_BE, *_LUCK, _CALL_OFF), Silence(("let_be",))),
    "keep_roll": Question(
        (
            Answer("keep_roll", "The roll counts as it is."),
            Answer("take_two", "The dice that disappoint are rolled again, for chutzpah."),
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
            Answer("answer", "Everybody reads it, and the point is spent."),
            Answer("turn_away", "The point goes back."),
        ),
        Silence(("turn_away",)),
    ),
    "weigh_fact": Question(
        (Answer("weigh_fact", "A roll decides whether it is true."), _REJECT),
        Silence(("reject_fact",)),
    ),
    "reject_fact": Question((_REJECT,), Silence(("reject_fact",))),
}
