"""Why boosts and bribes stay where they are."""

from domain.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.NO_BOOSTS: Reason(
        "The bank has no boost",
        "There is no boost in the bank.",
        "Wait until the GM spends one, or somebody takes a bribe back.",
    ),
    _C.OTHERS_ONLY: Reason(
        "Only another seat can have this",
        "{name} cannot be the one to get this from {name}.",
        "Name another seat.",
    ),
    _C.BRIBE_ACTIVE: Reason(
        "A bribe is out already",
        "{name} has a bribe on {element} and may have one at a time.",
        "Award it or take it back first.",
    ),
    _C.NO_BRIBE: Reason(
        "No bribe is out",
        "{name} has no active bribe.",
        "Place one; only who placed a bribe may award it or take it back.",
    ),
}
