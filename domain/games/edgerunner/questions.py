"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Answer, Question, Silence

_NOTHING = Silence()
"""Silence means nothing, because only the seat can write or decide this. The others can empty the
seat."""
_FINISHED = Silence(("finish_action",))
_NO_MORE = "Your character does nothing more in this exchange."
_END_TURN = Answer("end_turn", _NO_MORE)
_SIMPLY = Answer("act_simply", "It happens without a roll. Your action is still free.")
_CLAIM = Answer(
    "claim_turn",
    "The caller gives you the turn. If several characters want the turn, an auction decides.",
)
_GIVE = Answer("give_turn", "This character acts next.")
_YIELD = Answer("yield_turn", "You act later in this exchange.")
_FREE_MOVE = Answer("free_move", "You move there without a roll.")
_STAND = Answer("stand", "The roll stands as it is.")
_INVOKE = Answer("invoke", "The roll changes by 2 for you, or all its dice are rolled again.")
_SPIN = Answer("use_spin", "The roll gets 1 shift more.")
_THRESHOLD = Answer(
    "keep_threshold", "The track keeps its own threshold, and the roll does not count."
)
_STRAIN = (
    Answer("take_stress", "The box is marked, and its number counts for you."),
    Answer(
        "take_consequence",
        "The consequence stays with you, and its shifts count for you.",
        destroys=True,
    ),
)
_GIVE_IN = Answer(
    "give_in",
    "Your character is taken out, and the attacker says what becomes of it.",
    destroys=True,
)
_GO = Answer("go", "The character moves there, and this costs shifts.")
_DOOR = Answer("turn_door", "The door is open or closed, and this costs shifts.")
_FINISH = Answer("finish_action", "The shifts that are left are lost.", destroys=True)

QUESTIONS: Mapping[str, Question] = {
    "add_zone": Question((Answer("add_zone", "The zone is on the map."),)),
    "place": Question((Answer("place", "The character is on the map."),)),
    "begin_conflict": Question((Answer("begin_conflict", "The first exchange begins."),)),
    "claim_turn": Question(
        (_CLAIM, _GIVE),
        Silence(("claim_turn",)),
    ),
    "give_turn": Question((_GIVE, _CLAIM, _YIELD), Silence(("give_turn",))),
    "call_auction": Question(
        (
            Answer("call_auction", "The characters that want to act bid shifts for the turn."),
            _CLAIM,
            _YIELD,
        ),
        Silence(("call_auction",)),
    ),
    "bid": Question(
        (
            Answer("bid", "The highest bidder acts next. The bid is taken off the roll."),
            _YIELD,
        ),
        Silence(("yield_turn",)),
    ),
    "act": Question(
        (
            Answer("declare", "The others can compel it. Then you roll."),
            Answer("continue", "The action of the last exchange goes on, with its roll."),
            Answer("deploy", "The thing is in this zone."),
            _SIMPLY,
            _FREE_MOVE,
            Answer("end_turn", _NO_MORE, destroys=True),
        ),
        Silence(("end_turn",)),
    ),
    "end_turn": Question((_END_TURN, _FREE_MOVE, _SIMPLY), Silence(("end_turn",))),
    "close_compels": Question(
        (
            Answer("close_compels", "Nobody can compel this action any more."),
            Answer(
                "compel",
                "The actor takes a fate point and loses the turn, or pays a fate point and acts.",
            ),
        ),
        Silence(("close_compels",)),
    ),
    "answer_compel": Question(
        (
            Answer(
                "answer_compel",
                "You get a fate point, and your turn is over.",
                values={"take": True},
                verb="Take the compel",
            ),
            Answer(
                "answer_compel",
                "You pay a fate point, and act.",
                values={"take": False},
                verb="Refuse the compel",
            ),
        ),
        Silence(("answer_compel",), {"take": True}),
    ),
    "oppose": Question(
        (
            Answer(
                "oppose",
                "The rating of the skill is taken off the roll. Without a skill, the roll stays as "
                "it is.",
            ),
        ),
        Silence(("oppose",)),
    ),
    "accept_help": Question(
        (
            Answer(
                "accept_help",
                "The action goes on. A recovery also uses your own action.",
                values={"accept": True},
                verb="Accept the help",
                says="yes",
            ),
            Answer(
                "accept_help",
                "Another action can be declared.",
                values={"accept": False},
                verb="Refuse the help",
                says="no",
            ),
        ),
        Silence(("accept_help",), {"accept": False}),
    ),
    "roll": Question((Answer("roll", "The dice fall."),), Silence(("roll",))),
    "stand": Question((_STAND, _INVOKE, _SPIN, _THRESHOLD, *_STRAIN), Silence(("stand",))),
    "resist": Question((_STAND, _INVOKE, *_STRAIN, _GIVE_IN), Silence(("stand",))),
    "go": Question((_GO, _DOOR, _FINISH), _FINISHED),
    "turn_door": Question((_DOOR, _FINISH), _FINISHED),
    "clear_box": Question(
        (Answer("clear_box", "The box is empty again, and this costs shifts."), _FINISH), _FINISHED
    ),
    "finish_action": Question((Answer("finish_action", "The action is over."),), _FINISHED),
    "redefine_border": Question(
        (Answer("redefine_border", "The border can be crossed in these ways."),),
        Silence(("redefine_border",)),
    ),
    "decide_fate": Question(
        (Answer("decide_fate", "The target is out, as you describe it."),), _NOTHING
    ),
}
