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
            "A chapter begins when everybody at the table agrees. Each player must have a "
            "character by then.",
        ),
        (
            "chapter.end",
            "house",
            "When everybody agrees, the chapter ends with a debrief. After the debrief, another "
            "chapter begins or the story ends.",
        ),
        (
            "sheet.fit",
            "house",
            "A sheet lists abilities with a caliber and a score, jobs that each inherit two "
            "abilities, and attributes. No rating is below 0. No two abilities share a name, and "
            "no two jobs share a name.",
        ),
        (
            "scene.turns",
            _PLAY,
            "The FC sets a scene, and the players take turns in seat order. When all players in "
            "the scene have had a turn, the round is over. Then another round or a new scene "
            "follows.",
        ),
        (
            "scene.pass",
            _PLAY,
            "A turn can pass without a roll. The player who has the turn or the FC passes it on.",
        ),
        (
            "scene.offer",
            _PLAY,
            "When a scene has ended, any player may offer to set the next scene. If the FC "
            "allows it, the player begins that scene and earns Ego.",
        ),
        (
            "scene.split",
            _PLAY,
            "Scenes may run side by side. The FC chooses how to play them: one scene after the "
            "other, turn by turn around the whole table, or one round of each scene in turn.",
        ),
        (
            "scene.enter",
            _PLAY,
            "A player enters or leaves an open scene if the player and the FC agree.",
        ),
        ("scene.pause", _PLAY, "Anybody may pause play, and need not give a reason."),
        (
            "peers.sitting_in",
            "Who are your Peers?",
            "A friend who sits in as an observer is also a peer if the FC says so. This peer "
            "judges, answers, names jobs and describes surprises like the others.",
        ),
        (
            "ruling.new",
            _FC,
            "If neither a rule nor an earlier ruling answers a question, the FC decides after "
            "every peer was heard. Such a ruling is a precedent, and may be disputed like any "
            "other ruling.",
        ),
        (
            "roll.ability",
            _ROLL,
            "The FC names the ability for a roll. After the FC has heard the player, the FC "
            "chooses whether the roll is a check or a task.",
        ),
        (
            "check.difficulty",
            _CHECK,
            "The roller's peers judge the difficulty of the check: 5, 10, 15, 20 or 25. The "
            "median of their values counts, rounded up to one of these steps. The FC may instead "
            "settle on a value that another peer gave. If all other peers are silent or absent, "
            "the FC may settle on any step.",
        ),
        (
            "check.factors",
            _CHECK,
            "In addition to the difficulty, the FC may name at most four factors. Each factor "
            "adds 1 to the target. If a fifth factor is needed, the difficulty was too low. A "
            "target is never above 29.",
        ),
        (
            "check.roll",
            _CHECK,
            "A check is a d20 plus the score of the ability. The check passes if the sum reaches "
            "the target, and fails if it does not.",
        ),
        (
            "check.auto",
            _CHECK,
            "With any target, silver passes on a natural 20, and gold and platinum pass on a "
            "natural 19 or 20. Bronze never passes in this way. With any sum, a natural 1 fails, "
            "except with platinum.",
        ),
        (
            "check.bonus",
            _CHECK,
            "If a roll falls short, its player may claim up to four factors that help. Each "
            "factor that most of the answering peers find valid gives a d6, and the highest d6 "
            "is added to the roll. A claim is decided when every peer has answered. The FC may "
            "decide it earlier, once another peer has answered. There is no bonus step if a 6 "
            "would not be enough, or if a natural 1 failed the check.",
        ),
        (
            "check.lots",
            _CHECK,
            "A Lot may be spent as a bonus factor of a check. If the d6 for the Lot is never "
            "rolled, the Lot comes back.",
        ),
        (
            "check.stakes",
            _CHECK,
            "Before a roll is made, the FC states the consequences of a failure.",
        ),
        (
            "check.cancel",
            _CHECK,
            "The player of a check and the FC may call the check off until it is settled, also in "
            "the bonus step. The peers may not call it off. If the table agrees, a failed check "
            "can be taken back and made a task.",
        ),
        ("check.npc", _NPC, "The FC's characters make checks and never tasks."),
        (
            "task.job",
            _TASK,
            "If the named ability is one of the two abilities of a job, the player rolls as many "
            "dice as the job has levels.",
        ),
        (
            "task.threshold",
            _TASK,
            "The price of success is 1, plus 1 for each factor that the FC names. The FC names "
            "at most four factors.",
        ),
        (
            "task.aid",
            _TASK,
            "At most two allies in the scene may each add a die, if they have a fitting job "
            "above level 0. The die has the caliber of the ally's own ability. The actor may "
            "decline the die. An ally who aids marks an exp in that job, even if the task fails, "
            "and shares the consequences.",
        ),
        (
            "task.successes",
            _TASK,
            "A die is a success if it shows at least 5 with bronze, 4 with silver, 3 with gold, "
            "or 2 with platinum.",
        ),
        (
            "task.odds",
            "Tables and Statistics",
            "Before the dice are rolled, the server shows the exact chance of each number of "
            "successes.",
        ),
        (
            "kiss.once",
            _KISS,
            "Dice are KISSed in one round, and each die at most once. At the end of the round, "
            "all KISSed dice are rolled again together. The new value stands, even if it is "
            "worse.",
        ),
        (
            "kiss.lot",
            _KISS,
            "A Lot KISSes one die, and needs nobody's approval. If the die is never rolled "
            "again, the Lot comes back.",
        ),
        (
            "kiss.ego",
            _KISS,
            "Ego KISSes every die of its player that is not a success. The actor's Ego may "
            "instead make each 6 of the task count twice, also after the reroll.",
        ),
        (
            "kiss.insight",
            _KISS,
            "Each insight that the peers approve KISSes one die. The peers decide as they do "
            "about a bonus.",
        ),
        (
            "kiss.stunt",
            _KISS,
            "The actor may perform one stunt, which KISSes one die of the actor. Each ally may "
            "perform one stunt, which KISSes the ally's own die. The FC accepts or vetoes each "
            "stunt before the reroll.",
        ),
        (
            "kiss.specialty",
            _KISS,
            "Up to four attributes KISS one die each, if the peers approve each attribute. The "
            "peers decide as they do about a bonus.",
        ),
        (
            "kiss.allies",
            _KISS,
            "Only an ally can KISS the ally's own die, and the ally pays for it. An ally cannot "
            "KISS anybody else's die.",
        ),
        (
            "task.spend",
            _TASK,
            "The primary consequence costs as many successes as the threshold. Each of the four "
            "secondary and four tertiary consequences costs one success. No consequence is bought "
            "twice. A tertiary consequence is appended to another bought consequence, or to the "
            "failure.",
        ),
        (
            "task.fail",
            _TASK,
            "If the primary consequence is not bought, the task fails, and the job of the task "
            "marks an exp.",
        ),
        (
            "task.subvert",
            _TASK,
            "At the end, the FC may choose one secondary consequence that nobody bought, and "
            "turn it against the actor.",
        ),
        (
            "task.special",
            "Personalized Consequences",
            "An attribute may add its own secondary consequence, which the sheet names.",
        ),
        (
            "lots.start",
            "house",
            "With the first character, a player gets 10 Lots, or the number in the house rule.",
        ),
        (
            "lots.cap",
            _KISS,
            "Nobody has more than 10 Lots. Each further Lot becomes 1 exp for a job that the "
            "player chooses.",
        ),
        (
            "lots.earn",
            _KISS,
            "A player earns a Lot by revealing true intentions. In the debrief, playing the "
            "character well and playing its aesthetics well each earn a Lot.",
        ),
        (
            "ego.earn",
            _KISS,
            "A player has one Ego or none. A player earns Ego by setting a scene, and in the "
            "debrief by upholding principles.",
        ),
        (
            "job.learn",
            _LEARN,
            "If no job fits, the peers name a job, and decide as they do about a bonus. The new "
            "job begins at level 0. At level 0, a job rolls as many dice as the score of the "
            "ability, gives no aid, and counts as a factor. The job also marks an exp after each "
            "task, in addition to any other exp.",
        ),
        ("job.qualify", _LEARN, "A job that has qualifications marks no exp until they are met."),
        (
            "job.level",
            _LEARN,
            "When a job has 16 exp, they are cleared. The level of the job becomes as high as "
            "the lower score of its two abilities. A job never loses a level by this.",
        ),
    )
)
