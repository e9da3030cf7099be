"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping
from functools import partial

from verger.domain.core.decider import Answer, Question, Silence

_NOTHING = Silence()
"""Silence means nothing, because only the seat can write or decide this. The others can empty the
seat."""
_CANCELLED = Silence(("cancel_roll",))
_SPENT = Silence(("finish_spending",))
_CANCEL = Answer("cancel_roll", "The roll ends without a result.", destroys=True)
_CLAIM_BONUS = Answer("claim_bonus", "The peers say whether the factor helps.")
_LACK_JOB = Answer("lack_job", "Your peers name a job that fits the task.")
_FINISH = Answer(
    "finish_spending",
    "Successes that are left are lost. Without the primary consequence, the task fails.",
    destroys=True,
)
_ROLL = partial(Answer, consequence="The dice fall.")

QUESTIONS: Mapping[str, Question] = {
    "begin_chapter": Question(
        (Answer("begin_chapter", "The chapter begins when everybody agrees."),)
    ),
    "end_chapter": Question((Answer("end_chapter", "The chapter ends when everybody agrees."),)),
    "end_game": Question(
        (Answer("end_game", "If everybody agrees, the story is over.", destroys=True),)
    ),
    "mark_excess": Question(
        (Answer("mark_excess", "The job gains a point of experience."),),
        Silence(("mark_excess",)),
    ),
    "state_view": Question(
        (Answer("state_view", "The FC can rule when all peers have stated a view."),), _NOTHING
    ),
    "give_ruling": Question((Answer("give_ruling", "The ruling is a precedent."),), _NOTHING),
    "set_scene": Question((Answer("set_scene", "The players in the scene take turns."),), _NOTHING),
    "pass_turn": Question(
        (Answer("pass_turn", "The next player takes a turn, or the round is over."),),
        Silence(("pass_turn",)),
    ),
    "next_round": Question(
        (Answer("next_round", "Everybody in the scene takes another turn."),),
        Silence(("next_round",)),
    ),
    "end_scene": Question(
        (Answer("end_scene", "The players of the scene are free for other scenes."),)
    ),
    "suggest_roll": Question(
        (
            Answer("suggest_roll", "The FC reads your suggestion, and chooses a check or a task."),
            _CANCEL,
        ),
        _CANCELLED,
    ),
    "choose_roll": Question(
        (Answer("choose_roll", "The roll is a check or a task with these stakes."), _CANCEL),
        _CANCELLED,
    ),
    "judge_difficulty": Question(
        (Answer("judge_difficulty", "The FC sets the target from the judgements of the peers."),),
        _NOTHING,
    ),
    "set_target": Question(
        (Answer("set_target", "The check can be rolled against this target."), _CANCEL), _CANCELLED
    ),
    "roll_check": Question((_ROLL("roll_check"), _CANCEL), Silence(("roll_check",))),
    "roll_bonus": Question(
        (
            _ROLL("roll_bonus"),
            _CLAIM_BONUS,
            Answer("accept_failure", "The check has failed.", destroys=True),
            _CANCEL,
        ),
        Silence(("roll_bonus",)),
    ),
    "accept_failure": Question(
        (
            _CLAIM_BONUS,
            Answer("accept_failure", "The check has failed.", destroys=True),
            _CANCEL,
        ),
        Silence(("accept_failure",)),
    ),
    "answer_claim": Question(
        (
            Answer(
                "answer_claim",
                "The claim counts if enough peers find it valid.",
                values={"valid": True},
                verb="Find it valid",
                says="yes",
            ),
            Answer(
                "answer_claim",
                "The claim does not count if enough peers find it not valid.",
                values={"valid": False},
                verb="Find it not valid",
                says="no",
            ),
            Answer("answer_claim", "Only the other peers decide.", verb="Leave it to the others"),
            Answer("count_answers", "The claim is decided by the answers that were given."),
        ),
        Silence(("answer_claim",), {"valid": True}),
    ),
    "take_job": Question(
        (
            Answer(
                "take_job",
                "You roll as many dice as its level. For a job of level 0, your ability score "
                "counts.",
            ),
            _LACK_JOB,
        ),
        Silence(("take_job",)),
    ),
    "lack_job": Question((_LACK_JOB,), Silence(("lack_job",))),
    "put_job": Question(
        (Answer("put_job", "The other peers say whether the job fits."), _CANCEL), _NOTHING
    ),
    "cancel_roll": Question((_CANCEL,), _CANCELLED),
    "answer_aid": Question(
        (
            Answer(
                "answer_aid",
                "The ally's die counts for you.",
                values={"accept": True},
                says="yes",
            ),
            Answer(
                "answer_aid", "You roll without this ally.", values={"accept": False}, says="no"
            ),
        ),
        Silence(("answer_aid",), {"accept": False}),
    ),
    "set_threshold": Question(
        (Answer("set_threshold", "Each factor adds 1 to the price of success."), _CANCEL),
        _CANCELLED,
    ),
    "roll_task": Question((_ROLL("roll_task"),), Silence(("roll_task",))),
    "finish_kissing": Question(
        (
            Answer(
                "kiss_lot",
                "You spend a Lot, and the die is rolled again at the end. The new value counts.",
            ),
            Answer(
                "kiss_ego",
                "All your dice without a success are rolled again, or each 6 counts twice.",
            ),
            Answer("claim_insight", "If the peers agree, the die is rolled again."),
            Answer("claim_specialty", "If the peers agree, the die is rolled again."),
            Answer("perform_stunt", "If the FC accepts the stunt, the die is rolled again."),
            Answer("finish_kissing", "The kissed dice fall, and the successes are counted."),
        ),
        Silence(("finish_kissing",)),
    ),
    "answer_stunt": Question(
        (
            Answer("answer_stunt", "Its die is rolled again.", values={"stands": True}, says="yes"),
            Answer("answer_stunt", "Its die stays as it is.", values={"stands": False}, says="no"),
        ),
        Silence(("answer_stunt",), {"stands": True}),
    ),
    "tell_surprise": Question(
        (Answer("tell_surprise", "The surprise is part of the result."),), _NOTHING
    ),
    "buy": Question(
        (Answer("buy", "You spend successes, and get this consequence."), _FINISH), _SPENT
    ),
    "finish_spending": Question(
        (Answer("finish_spending", "The task is over, with the bought consequences."),), _SPENT
    ),
    "let_be": Question(
        (
            Answer("let_be", "The task is over, with the bought consequences."),
            Answer("subvert", "The opposite of this consequence happens."),
        ),
        Silence(("let_be",)),
    ),
}
