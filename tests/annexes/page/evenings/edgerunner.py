"""Nobody leaves the warehouse: two runners, three zones, and Hargan between them and the data."""

from itertools import pairwise

from tests.annexes.page.hand import ANY, Fields
from tests.annexes.page.playing import Playing

GAME = "Edgerunner conflicts"
SEATS = ("William", "Jon", "Sandra")
GUN = "My gun jams when it matters"
LAST = 40
"""After so many moves they are tired of shooting."""
HARGAN, JADE = ("Hargan", "William"), ("Jade", "Sandra")
SHOT = {"Skill": ANY, "Track": "Cool"}

ROLL: tuple[tuple[str, Fields], ...] = (
    ("Close the compels", {}),
    ("Roll", {}),
    ("Keep the threshold", {}),
)
"""What carries an action that was declared on to what its dice show."""
END: tuple[tuple[str, Fields], ...] = (
    ("Let it stand", {}),
    ("Finish the action", {}),
    ("Decide the fate", {"What becomes of it": "Two bullets in the arm, and the floor comes up."}),
    ("End the turn", {}),
)
"""What carries it on to the end of the turn, the first that somebody may do."""


def play(table: Playing) -> None:
    """Everything from an empty table until the runners give up the data."""
    table.starts(GAME, "Nobody leaves the warehouse", *SEATS)
    table.does("Sandra", "Set a limit", kind="line", what_it_is="Children in danger")
    the_cast(table)
    the_warehouse(table)
    table.does("William", "Begin a conflict", reason="Data.", how_long="a few seconds")
    acts(table, "Jon", "Gatto", "He runs for Hargan.", {"Kind": "Move", "Skill": "Athletics"})
    table.does("Jon", "Let it stand")
    if table.may("Jon", "Go"):
        table.does("Jon", "Go", route=ANY)
    table.goes_on(END)
    while len(table.made) < LAST:
        shoots(table, "Sandra", "Jade", HARGAN, "She fires down the aisles.")
        shoots(table, "William", "Hargan", JADE, "He aims at the flashes.")
        shoots(table, "Jon", "Gatto", HARGAN, "He empties his gun.")
    story = "Jade cuts her uplink and drags Gatto out. The data stay."
    # The dice may have taken her out by then.
    if table.may("Sandra", "Propose: Concede"):
        table.fills("Sandra", "Propose: Concede", {"Subject": {"What happens": story}})
        table.agrees("William")


def the_cast(table: Playing) -> None:
    """Two runners, and who is in their way."""
    sheet(table, "Jon", "Gatto", {"Athletics": "3", "Firearms": "2"}, GUN)
    table.agrees("William")
    sheet(table, "Sandra", "Jade", {"Firearms": "3", "Netrunning": "4"})
    table.agrees("William")
    sheet(table, "William", "Hargan", {"Firearms": "5", "Athletics": "1"}, "Company man")


def sheet(table: Playing, seat: str, name: str, skills: dict[str, str], *aspects: str) -> None:
    """A character with two tracks of four boxes."""
    rated = [{"Name": skill, "Rating": n, "Reach": "3"} for skill, n in skills.items()]
    tracks = [{"Name": track, "Threshold": "4"} for track in ("Cool", "Health")]
    told: dict[str, object] = {"Kind": "Character", "Skills": rated, "Tracks": tracks}
    if aspects:
        told["Aspects"] = [{"Name": aspect} for aspect in aspects]
    table.fills(seat, "Propose: Write a sheet", {"Subject": {"Name": name, "Sheet": told}})


def the_warehouse(table: Playing) -> None:
    """One big space of three zones."""
    table.does("William", "Draw the map", name="The warehouse", it_shows="a place")
    zones = ("The gate", "The aisles", "The other end")
    for zone in zones:
        table.does("William", "Add a zone", name=zone)
    for one, other in pairwise(zones):
        ways = [{"Shifts to cross": "1"}]
        table.does("William", "Add a border", **{"from": one}, to=other, ways_across=ways)
    gate, _, end = zones
    for who, side, place in (("Gatto", "1", gate), ("Jade", "1", gate), ("Hargan", "2", end)):
        table.does("William", "Place somebody", who=who, side=side, zone=place)


def shoots(table: Playing, seat: str, who: str, target: tuple[str, str], tale: str) -> None:
    """A turn of somebody who shoots, if it is theirs to have; who is hit takes what they can."""
    if not table.may(seat, "Claim the turn"):
        return
    name, player = target
    acts(table, seat, who, tale, {"Kind": f"Attack: {name}", **SHOT})
    if table.may(seat, "Let it stand"):
        table.does(seat, "Let it stand")
    if table.may(player, "Take stress"):
        table.does(player, "Take stress", box=ANY, why="It was close.")
    table.goes_on(END)


def acts(table: Playing, seat: str, who: str, tale: str, action: Fields) -> None:
    """A turn, from the wish for it until its dice are thrown."""
    table.does(seat, "Claim the turn", character=who)
    table.does("William", "Give the turn", character=who)
    table.does(seat, "Declare an action", action=action, what_happens=tale)
    table.goes_on(ROLL)
