"""The statements of Edgerunner's rules of conflict, in the order of the text."""

from verger.domain.core.rule import rulebook

SETTING_UP = rulebook(
    (
        (
            "conflict.setup",
            "Conflicts",
            "The table names the object of the conflict, and two or more sides stand on the map. "
            "The time track sets the length of an exchange. The referee is the caller, or "
            "appoints any seat as the caller. It is better to appoint a seat that plays nobody "
            "in the conflict. The caller may make another seat the caller.",
        ),
        (
            "conflict.sheet",
            "house",
            "A sheet describes a character, a thing or a faction. It lists skills (rating 0 to "
            "20, and how many zones their attacks reach), aspects, and stress tracks (threshold "
            "0 to 20). A list cannot have the same name twice. A new character has 3 fate "
            "points, or the number in the house rule.",
        ),
        ("conflict.narrate", "Conflicts", "Every action needs a narration."),
        (
            "time.track",
            "Exchanges; Long actions",
            "The time track has twenty steps: instant, seconds, half a minute, one minute, "
            "minutes, a quarter of an hour, half an hour, one hour, hours, half a day, one day, "
            "days, one week, two weeks, one month, months, half a year, one year, years, ten "
            "years.",
        ),
        (
            "exchange.once",
            "Exchanges",
            "Each character has one turn in an exchange. When all characters have had their "
            "turn, the next exchange starts.",
        ),
        (
            "initiative.social",
            "Exchanges",
            "The caller asks who is next, and a character that wants to act gets the turn. If no "
            "character wants to act, the caller may give the turn to any character that has not "
            "acted.",
        ),
        (
            "initiative.auction",
            "Exchanges",
            "If several characters want to act, they bid shifts. A bid is at most the shifts "
            "that the character's best skill and the best dice give. The character with the "
            "highest bid gets the turn, and the bid is subtracted from its roll. If the highest "
            "bids are equal, these characters bid again.",
        ),
    )
)

MAP = rulebook(
    (
        (
            "map.zones",
            "The map",
            "The map has zones of any kind, physical or not. Everybody and everything in a "
            "conflict stands in a zone. The referee draws the map before the conflict.",
        ),
        (
            "map.borders",
            "The map",
            "Borders join zones. A border has one or more ways across it. Each way has a pass "
            "value of 0 to 20, in one direction or both, and may have a condition. If no way is "
            "given, the border has one way with pass value 1.",
        ),
        (
            "map.doors",
            "The map",
            "A way may be open or shut. To open or shut a way from a zone next to it, a "
            "character pays 2 shifts of a move. To go through a shut way, the character pays 2 "
            "shifts and the pass value of the way, and the way is open afterwards.",
        ),
        (
            "map.redraw",
            "The map",
            "In a conflict, the referee may add and redefine zones and borders if the table "
            "agrees. The character that takes a border out redefines this border.",
        ),
        (
            "map.range",
            "house",
            "The distance between two zones is the smallest number of borders between them, in "
            "any direction. The distance to a border is the distance to the nearer of its zones. "
            "The distance to an aspect is the distance to the bearer of the aspect.",
        ),
    )
)

ACTIONS = rulebook(
    (
        (
            "action.one",
            "Actions; Simple actions",
            "In its turn, a character takes one action, which can only concern things on the "
            "map. A simple action needs no roll and is free. Actions that concern other things "
            "wait until the conflict is over. If the target of an action is gone before the "
            "roll, the character gets the action back.",
        ),
        (
            "action.roll",
            "house",
            "The shifts of a roll are the sum of four fudge dice (-1 to 1 each) and a skill, "
            "minus the bid. In a push, an attack or a defense, the range is also subtracted. In "
            "a push, the opposing skill of the target is subtracted too.",
        ),
        (
            "action.compel",
            "Actions",
            "After the declaration of an action and before its roll, the caller asks for "
            "compels. A seat may compel on an aspect that holds. The seat pays the acting "
            "character a fate point, and that character loses the turn. The character may "
            "instead pay a fate point to refuse. The referee may pay out of the bank.",
        ),
        (
            "action.invoke",
            "house",
            "An invoke of an aspect that holds gives 2 shifts or a new throw. It costs a fate "
            "point, or is free for the character that placed the aspect and has free invokes "
            "left. An aspect can be invoked once in a roll.",
        ),
        (
            "action.move",
            "Move",
            "A move is a roll against 0. To cross a border, the character pays the pass value of "
            "the border in shifts. If too few shifts are left, the character cannot cross the "
            "border.",
        ),
        (
            "action.free_move",
            "Move",
            "Once in a turn, in addition to the action, a character may cross one border by a "
            "way with a pass value of at most 1.",
        ),
        (
            "action.spin",
            "Move",
            "If a roll is negative, the character that rolled gets a spin token. One opponent "
            "may use up the token to add 1 to a roll against that character.",
        ),
        (
            "action.boost_move",
            "Move",
            "If a move lacks shifts, the character may mark stress boxes or take consequences to "
            "get them.",
        ),
        (
            "action.move_another",
            "Move another",
            "The range of a push is the distance to the starting zone of the target. The target "
            "may resist. The shifts of the push pay pass values, as in a move.",
        ),
        (
            "action.attack",
            "Attack",
            "The shifts that the target does not take off become stress on its track. A target "
            "that chooses not to resist at all is taken out. The skill must reach as far as the "
            "zone of the target.",
        ),
        (
            "action.attack_thing",
            "Inanimate targets",
            "Things, borders and aspects that stand in somebody's way have tracks, and attacks "
            "mark the boxes of these tracks. The referee sets the threshold of a border, if no "
            "player has set it before. The character that takes a border out redefines it.",
        ),
        (
            "action.defense",
            "Defense",
            "The shifts of a defense, at least 0, replace the threshold of a track. The track is "
            "that of a character on the defender's own side, or of another character that "
            "agrees. The new threshold lasts as long as the defense goes on. The defender may "
            "also leave the threshold as it was. Another action of the defender or a move of the "
            "target ends the defense. Boxes that were marked above a lowered threshold stay "
            "marked.",
        ),
        (
            "action.maneuver",
            "Maneuver",
            "A maneuver is a roll against 0 that places an aspect. 1 shift buys one free invoke, "
            "3 shifts buy two, and 6 shifts buy three. The aspect has as many stress boxes as "
            "free invokes. A target that resists must bring the roll down to -1 to prevent the "
            "aspect. A continued maneuver refills the free invokes, to at most their first "
            "number.",
        ),
        (
            "action.maneuver_end",
            "Maneuver",
            "If an aspect no longer makes sense, the table agrees to drop it. A player who only "
            "wants to be rid of an aspect must attack it.",
        ),
        (
            "action.recovery",
            "Recovery",
            "A character clears boxes on a track of another character, and both use their action "
            "for it. Each box costs as many shifts as its number. Consequences stay.",
        ),
        (
            "action.continue",
            "Continue",
            "A character that repeats its action of the last exchange, with the same skill and "
            "target, does not roll. The shifts of the last exchange count again, invokes "
            "included. The character may invoke aspects that were not used yet, for more shifts "
            "or to throw the kept dice again. If an action comes to nothing, the ruling names "
            "the changes that would help.",
        ),
        (
            "action.resist",
            "Resist",
            "Only the target of an action can resist it. A stress box takes off as many shifts "
            "as its number, a consequence takes off 2, 4 or 6, and an invoke takes off 2 or "
            "throws the dice again. The target chooses the track and gives a reason. In a direct "
            "attack, the target cannot choose the track.",
        ),
        (
            "action.long",
            "Long actions",
            "A task that is too long for one exchange stands on the map as a problem: a thing "
            "with aspects and one track. The threshold of the track is the number of steps on "
            "the time track from the exchange to the task. Anybody may pose a problem, if the "
            "referee agrees. The problem is solved when it is taken out.",
        ),
    )
)

OUTCOMES = rulebook(
    (
        (
            "stress.mark",
            "house",
            "Stress marks the box with its number. If this box is already marked, the stress "
            "marks the next free box above it.",
        ),
        (
            "stress.taken_out",
            "Taken out",
            "A target that gets more stress than a track's threshold is out of the conflict. The "
            "attacker describes the outcome, which follows from the last action.",
        ),
        (
            "faction.deploy",
            "Move another",
            "Factions stand only on metaphorical maps. On other maps, a faction acts by "
            "deploying resources: things of the seat that plays the faction.",
        ),
        (
            "end.taken_out",
            "Game over",
            "The conflict is over when only one side has actors left. Stress, spin, free invokes "
            "and defenses end with the conflict, and consequences remain.",
        ),
        (
            "end.concession",
            "Concessions",
            "A concession is a story that a side offers. If the referee and all seats that play "
            "for a side accept the story, the conflict ends. If not, play goes on.",
        ),
    )
)

RULES = SETTING_UP | MAP | ACTIONS | OUTCOMES
