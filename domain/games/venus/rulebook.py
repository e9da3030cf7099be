"""The statements of the rules of the Venus Engine."""

from verger.domain.core.rule import rulebook

_PLAY = "Rules & Procedures"
_ROLL = "When to Roll Dice?"
_FC = "Who is the FC?"
_CHECK = "Checks are Binary"
_TASK = "Tasks are Variable"
_LEARN = "Learning on the Job"
_NPC = "Only players can perform Tasks"
_KISS = "KISSing dice"

RULES = rulebook(
    (
        (
            "chapter.begin",
            "house",
            "When everybody at the table agrees, a chapter begins; each player has a character "
            "by then.",
        ),
        (
            "chapter.end",
            "house",
            "When everybody agrees, the chapter ends with a debrief; after that comes another "
            "chapter, or the end of the story.",
        ),
        (
            "sheet.fit",
            "house",
            "A sheet names abilities with a caliber and a score, jobs that inherit two of them, "
            "and attributes; no rating is below 0, and no two abilities or jobs share a name.",
        ),
        (
            "scene.turns",
            _PLAY,
            "The FC sets a scene and the turn goes round in seat order. Once all in it have had "
            "one, a round is over: another follows, or a new scene.",
        ),
        ("scene.pass", _PLAY, "A turn needs no roll; its player or the FC passes it on."),
        (
            "scene.offer",
            _PLAY,
            "When a scene has ended, any player may offer to set the next one and begins it; if "
            "the FC allows that, it earns Ego.",
        ),
        (
            "scene.split",
            _PLAY,
            "Scenes may run side by side. The FC chooses whether they are played one after the "
            "other, by turns around the whole table, or a round of each.",
        ),
        (
            "scene.enter",
            _PLAY,
            "A player enters or leaves a scene under way if the player and the FC agree.",
        ),
        ("scene.pause", _PLAY, "Anybody may pause play, and gives no reason."),
        (
            "peers.sitting_in",
            "Who are your Peers?",
            "A friend who only sits in, as an observer, is a peer too if the FC says so: judges, "
            "answers, names jobs and describes surprises like the others.",
        ),
        (
            "ruling.new",
            _FC,
            "If neither a rule nor an earlier ruling decides, the FC decides, after every peer "
            "was heard. Such a ruling is a precedent, and may be disputed like any other.",
        ),
        (
            "roll.ability",
            _ROLL,
            "The FC names the ability that is used and, having heard the player, says whether it "
            "is a check or a task.",
        ),
        (
            "check.difficulty",
            _CHECK,
            "The roller's peers judge how hard it is: 5, 10, 15, 20 or 25. Their median counts, "
            "rounded up to a step, unless the FC settles on a value that another peer gave. The FC "
            "settles on any step if all other peers are silent, or none is there.",
        ),
        (
            "check.factors",
            _CHECK,
            "In addition to the difficulty the FC may name at most four factors, and each adds "
            "1. If a fifth is needed, the difficulty was too low. A target is never above 29.",
        ),
        ("check.roll", _CHECK, "A d20 and the ability's score together reach the target, or fail."),
        (
            "check.auto",
            _CHECK,
            "With any target, a natural 20 passes with silver, and 19 or 20 pass with gold and "
            "platinum. Nothing passes in this way with bronze. A natural 1 fails with any sum, "
            "except with platinum.",
        ),
        (
            "check.bonus",
            _CHECK,
            "A player whose roll falls short may claim up to four factors that help. Each factor "
            "that most of the answering peers find valid gives a d6, and the highest is added. A "
            "claim is decided when every peer has answered, or when the FC counts after another "
            "peer has answered. There is no such step if a 6 would not be enough, or if the die "
            "itself failed the check.",
        ),
        (
            "check.lots",
            _CHECK,
            "A Lot may be spent as one of these factors. If its die is never rolled, it comes "
            "back.",
        ),
        ("check.stakes", _CHECK, "The cost of a failure is stated before a roll is made."),
        (
            "check.cancel",
            _CHECK,
            "Until a check is settled, the bonus step included, its player and the FC may call "
            "it off. Its peers may not. A failed check can be taken back by agreement and made a "
            "task.",
        ),
        ("check.npc", _NPC, "The FC's characters make checks and never tasks."),
        (
            "task.job",
            _TASK,
            "One rolls as many dice as the job has levels, if the named ability is one of its two.",
        ),
        (
            "task.threshold",
            _TASK,
            "The price of success is 1 and one more for each of up to four factors that the FC "
            "names.",
        ),
        (
            "task.aid",
            _TASK,
            "At most two allies of the scene may each add a die of the caliber of one of their "
            "abilities, if a job of theirs fits that has a level. The actor need not take it. An "
            "ally who aids marks an exp in that job, succeed or fail, and shares the "
            "consequences.",
        ),
        (
            "task.successes",
            _TASK,
            "A die is a success from 5 on with bronze, 4 with silver, 3 with gold, 2 with platinum.",
        ),
        (
            "task.odds",
            "Tables and Statistics",
            "Before the dice are rolled, the exact chances of every number of successes are shown.",
        ),
        (
            "kiss.once",
            _KISS,
            "Dice are KISSed in one round, each at most once, and rolled again together. The new "
            "value stands, even if it is worse.",
        ),
        (
            "kiss.lot",
            _KISS,
            "A Lot KISSes one die, and nobody is asked. If the die is never rolled again, the "
            "Lot comes back.",
        ),
        (
            "kiss.ego",
            _KISS,
            "Ego KISSes every die of its player that did not succeed. The actor's Ego may "
            "instead make each 6 of the task count twice, also after the reroll.",
        ),
        (
            "kiss.insight",
            _KISS,
            "Each insight that the peers approve KISSes one die. They decide as about a bonus.",
        ),
        (
            "kiss.stunt",
            _KISS,
            "A stunt of the actor KISSes one die of the actor's, and one of each ally the ally's "
            "own; the FC lets it stand or vetoes it before the reroll.",
        ),
        (
            "kiss.specialty",
            _KISS,
            "Up to four attributes, each approved by the peers, KISS a die each. They decide as "
            "about a bonus.",
        ),
        (
            "kiss.allies",
            _KISS,
            "An ally's die is KISSed by that ally, who pays for it; nobody else's die is.",
        ),
        (
            "task.spend",
            _TASK,
            "The primary consequence costs as many successes as the threshold, each of the "
            "four secondary and four tertiary ones a single success, and none is bought "
            "twice. A tertiary one goes with another that was bought, or with the failure.",
        ),
        (
            "task.fail",
            _TASK,
            "Without the primary consequence the task fails, and its job marks an exp.",
        ),
        (
            "task.subvert",
            _TASK,
            "Last, one secondary consequence that nobody bought may be turned against the "
            "actor by the FC.",
        ),
        (
            "task.special",
            "Personalized Consequences",
            "An attribute may add its own secondary consequence, which its sheet names.",
        ),
        (
            "lots.start",
            "house",
            "A player has all 10 Lots from the first character on, or as many as the house rule "
            "says.",
        ),
        (
            "lots.cap",
            _KISS,
            "Nobody has more than 10 Lots; each that is earned beyond becomes an exp for a job of "
            "the player's choice.",
        ),
        (
            "lots.earn",
            _KISS,
            "A player earns a Lot by revealing true intentions, and in the debrief for playing "
            "the character, or its aesthetics, well.",
        ),
        (
            "ego.earn",
            _KISS,
            "There is one Ego or none. Setting a scene brings it, and the debrief for "
            "principles that were upheld.",
        ),
        (
            "job.learn",
            _LEARN,
            "If no job fits, the peers name one and decide as about a bonus. It begins at level "
            "0: it rolls the ability's score in dice, gives no aid, counts as its own factor, "
            "and marks an exp after each task in addition to any other.",
        ),
        (
            "job.qualify",
            _LEARN,
            "No exp is marked in a job whose qualifications nobody has met yet.",
        ),
        (
            "job.level",
            _LEARN,
            "16 exp are cleared for a level as high as the lower of the two inherited abilities' "
            "scores; a level is never lost by that.",
        ),
    )
)
