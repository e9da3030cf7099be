"""The statements of the rules of Afterverse, in the order of the text."""

from verger.domain.core.rule import rulebook

_TESTS = "The Basics: Tests"
_GLITCHES = "The Basics: Glitches"
_TEAMS = "The Basics: Assisting & Teamwork tests"
_CHUTZPAH = "The Basics: Chutzpah"
_AWARENESS = "The Basics: Perception Tests & the Situational Awareness Bank"

RULES = rulebook(
    (
        (
            "sheet.fit",
            "house",
            "A sheet has attributes with ratings of 0 to 20, skills and interests with levels, and "
            "specializations of skills that stand on it. No two entries of a sort share a name.",
        ),
        (
            "session.begin",
            "house",
            "The table agrees to begin a session once a player has a character; chutzpah is set.",
        ),
        (
            "session.end",
            "house",
            "The table agrees that a session is over, when no test waits for anybody.",
        ),
        (
            "test.call",
            "The Basics: Role-playing",
            "The GM calls for tests, and a player may begin one, whose threshold the GM sets. The GM "
            "may call one off before it is over.",
        ),
        (
            "test.pool",
            _TESTS,
            "A pool is attribute and skill, with two more dice if the specialization is held. If "
            "it is not held, the skill has to be at the specialization's requisite level.",
        ),
        (
            "test.default",
            _TESTS,
            "With a skill below the requisite level, which the sheet names, the character "
            "defaults: the difference comes off the pool, down to no dice. If no dice are left, "
            "only a Long Shot gives some.",
        ),
        (
            "test.attribute",
            "The Basics: Attribute-only Tests",
            "A test of attributes only adds two of them, or one attribute twice: BOD and BOD to "
            "lift, PER and MAN to judge intentions, INT and WIL to remember, REA and PER for "
            "initiative.",
        ),
        (
            "test.hits",
            "The Basics: Threshold",
            "Fives and sixes are hits; as many hits as the threshold succeed. The GM sets it, and "
            "may keep it sealed and say what came of the test.",
        ),
        (
            "test.critical",
            "The Basics: Critical Success",
            "If the sixes without other hits reach the threshold, it is a critical success. If "
            "it has fewer hits, the player chooses between it and the plain success with more "
            "hits.",
        ),
        (
            "test.opposed",
            "The Basics: Opposed Tests",
            "Both sides roll at once: the dice of the first side fall with those of the last, "
            "and only then may luck change them. More hits win. On a tie the side that initiated "
            "the test loses, unless this test may end in a tie.",
        ),
        (
            "glitch.roll",
            _GLITCHES,
            "With any roll the GM may throw two dice for a glitch, which is two ones. The GM may "
            "also do so later, until the next test of the character who rolled begins. A glitch "
            "does not change the success.",
        ),
        (
            "glitch.hidden",
            _GLITCHES,
            "Glitch dice may lie face down for the GM's eyes; the log commits to them at once, and "
            "nobody else sees them until the GM reveals them.",
        ),
        (
            "glitch.group",
            _GLITCHES,
            "For several characters at one test there may be one roll with one more die. If it "
            "glitches, a die chooses the character.",
        ),
        (
            "glitch.risk",
            "The Basics: Glitch Risk",
            "Each point of risk is one more glitch die; two ones are enough all the same.",
        ),
        (
            "glitch.time",
            "The Basics: Taking your Time",
            "Each doubling of the time takes one off the risk, as long as there is any.",
        ),
        (
            "team.allowed",
            _TEAMS,
            "The GM says with each test whether others may assist, work along, or neither, and who "
            "opposes it: names their pools, or allows those that they propose.",
        ),
        (
            "team.assist",
            _TEAMS,
            "Assistants roll first; each of their hits is one more die for the main actor.",
        ),
        (
            "team.teamwork",
            _TEAMS,
            "All roll, and hits add up. Somebody's test of Leadership opens it: as many rolls count "
            "as it had hits, the highest, or after a glitch on it those of the smallest pools.",
        ),
        (
            "bank.hits",
            "The Basics: Hit Banks",
            "Hits may be kept in a bank and used over time. Later tests add to the bank, up to "
            "its cap if it has one: often the pool that first went into it.",
        ),
        (
            "chutzpah.bank",
            _CHUTZPAH,
            "Players' characters have chutzpah, set from an attribute at a session's start. "
            "House rules choose the attribute, or let a die choose it, and choose between its "
            "rating and the hits of as many dice. A use costs one point. Each roll is an action, "
            "and takes one use.",
        ),
        (
            "chutzpah.good_luck",
            _CHUTZPAH,
            "Before a roll: one pip more on each die, so that fours hit and fives count as sixes.",
        ),
        (
            "chutzpah.long_shot",
            _CHUTZPAH,
            "Before a roll: any number of dice more, and as much more risk of a glitch.",
        ),
        (
            "chutzpah.take_two",
            _CHUTZPAH,
            "The dice of a roll that are no hits are thrown again, except for ones. A player may "
            "refuse this and keep every roll, in one test or until the player takes that back.",
        ),
        (
            "chutzpah.adrenaline",
            _CHUTZPAH,
            "In combat, at any time: the face of one die goes into the initiative bank.",
        ),
        (
            "chutzpah.second_wind",
            _CHUTZPAH,
            "Stun is gone, unless its character is being attacked.",
        ),
        (
            "chutzpah.retcon",
            _CHUTZPAH,
            "Something that a character once did happened differently. In the GM's eyes, this "
            "has to suit the character and leave the course of events as it was. Both versions "
            "stay in the log.",
        ),
        (
            "chutzpah.knowledge",
            _CHUTZPAH,
            "A player states something about an interest. If it is possible at all, the GM sets "
            "a threshold, perhaps unseen, and WIL with the interest is rolled, perhaps by the GM "
            "behind the screen. The statement turns out true, or the character firmly believes "
            "it. No other chutzpah helps, and a rejected statement costs its point.",
        ),
        (
            "awareness.bank",
            _AWARENESS,
            "The hits of PER and INT, or another fitting pool, are banked while the situation "
            "lasts. A point pays for a question by the player, or for something that the GM lets "
            "the character notice.",
        ),
        (
            "awareness.again",
            _AWARENESS,
            "Looking again adds to the bank. From then on, details that could be seen before "
            "cost double.",
        ),
        (
            "awareness.refresh",
            _AWARENESS,
            "The GM says when the situation is left or all new; the awareness of it is gone.",
        ),
    )
)
