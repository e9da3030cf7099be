"""Afterverse's rules that are built, in the text's order, and its house rules."""

from domain import log, sheet, tabletop
from domain.house_rule import HouseRule, house_rules
from domain.identifier import HouseRuleId, RuleId
from domain.rule import rulebook

_TESTS = "The Basics: Tests"
_GLITCHES = "The Basics: Glitches"
_TEAMS = "The Basics: Assisting & Teamwork tests"
_CHUTZPAH = "The Basics: Chutzpah"
_AWARENESS = "The Basics: Perception Tests & the Situational Awareness Bank"

ATTRIBUTES = ("MAN", "PER", "WIL", "INT", "REA", "BOD")
"""What the text calls them; a table may have others on its sheets."""

OWN = rulebook(
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
            "The GM calls for tests, and may call one off before it is over.",
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
            "With a skill below the requisite level one defaults: the difference comes off the "
            "pool, down to no dice. Where there are none, only a Long Shot gives some.",
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
            "may keep it in a sealed note and say what came of the test.",
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
            "More hits win. On a tie whoever initiated it loses, unless this test may end in one.",
        ),
        (
            "glitch.roll",
            _GLITCHES,
            "The GM may roll two glitch dice with any test: two ones are a glitch. It changes "
            "nothing about success.",
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
            "Doubling the time lowers the risk by one, and may be done until there is none.",
        ),
        (
            "team.allowed",
            _TEAMS,
            "The GM says with each test whether others may assist, work along, or neither.",
        ),
        (
            "team.assist",
            _TEAMS,
            "Assistants roll first; each of their hits is one more die for the main actor.",
        ),
        (
            "team.teamwork",
            _TEAMS,
            "All roll, and hits add up. Somebody's Leadership test opens it: as many rolls count "
            "as it had hits, the highest, or the lowest after a glitch on it.",
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
            "A player's character has a bank of chutzpah, set from an attribute when a session "
            "begins. Each use costs one, and no action is affected by more than one use, whoever "
            "spends it.",
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
            "After a roll: all dice that neither hit nor show a one are rolled again.",
        ),
        (
            "chutzpah.adrenaline",
            _CHUTZPAH,
            "In combat, at any time: what one die shows goes into the initiative bank.",
        ),
        (
            "chutzpah.second_wind",
            _CHUTZPAH,
            "At any time but under attack: the stun bank is cleared.",
        ),
        (
            "chutzpah.retcon",
            _CHUTZPAH,
            "A character did something else than was told, if that fits it and changes no course "
            "of events: the GM approves. The log keeps both.",
        ),
        (
            "chutzpah.knowledge",
            _CHUTZPAH,
            "A statement on an interest is declared a fact. The GM rejects what cannot be, or sets "
            "a threshold for WIL and the interest, and may roll it unseen. A success makes it true, "
            "a failure a firm belief. No other chutzpah goes into it.",
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

RULES = tabletop.RULES | log.RULES | sheet.RULES | OWN

HOUSE_RULES = tabletop.HOUSE_RULES | house_rules(
    HouseRule(
        HouseRuleId("chutzpah"),
        "Whether chutzpah is set to the rating of its attribute, or to the hits of so many dice.",
        (RuleId("chutzpah.bank"),),
        choices=("rating", "rolled"),
    ),
    HouseRule(
        HouseRuleId("chutzpah_attribute"),
        "The attribute that chutzpah is set from; who has none of that name has no chutzpah.",
        (RuleId("chutzpah.bank"),),
        choices=ATTRIBUTES,
    ),
)
