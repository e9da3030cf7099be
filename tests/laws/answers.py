"""Which of a seat's options give what it is awaited for."""

from domain.option import Awaited, Group, Option

_STEPS = {"node": ("write_node", "claim"), "edge": ("write_edge",)}
_DEEDS = (
    *("declare",) * 9,
    *("frame", "add_to_camera", "end_scene") * 3,
    *("award_boost", *("place_bribe",) * 4, "award_bribe", "award_bribe", "take_back_bribe"),
    *("grant_control", "revoke_control"),
    *("buy_interest",) * 6,
    *("call_conflict",) * 2,
    *("choose_loss", "choose_signal"),
)
_CONTEST = {
    "match_raise": ("match_raise", "match_raise", "give_up"),
    "pass_raise": ("pass_raise", "pass_raise", "raise_override"),
}
_TURNS = {
    "join_conflict": ("join_conflict",) * 4 + ("stand_aside",),
    "narrate": ("narrate", "narrate", "choose_signal"),
    "go_on": ("go_on", "stop_conflict"),
    "act_in_round": ("burn", "reroll", "reroll", "pass_round"),
}


def answers(options: list[Option], wait: Awaited, *, deeds: bool = False) -> list[Option]:
    """Those of a seat's options that give what it is awaited for."""
    match wait.what:
        case "agreement":
            return _about(options, ("agree",) if deeds else ("agree", "decline"), wait.about)
        case "vote":
            return _about(options, ("vote",), wait.about)
        case "consent":
            return _about(options, ("consent", "consent", "object"), wait.about)
        case "lose_interest":
            return _about(options, ("lose_interest",), wait.about)
        case "negotiate":
            ways = ("withdraw", "reword", "override", "override")
            dice = _named(options, "call_conflict") if deeds else []
            return [*_about(options, ways, wait.about), *dice]
        case "match_raise" | "pass_raise":
            return _about(options, _CONTEST[wait.what], wait.about)
        case "join_conflict" | "narrate" | "go_on" | "act_in_round":
            return [option for name in _TURNS[wait.what] for option in _named(options, name)]
        case "finish_compile" | "accept_network" | "resume_play":
            return [only for option in options for only in proposing(option, wait.what)]
        case "play":
            return [option for name in _DEEDS for option in _named(options, name)]
        case step:
            names = _STEPS.get(step, (step,))
            return [option for name in names for option in _named(options, name)]


def _named(options: list[Option], name: str) -> list[Option]:
    return [option for option in options if option.fixed["move"] == name]


def _about(options: list[Option], names: tuple[str, ...], id: str) -> list[Option]:
    found = [option for name in names for option in _named(options, name)]
    return [option for option in found if id in option.fixed.values()]


def subjects(options: list[Option]) -> list[Option]:
    """What may be put to the table, as far as these options go."""
    proposing = _named(options, "propose")
    fields = [field for option in proposing for field in option.fields]
    return [shape for field in fields if isinstance(field, Group) for shape in field.shapes]


def proposing(option: Option, subject: str) -> list[Option]:
    shapes = [shape for shape in subjects([option]) if shape.fixed["subject"] == subject]
    return [Option(option.fixed, (Group("subject", tuple(shapes)),))] if shapes else []
