"""What Edgerunner's rules of conflict say, in our words, in the order of the text."""

from domain.rule import rulebook

SETTING_UP = rulebook(
    (
        (
            "conflict.setup",
            "Conflicts",
            "A conflict has a reason, two sides or more with somebody on the map each, an exchange "
            "length out of the time track, and a caller: the referee, until the call is handed to "
            "a seat that is not involved.",
        ),
        (
            "conflict.sheet",
            "house",
            "A sheet says whether it is of a character, a thing or a faction, with skills (rating 0 "
            "to 20, and how many zones their attacks reach), aspects, and stress tracks (threshold "
            "0 to 20). No name stands twice in a list. A new character has 3 fate points.",
        ),
        ("conflict.narrate", "Conflicts", "Every action carries a narration."),
        (
            "time.track",
            "Exchanges; Long actions",
            "An instant, a few seconds, half a minute, a minute, a few minutes, a quarter hour, "
            "half an hour, an hour, a few hours, half a day, a day, a few days, a week, a couple "
            "of weeks, a month, a few months, half a year, a year, a few years, a decade.",
        ),
        (
            "exchange.once",
            "Exchanges",
            "In an exchange everyone acts once; then the next one begins.",
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
            "needs no roll and is free, once a turn; anything else waits until the conflict is over.",
        ),
        (
            "action.roll",
            "house",
            "Four fudge dice of -1 to 1 and a skill. Shifts are the roll less the skill that the "
            "target opposes it with, less the range, less the bid.",
        ),
        (
            "action.compel",
            "Actions",
            "After a declaration and before its roll the caller calls for compels. A compel on an "
            "aspect that holds costs a fate point, which the compelled takes and skips the turn; "
            "or the compelled pays one to refuse it. The referee's come from the bank.",
        ),
        (
            "action.invoke",
            "house",
            "A fate point, or a free invoke of whoever placed it, on an aspect that holds: +2 or "
            "the dice again; each aspect once a roll.",
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
            "Shifts are stress on a track of the target, which always resists. The skill has to "
            "reach as far as the target is.",
        ),
        (
            "action.attack_thing",
            "Inanimate targets",
            "What resists anybody has a track and can be attacked. A border's threshold is the "
            "referee's to assign, unless a player has declared one before; who takes a border out "
            "redefines it.",
        ),
        (
            "action.defense",
            "Defense",
            "Shifts, none below 0, replace the threshold of a track of oneself or another while "
            "the action is continued; not after another action, nor once the target has moved. "
            "Boxes above a threshold that fell stay marked.",
        ),
        (
            "action.maneuver",
            "Maneuver",
            "A roll against 0 places an aspect; 1 shift buys a free invoke, 3 two, 6 three. It has "
            "as many stress boxes. A resisting target has to bring the roll to -1 to prevent it.",
        ),
        (
            "action.maneuver_end",
            "Maneuver",
            "The table agrees to let go of an aspect that makes no sense any more; to be rid of one "
            "by force is an attack on it.",
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
            "The same skill, action and target as in the exchange before are not rolled again but "
            "continued: the same shifts with their invokes. Further invokes are of aspects not "
            "used; one may roll the kept dice again.",
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
            "What takes longer than an exchange is a problem: a thing with an aspect or two and a "
            "track, whose threshold is the steps on the time track from the exchange to the task. "
            "It is solved when it is taken out.",
        ),
    )
)

OUTCOMES = rulebook(
    (
        (
            "stress.mark",
            "house",
            "Stress of n marks box n, or the next free one above it.",
        ),
        (
            "stress.taken_out",
            "Taken out",
            "Stress above the threshold takes out; who did it says what becomes of the target, in "
            "keeping with the action.",
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
            "A conflict ends when every actor of one side is taken out. Then stress is gone, with "
            "free invokes, spin and defenses; consequences stay.",
        ),
        (
            "end.concession",
            "Concessions",
            "A concession is a story that a side offers; accepted by everyone it ends the "
            "conflict, and otherwise play goes on.",
        ),
    )
)

RULES = SETTING_UP | MAP | ACTIONS | OUTCOMES
