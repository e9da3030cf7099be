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
            "A pool is attribute and skill, with two more dice where the specialization is held; "
            "without it the skill has to be at the specialization's requisite level.",
        ),
        (
            "test.default",
            _TESTS,
            "With a skill below the requisite level, which the sheet names, one defaults: the "
            "difference comes off the pool, down to no dice. Where there are none, only a Long Shot "
            "gives some.",
        ),
        (
            "test.attribute",
            "The Basics: Attribute-only Tests",
            "A test of attributes alone adds two of them, or one twice: BOD and BOD to lift, PER "
            "and MAN to judge intentions, INT and WIL to remember, REA and PER for initiative.",
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
            "Where the sixes alone reach the threshold it is a critical success. Of fewer hits, it "
            "is the player's choice to take it or the plain success of more.",
        ),
        (
            "test.opposed",
            "The Basics: Opposed Tests",
            "Both sides roll at once: the dice of whoever comes first fall with those of the last, "
            "and only then may luck change them. More hits win. On a tie whoever initiated it loses, "
            "unless this test may end in one.",
        ),
        (
            "glitch.roll",
            _GLITCHES,
            "Beside any roll the GM may throw two dice for a glitch, which is two ones; also later, "
            "until the next test of the character who rolled begins. Success is not touched by it.",
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
            "For several at one test there may be one roll with one more die; of a glitch then a "
            "die picks whose it is.",
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
            "Hits may be kept in a bank and used over time. Later tests add to it, up to its cap "
            "where it has one: often the pool that first went into it.",
        ),
        (
            "chutzpah.bank",
            _CHUTZPAH,
            "Players' characters have chutzpah, set from an attribute at a session's start. House "
            "rules say which one, or that a die chooses it, and whether its rating counts or the "
            "hits of so many dice. A use costs one point; each roll is an action, and takes one use.",
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
            "The dice of a roll that are no hits are thrown anew, but for ones. Who wants none of "
            "that may keep whatever comes, in one test or until taking that back.",
        ),
        (
            "chutzpah.adrenaline",
            _CHUTZPAH,
            "In combat, at any time: what one die shows goes into the initiative bank.",
        ),
        (
            "chutzpah.second_wind",
            _CHUTZPAH,
            "Stun is gone, unless its character is being attacked.",
        ),
        (
            "chutzpah.retcon",
            _CHUTZPAH,
            "What a character once did was otherwise, provided it suits it and leaves the "
            "course of events as it was, in the GM's eyes. Both stay in the log.",
        ),
        (
            "chutzpah.knowledge",
            _CHUTZPAH,
            "A player states something about an interest. If it can be at all, the GM sets "
            "a threshold, perhaps unseen, and WIL with the interest is rolled, perhaps by "
            "the GM behind the screen: it turns out true, or is what the character firmly "
            "believes. Nothing else of chutzpah helps, and what is rejected costs its point.",
        ),
        (
            "awareness.bank",
            _AWARENESS,
            "The hits of PER and INT, or another fitting pool, are banked while the situation "
            "lasts: a point for a question by the player, or for what the GM has one notice.",
        ),
        (
            "awareness.again",
            _AWARENESS,
            "Looking again adds to the bank; from then on what could be seen before costs double.",
        ),
        (
            "awareness.refresh",
            _AWARENESS,
            "The GM says when the situation is left or all new; the awareness of it is gone.",
        ),
    )
)
