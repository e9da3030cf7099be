"""Labels that differ only in characters that are newer than the Unicode version of the rules."""

from tests.support.play import Game, in_load

PAIRS = (
    ("ash\U00011f04", "ash\U00011f05"),  # letters (Unicode 15.0)
    ("elm\U00011f00", "elm\U00011f01"),  # combining signs (15.0)
    ("fir\U00011f50", "fir\U00011f51"),  # digits (15.0)
    ("yew\U00010efd", "yew\U00010efe"),  # combining marks that are sorted (15.0)
    ("bay\U0001e030", "bay\u0430"),  # a letter with a decomposition (15.0)
    ("fig\U00010d50", "fig\U00010d70"),  # a capital and its small letter (16.0)
    ("oak\U0001fa75", "oak\U0001fa76"),  # symbols (15.0)
    ("box\U00011f43", "box\U00011f44"),  # punctuation (15.0)
    ("may\U0002ebf0", "may\U0002ebf1"),  # ideographs (15.1)
)
_NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lee")


def written() -> Game:
    """Return a session with one of the first labels from each seat."""
    game = in_load(*_NAMES)
    labels = [label for pair in PAIRS for label in pair]
    for name, label in zip(_NAMES, labels, strict=False):
        game.move(name, "write_node", label=label)
    return game
