"""Why controlling interest is not bought or lost."""

from domain.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.INTEREST_OFF: Reason(
        "There is no controlling interest here",
        "This table plays without controlling interest.",
        "Propose the house rule controlling_interest: on.",
    ),
    _C.INTEREST_FULL: Reason(
        "Its power covers no more interest",
        "{element} has power {power} and there are {points} points in it.",
        "Strengthen or repair it first, or buy elsewhere.",
    ),
    _C.INTEREST_COVERED: Reason(
        "Nobody has to lose interest",
        "The power of {element} covers the points in it.",
        "Nothing needs to be done.",
    ),
    _C.NOT_YOURS_TO_SAY: Reason(
        "It is another seat's to say", "{name} says who loses.", "Wait for {name}."
    ),
    _C.NO_INTEREST: Reason(
        "This seat has no interest in it",
        "{name} has no point in {element}.",
        "Name a seat that has.",
    ),
}
