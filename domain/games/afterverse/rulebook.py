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
            "A sheet has attributes with ratings of 0 to 20, skills and interests with levels, "
            "and specializations. The skill of a specialization must be on the sheet. No two "
            "entries of the same kind share a name.",
        ),
        (
            "session.begin",
            "house",
            "A session begins when the table agrees and at least one player has a character. "
            "Chutzpah is set at the beginning.",
        ),
        (
            "session.end",
            "house",
            "A session ends when the table agrees and no test waits for anybody.",
        ),
        (
            "test.call",
            "The Basics: Role-playing",
            "The GM calls for tests. A player may also begin a test, and the GM sets its "
            "threshold. The GM may call a test off before it is over.",
        ),
        (
            "test.pool",
            _TESTS,
            "A pool is the sum of an attribute and a skill, with two more dice if the character "
            "holds the specialization. If the specialization is not held, the skill must be at "
            "the requisite level of the specialization.",
        ),
        (
            "test.default",
            _TESTS,
            "If the skill is below the requisite level, which the sheet names, the character "
            "defaults. The pool loses as many dice as the difference, down to no dice. If no dice "
            "are left, only a Long Shot gives dice.",
        ),
        (
            "test.attribute",
            "The Basics: Attribute-only Tests",
            "An attribute-only test adds two attributes, or one attribute twice. Lifting uses "
            "BOD twice, judging intentions uses PER and MAN, memory uses INT and WIL, and "
            "initiative uses REA and PER.",
        ),
        (
            "test.hits",
            "The Basics: Threshold",
            "Fives and sixes are hits. A test succeeds if its hits reach the threshold. The GM "
            "sets the threshold. The GM may keep the threshold sealed, and then states the "
            "result of the test.",
        ),
        (
            "test.critical",
            "The Basics: Critical Success",
            "If the number of sixes reaches the threshold, the success is critical, and "
            "only the sixes count as hits. If this makes fewer hits, the player chooses between "
            "the critical success and the plain success with more hits.",
        ),
        (
            "test.opposed",
            "The Basics: Opposed Tests",
            "Both sides roll at once: the dice of the first side wait, and fall together with "
            "the dice of the other side. Only then may Take Two change the dice. The side with "
            "more hits wins. On a tie, the side that initiated the test loses, unless this test "
            "may end in a tie.",
        ),
        (
            "glitch.roll",
            _GLITCHES,
            "With any roll, the GM may throw two glitch dice. Two ones are a glitch. The GM may "
            "also throw these dice later, until the next test of the character who rolled "
            "begins. A glitch does not change the success.",
        ),
        (
            "glitch.hidden",
            _GLITCHES,
            "The GM may throw glitch dice face down. The log commits to these dice at once, and "
            "nobody else sees them until the GM reveals them.",
        ),
        (
            "glitch.group",
            _GLITCHES,
            "For several characters in one test, the GM may make one glitch roll with one more "
            "die. If this roll glitches, a die chooses the character.",
        ),
        (
            "glitch.risk",
            "The Basics: Glitch Risk",
            "Each point of risk adds one glitch die. Two ones are still enough for a glitch.",
        ),
        (
            "glitch.time",
            "The Basics: Taking your Time",
            "Each doubling of the time reduces the risk by one, down to 0.",
        ),
        (
            "team.allowed",
            _TEAMS,
            "The GM decides for each test whether others may assist, work as a team, or do "
            "neither. The GM also decides who opposes the test. The GM names the pools of these "
            "characters, or allows the pools that their players propose.",
        ),
        (
            "team.assist",
            _TEAMS,
            "Assistants roll first. Each hit of an assistant adds one die to the main actor's "
            "pool.",
        ),
        (
            "team.teamwork",
            _TEAMS,
            "All members roll, and their hits are added up. Somebody's Leadership test opens the "
            "teamwork. One roll counts for each hit of the Leadership test. The rolls with the "
            "most hits count or, after a glitch in the Leadership test, the rolls of the smallest "
            "pools.",
        ),
        (
            "bank.hits",
            "The Basics: Hit Banks",
            "Hits may be kept in a bank and used over time. Later tests add hits to the bank, up "
            "to its cap if it has one. Often the cap is the number of dice in the first test that "
            "adds hits to the bank.",
        ),
        (
            "chutzpah.bank",
            _CHUTZPAH,
            "Players' characters have chutzpah, which is set from an attribute at the start of a "
            "session. House rules choose the attribute, or let a die choose it. They also choose "
            "the number of points: the rating of the attribute, or the hits of a roll with that "
            "number of dice. Each use costs one point. Each roll is an action, and only one use "
            "can affect it.",
        ),
        (
            "chutzpah.good_luck",
            _CHUTZPAH,
            "Before a roll, a player may add one pip to each die of the roll. Fours then hit, "
            "and fives count as sixes.",
        ),
        (
            "chutzpah.long_shot",
            _CHUTZPAH,
            "Before a roll, a player may add any number of dice. The risk of a glitch rises by "
            "the same number.",
        ),
        (
            "chutzpah.take_two",
            _CHUTZPAH,
            "After a roll, a player may throw all dice again that are neither hits nor ones. A "
            "player may also declare that the player's rolls stand at once. This holds for one "
            "test, or until the player takes the declaration back.",
        ),
        (
            "chutzpah.adrenaline",
            _CHUTZPAH,
            "In combat, a player may roll one die at any time. The number on the die goes into "
            "the initiative bank.",
        ),
        (
            "chutzpah.second_wind",
            _CHUTZPAH,
            "A player may clear all stun of a character that is not being attacked.",
        ),
        (
            "chutzpah.retcon",
            _CHUTZPAH,
            "A player may change a past action of a character. The GM must find that the change "
            "suits the character and leaves the course of events as it was. Both versions stay "
            "in the log.",
        ),
        (
            "chutzpah.knowledge",
            _CHUTZPAH,
            "A player states something about one of the character's interests. If the statement is "
            "possible at all, the GM sets a threshold, perhaps hidden. The player rolls WIL with "
            "the interest, or the GM makes this roll face down. If the roll succeeds, the "
            "statement is true. If it fails, the character firmly believes the statement. No other "
            "chutzpah helps. If the GM rejects the statement, its point is spent too.",
        ),
        (
            "awareness.bank",
            _AWARENESS,
            "The hits of PER and INT, or of another fitting pool, are banked as long as the "
            "situation lasts. One point pays for a question by the player, or for something that "
            "the GM lets the character notice.",
        ),
        (
            "awareness.again",
            _AWARENESS,
            "Another test in the same situation adds to the bank. From then on, details that "
            "could be seen before cost double.",
        ),
        (
            "awareness.refresh",
            _AWARENESS,
            "The GM says when the characters leave the situation, or when everything in it is "
            "new. The awareness of the old situation is then gone.",
        ),
    )
)
