"""The statements of Edgerunner's rules of conflict, in the order of the text."""

from verger.domain.core.rule import rulebook

SETTING_UP = rulebook(
    (
        (
            "conflict.setup",
            "Conflicts",
            "The table names the object of the conflict, and two or more sides stand on the map. "
            "The time track sets the length of an exchange. The referee is the caller, or "
            "appoints a seat for it: any seat, better one that plays nobody in the conflict. The "
            "caller may pass the call on.",
        ),
        (
            "conflict.sheet",
            "house",
            "A sheet says whether it is of a character, a thing or a faction, with skills (rating 0 "
            "to 20, and how many zones their attacks reach), aspects, and stress tracks (threshold "
            "0 to 20). No name stands twice in a list. A new character has 3 fate points, or as many "
            "as the house rule says.",
        ),
        ("conflict.narrate", "Conflicts", "Every action carries a narration."),
        (
            "time.track",
            "Exchanges; Long actions",
            "Twenty steps: instant, seconds, half a minute, one minute, minutes, a quarter "
            "of an hour, half an hour, one hour, hours, half a day, one day, days, one "
            "week, two weeks, one month, months, half a year, one year, years, ten years.",
        ),
        (
            "exchange.once",
            "Exchanges",
            "Each character has one turn in an exchange; when all have had it, the "
            "following exchange starts.",
        ),
        (
            "initiative.social",
            "Exchanges",
            "The caller asks for the next character, and a character that wants to acts. If "
            "nobody has answered yet, the caller may name a character that has not acted.",
        ),
        (
            "initiative.auction",
            "Exchanges",
            "If several want to act, they bid shifts, at most as many as their best skill and "
            "the best dice give. The highest bid acts, and the bid comes off the roll. Equal "
            "bids bid again.",
        ),
    )
)

MAP = rulebook(
    (
        (
            "map.zones",
            "The map",
            "The map has zones of any kind, physical or not; everybody and everything in a "
            "conflict stands in one of them. The referee draws it before the conflict.",
        ),
        (
            "map.borders",
            "The map",
            "Borders join zones. Each has one way or more of crossing it, with a condition and a "
            "pass value of 0 to 20, in one direction or both; without any it is 1.",
        ),
        (
            "map.doors",
            "The map",
            "A way may be open or shut. To open or shut a way from a zone next to it takes 2 "
            "shifts of a move. To go through a shut way takes 2 shifts and its pass value, and "
            "opens it.",
        ),
        (
            "map.redraw",
            "The map",
            "In a conflict the referee adds and redefines zones and borders with the word of the "
            "table, and who takes a border out redefines it.",
        ),
        (
            "map.range",
            "house",
            "A distance is the smallest number of borders between two zones, in any direction. "
            "To a border, it counts to the nearer of its zones. To an aspect, it counts to the "
            "bearer of the aspect.",
        ),
    )
)

ACTIONS = rulebook(
    (
        (
            "action.one",
            "Actions; Simple actions",
            "In its turn a character takes one action, only with things on the map. Simple "
            "things need no roll and are free. Anything else waits until the conflict is over. "
            "If the target of an action is gone before the roll, the character gets the action "
            "back.",
        ),
        (
            "action.roll",
            "house",
            "A roll is four fudge dice of -1 to 1 and a skill. Its shifts are the roll minus the "
            "bid. In pushes, attacks and defenses the range is subtracted too, and in a push the "
            "skill of its target.",
        ),
        (
            "action.compel",
            "Actions",
            "Between declaring and rolling the caller asks for compels. A seat that compels on "
            "an aspect of the acting character pays that character a fate point, and the "
            "character loses the turn. The character may pay a fate point to refuse. The referee "
            "pays out of the bank.",
        ),
        (
            "action.invoke",
            "house",
            "An aspect that holds gives 2 or a new throw. It costs a fate point, or is free for "
            "the character that placed the aspect. Each aspect counts once in a roll.",
        ),
        (
            "action.move",
            "Move",
            "A roll against 0. Its shifts pay the pass values of the borders on the way. A "
            "border is crossed only if enough shifts are left for it.",
        ),
        (
            "action.free_move",
            "Move",
            "In addition to the action, once a turn, one border by a way of pass value 1 at most.",
        ),
        (
            "action.spin",
            "Move",
            "A negative roll leaves a spin token on who rolled; one opponent may use it up for +1 "
            "on a roll against that character.",
        ),
        (
            "action.boost_move",
            "Move",
            "Stress boxes and consequences may make up for the shifts that a move lacks.",
        ),
        (
            "action.move_another",
            "Move another",
            "The range is that to where the target stands; the target may resist; shifts pay pass "
            "values as in a move.",
        ),
        (
            "action.attack",
            "Attack",
            "Shifts that the target does not take off are stress on its track. A target that "
            "chooses not to resist at all is taken out. The skill has to reach as far as the "
            "target is.",
        ),
        (
            "action.attack_thing",
            "Inanimate targets",
            "Things, borders and aspects that stand in somebody's way have tracks, and attacks "
            "mark them. The referee sets the stress that a border takes, if no player has set it "
            "before. The character that takes a border out draws it again.",
        ),
        (
            "action.defense",
            "Defense",
            "The shifts, at least 0, replace the threshold of a track on the defender's own "
            "side, or of a character that agrees to it, for as long as the action goes on. The "
            "defender may leave the threshold as it was instead. Another action ends the "
            "defense, and a move of the target ends it too. Boxes that were marked above a "
            "lowered threshold stay marked.",
        ),
        (
            "action.maneuver",
            "Maneuver",
            "A roll against 0 places an aspect. 1 shift buys a free invoke, 3 shifts two, and 6 "
            "shifts three. The aspect has as many stress boxes as free invokes. A resisting "
            "target has to bring the roll to -1 to prevent it. If the maneuver is continued, the "
            "aspect gets its first number of free invokes again.",
        ),
        (
            "action.maneuver_end",
            "Maneuver",
            "Once an aspect has lost its sense, the table lets go of it together. A player who "
            "only wants to be rid of an aspect attacks it.",
        ),
        (
            "action.recovery",
            "Recovery",
            "Somebody else's track is cleared, and both use their action for it: each box costs as "
            "many shifts as its number. Consequences stay.",
        ),
        (
            "action.continue",
            "Continue",
            "To do the same as in the last exchange, with the same skill and target, takes no "
            "roll: its shifts come once more, with its invokes. Aspects that were not used yet "
            "may add to them, or have the kept dice thrown again. If an action comes to nothing, "
            "the ruling names the changes that would help.",
        ),
        (
            "action.resist",
            "Resist",
            "Only the target of an action resists it. Stress boxes take off their number, "
            "consequences take off 2, 4 or 6, and invokes take off 2 or throw the dice again. "
            "The target chooses the track and says why, except for direct attacks.",
        ),
        (
            "action.long",
            "Long actions",
            "A task too long for one exchange stands on the map as a problem: a thing with "
            "aspects and one track, as high as the task is steps of time away from the "
            "exchange. Anybody may pose one, if the referee agrees. Taking it out solves it.",
        ),
    )
)

OUTCOMES = rulebook(
    (
        (
            "stress.mark",
            "house",
            "So much stress marks the box of that number; if it is marked, the lowest free "
            "one beyond.",
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
            "Factions stand only on metaphorical maps. On others they act by deploying "
            "resources: things of the seat that plays them.",
        ),
        (
            "end.taken_out",
            "Game over",
            "It is over once a single side has actors left. Stress, spin, free invokes and "
            "defenses end with it, and consequences remain.",
        ),
        (
            "end.concession",
            "Concessions",
            "A concession is a story that a side offers; accepted by the referee and by all who "
            "play for a side it ends the conflict, and otherwise play goes on.",
        ),
    )
)

RULES = SETTING_UP | MAP | ACTIONS | OUTCOMES
