"""The statements of Edgerunner's rules of conflict, in the order of the text."""

from verger.domain.core.rule import rulebook

SETTING_UP = rulebook(
    (
        (
            "conflict.setup",
            "Conflicts",
            "What is fought over is named, two or more sides stand on the map, and the time "
            "track says how long an exchange lasts. The referee is its caller, or appoints "
            "one: any seat, better one that plays nobody in it. The caller may pass the call on.",
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
            "The caller asks who is next, and whoever wants to acts; where nobody has answered yet, "
            "the caller may name somebody who has not acted.",
        ),
        (
            "initiative.auction",
            "Exchanges",
            "Where several want to act they bid shifts, at most what their best skill and the best "
            "dice give. The highest bid acts and comes off the roll; equal ones bid again.",
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
            "A way may be open or shut. To open or shut one from a zone beside it takes 2 shifts of a "
            "move; to go through one that is shut takes these and its pass value, and opens it.",
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
            "A distance is the fewest borders between two zones, whichever way they are crossed. "
            "To a border it counts to the nearer of its zones, to an aspect to what bears it.",
        ),
    )
)

ACTIONS = rulebook(
    (
        (
            "action.one",
            "Actions; Simple actions",
            "In its turn a character takes one action, with things on the map only. What is simple "
            "needs no roll and is free; anything else waits until the conflict is over. An action "
            "whose target is gone before the roll is given back.",
        ),
        (
            "action.roll",
            "house",
            "Four fudge dice of -1 to 1 and a skill. Shifts are the roll less the bid, less the "
            "range of pushes, attacks and defenses, and less the skill with which the target of a "
            "push opposes it.",
        ),
        (
            "action.compel",
            "Actions",
            "Between declaring and rolling the caller asks whether anybody compels. Who "
            "compels on an aspect of the one who acts pays that one a fate point, for which "
            "the turn is lost, unless it pays a point of its own to refuse; the referee "
            "pays out of the bank.",
        ),
        (
            "action.invoke",
            "house",
            "Paid by a fate point, or free for whoever placed it, an aspect that holds "
            "gives 2 or a new throw; no aspect twice in a roll.",
        ),
        (
            "action.move",
            "Move",
            "A roll against 0; its shifts pay the pass values of the borders on the way. A border "
            "for which too few are left is not crossed.",
        ),
        (
            "action.free_move",
            "Move",
            "Besides the action, once a turn, one border by a way of pass value 1 at most.",
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
            "Shifts that the target does not take off are stress on its track; who chooses not to "
            "resist at all is taken out. The skill has to reach as far as the target is.",
        ),
        (
            "action.attack_thing",
            "Inanimate targets",
            "Things, borders and aspects that stand in somebody's way have tracks, and "
            "attacks mark them. The referee says how much a border stands, if no player has "
            "said so before; whoever brings it down draws it anew.",
        ),
        (
            "action.defense",
            "Defense",
            "The shifts, at least 0, stand in for the threshold of a track of one's own side, or of "
            "whoever says yes to it, for as long as the action goes on; the defender may leave the "
            "threshold as it was instead. Acting otherwise ends it, as does a move of the target. "
            "What is marked above a lowered threshold stays.",
        ),
        (
            "action.maneuver",
            "Maneuver",
            "A roll against 0 places an aspect; 1 shift buys a free invoke, 3 two, 6 three. It has "
            "as many stress boxes. A resisting target has to bring the roll to -1 to prevent it. "
            "Continued, it refills the aspect's free invokes, to as many as it gave at first.",
        ),
        (
            "action.maneuver_end",
            "Maneuver",
            "Once an aspect has lost its sense, the table lets go of it together. Who only "
            "wants to be rid of it attacks it.",
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
            "Doing again, with one skill and at one target, what one did in the last "
            "exchange takes no roll: its shifts come once more, invokes included. Aspects "
            "that were not used yet may add to them, or have the kept dice thrown again. Of what "
            "comes to nothing the ruling says what would change it.",
        ),
        (
            "action.resist",
            "Resist",
            "Only the target of an action resists it: by stress boxes, which take their number "
            "off, by consequences, which take off 2, 4 or 6, and by invokes, for -2 or the dice "
            "again. The target chooses the track and says why, but for direct attacks.",
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
            "Who gets more stress than a track's threshold is out of the conflict, and "
            "whoever did it tells the outcome, as follows from what was done last.",
        ),
        (
            "faction.deploy",
            "Move another",
            "Factions stand on metaphorical maps only. On others they act by deploying resources: "
            "things of whoever plays them.",
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
