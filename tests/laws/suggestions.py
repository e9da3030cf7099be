"""The moves that the sentences of pending actions suggest.

For each pending action: patterns for words in its sentence, and the moves that these words suggest.
"""

from collections.abc import Mapping

Suggested = Mapping[str, tuple[str, ...]]

_ANY = ""

SUGGESTIONS: Mapping[str, Suggested] = {
    # every table
    "agreement": {_ANY: ("agree",), "(?=)": ("decline",)},
    "vote": {_ANY: ("vote",)},
    "settle_dispute": {
        "say whether the ruling stands": ("propose_settlement",),
        "state": ("state_view",),
    },
    "claim_seat": {"Claim the seat": ("take_seat",)},
    "add_seat": {"Add a seat": ("add_seat",)},
    "resume_play": {"propose to resume": ("resume_play",)},
    "write_sheet": {"Propose a sheet|Propose the sheets": ("write_sheet",)},
    # Compile and Load of Verge
    "finish_compile": {"propose to go on to Load": ("finish_compile",)},
    "node": {"write a node": ("write_node",)},
    "edge": {"write an edge": ("write_edge",)},
    "claim": {"claim a character": ("claim",)},
    "tie": {"tie a character": ("tie",)},
    "mark": {"mark something": ("mark",)},
    "end_turn": {
        "End your turn|End .*'s turn": ("end_turn",),
        "reword": ("reword", "relabel"),
        "move for free": ("free_move",),
    },
    "accept_network": {
        "accept it and play": ("accept_network",),
        "start it over": ("scrap_network",),
    },
    # Run of Verge
    "negotiate": {
        "Reword": ("reword",),
        "withdraw": ("withdraw",),
        "override": ("override",),
        "call a conflict": ("call_conflict",),
    },
    "consent": {_ANY: ("consent",), "(?=)": ("object",)},
    "match_raise": {"Match it": ("match_raise",), "give up|Give up": ("give_up",)},
    "pass_raise": {"Let the price stand": ("pass_raise",), "raise it": ("raise_override",)},
    "lose_interest": {_ANY: ("lose_interest",)},
    "choose_loss": {"Choose what": ("choose_loss",)},
    "frame": {"Frame the scene of a first notice": ("frame",)},
    "play": {
        "go on with the story": (
            *("declare", "frame", "call_conflict", "add_to_camera", "end_scene", "award_boost"),
            *("place_bribe", "award_bribe", "grant_control", "join_scene", "consent", "drop_out"),
            *("roll", "narrate", "join_conflict", "go_on", "pass_round", "trade_dice", "signal"),
        ),
    },
    "join_conflict": {
        "Join it": ("join_conflict",),
        "stand aside": ("stand_aside",),
        "Answer the call": ("join_conflict", "stand_aside"),
    },
    "roll": {"[Rr]oll": ("roll",)},
    "narrate": {"Describe what": ("narrate",)},
    "go_on": {"fight on": ("go_on",), "stop the conflict": ("stop_conflict",)},
    "act_in_round": {
        "burn an edge": ("burn",),
        "reroll the noise": ("reroll",),
        "pass": ("pass_round",),
    },
    "reword_narration": {"Reword your narration": ("reword_narration",)},
    "trade_dice": {"Roll as many dice": ("trade_dice",)},
    # Edgerunner
    "begin_conflict": {"begin a conflict": ("begin_conflict",)},
    "add_zone": {"add its first zone": ("add_zone",)},
    "place": {"Place the characters": ("place",)},
    "bid": {"bid shifts": ("bid",), "yield": ("yield_turn",)},
    "call_auction": {"call an auction": ("call_auction",)},
    "give_turn": {"give somebody the turn": ("give_turn",)},
    "claim_turn": {"Who is next": ("claim_turn",)},
    "act": {
        "declare an action": ("declare",),
        "deploy something": ("deploy",),
        "do something simple": ("act_simply",),
        "end the turn": ("end_turn",),
    },
    "close_compels": {"close the compels": ("close_compels",)},
    "answer_compel": {"take a fate point": ("answer_compel",)},
    "oppose": {"oppose it": ("oppose",)},
    "accept_help": {"accept or refuse the help": ("accept_help",)},
    "stand": {"let it stand": ("stand",)},
    "resist": {"let the roll stand": ("stand",)},
    "go": {"finish the action": ("finish_action",), "Use the shifts": ("go", "turn_door")},
    "turn_door": {"finish the action": ("finish_action",), "Use the shifts": ("turn_door", "go")},
    "clear_box": {"finish the action": ("finish_action",), "Use the shifts": ("clear_box",)},
    "finish_action": {"finish the action": ("finish_action",)},
    "decide_fate": {"Say what becomes": ("decide_fate",)},
    "redefine_border": {"Say what becomes": ("redefine_border",)},
    # the Venus Engine
    "begin_chapter": {"propose to begin the chapter": ("begin_chapter",)},
    "end_chapter": {"propose to end it": ("end_chapter",)},
    "end_game": {"propose to end the game": ("end_game",)},
    "set_scene": {"Set the next scene": ("set_scene",)},
    "pass_turn": {"pass the turn": ("pass_turn",)},
    "next_round": {"begin the next round": ("next_round",)},
    "end_scene": {"end a scene": ("end_scene",)},
    "mark_excess": {"mark exp": ("mark_excess",)},
    "state_view": {"State your view": ("state_view",)},
    "give_ruling": {"rule on": ("give_ruling",)},
    "suggest_roll": {"Suggest a check or a task": ("suggest_roll",)},
    "choose_roll": {"Choose a check or a task": ("choose_roll",)},
    "judge_difficulty": {"Judge how difficult": ("judge_difficulty",)},
    "set_target": {"Set the target": ("set_target",)},
    "roll_check": {"Roll": ("roll_check",)},
    "roll_bonus": {"roll the bonus": ("roll_bonus",)},
    "accept_failure": {
        "accept the failure": ("accept_failure",),
        "claim a factor": ("claim_bonus",),
    },
    "answer_claim": {"Say whether the claim is valid": ("answer_claim",)},
    "take_job": {"Take a job": ("take_job",)},
    "lack_job": {"ask your peers": ("lack_job",)},
    "put_job": {"Name a job": ("put_job",)},
    "cancel_roll": {"cancel": ("cancel_roll",)},
    "answer_aid": {"Accept or decline the aid": ("answer_aid",)},
    "set_threshold": {"Name the factors|Set the threshold": ("set_threshold",)},
    "roll_task": {"Roll": ("roll_task",)},
    "finish_kissing": {
        "go on": ("finish_kissing",),
        "KISS dice": (
            *("kiss_lot", "kiss_ego", "claim_insight", "claim_specialty", "perform_stunt"),
        ),
    },
    "answer_stunt": {"Accept or veto the stunt": ("answer_stunt",)},
    "tell_surprise": {"say what it is": ("tell_surprise",)},
    "buy": {"Buy consequences": ("buy",)},
    "finish_spending": {"finish spending": ("finish_spending",)},
    "let_be": {
        "give up the roll|subvert nothing": ("let_be",),
        "Subvert a consequence": ("subvert",),
    },
    # Afterverse
    "begin_session": {"propose to begin the session": ("begin_session",)},
    "end_session": {"propose to end the session": ("end_session",)},
    "call_test": {"call for a test": ("call_test",)},
    "join_test": {"Propose who joins": ("join_test",)},
    "call_off": {"Call .* off": ("call_off",)},
    "keep_roll": {"Keep the roll": ("keep_roll",)},
    "count_rolls": {"Say which rolls count": ("count_rolls",)},
    "tell_outcome": {"Tell the outcome": ("tell_outcome",)},
    "take_result": {"Choose how to take": ("take_result",)},
    "answer": {"Answer it": ("answer",), "turn it away": ("turn_away",)},
    "weigh_fact": {"Weigh it": ("weigh_fact",), "reject it": ("reject_fact",)},
    "reject_fact": {"Reject it": ("reject_fact",)},
}
"""If a sentence only says what somebody wants, it suggests the answers to that."""
