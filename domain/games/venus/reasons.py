"""The refusal codes of the Venus Engine: each one's title, sentence and remedy."""

from verger.domain.core.reason import Reason
from verger.domain.games.venus.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.UNKNOWN_CALIBER: Reason(
        "No such caliber",
        "“{label}” has the caliber {caliber}, which is none of {known}.",
        "Choose one of {known}.",
    ),
    Own.RATING_OUT_OF_RANGE: Reason(
        "A rating is out of range",
        "The {rating} of “{label}” is {value}; it is 0 to {most}.",
        "Write a {rating} of 0 to {most}.",
    ),
    Own.UNKNOWN_ABILITY: Reason(
        "A job inherits what is not there",
        "“{label}” inherits “{named}”, which is no ability of the sheet.",
        "Name two abilities of the same sheet.",
    ),
    Own.WRONG_INHERITANCE: Reason(
        "A job inherits two abilities",
        "“{label}” names {abilities} of the two different abilities that a job inherits.",
        "Name two different abilities of the same sheet.",
    ),
    Own.CHAPTER_RUNNING: Reason(
        "A chapter is under way",
        "Chapter {number} is under way.",
        "Wait until it has ended.",
    ),
    Own.NOBODY_PLAYS: Reason(
        "Nobody plays yet",
        "No player sits at the table.",
        "Wait until a player sits at the table.",
    ),
    Own.NO_CHARACTER: Reason(
        "A player has no character",
        "{name} has no character yet.",
        "Wait until {name} has a sheet.",
    ),
    Own.AWARDED_ALREADY: Reason(
        "This was rewarded already",
        "{name} was rewarded for {what} in this debrief.",
        "Each is rewarded only once in a debrief.",
    ),
    Own.NOTHING_TO_UPHOLD: Reason(
        "The sheet has nothing of the kind",
        "No character of {name} has {what} among its attributes.",
        "Only what stands on the sheet is upheld.",
    ),
    Own.NOT_SITTING_IN: Reason(
        "Only who sits in is named a peer",
        "{name} is no observer at the table; who plays is a peer anyway.",
        "Only an observer who sits at the table can be named.",
    ),
    Own.PEER_UNCHANGED: Reason(
        "Nothing changes by this",
        "{name} is {what} already.",
        "Leave it at that.",
    ),
    Own.NOBODY_FREE: Reason(
        "Everybody is in a scene",
        "Every player at the table is in a scene.",
        "Wait until a scene has ended.",
    ),
    Own.NOT_FREE: Reason(
        "This seat cannot be in the scene",
        "{name} is in another scene, or is no player at the table.",
        "Only players who are in no scene can be named; where none is named, it is all of those.",
    ),
    Own.NOBODYS_TURN: Reason(
        "It is nobody's turn",
        "It is nobody's turn: the round is over, or no scene is under way.",
        "Wait for the FC to go on.",
    ),
    Own.NO_ROUND_OVER: Reason(
        "No round is over",
        "No scene waits for another round.",
        "Wait until a round is over.",
    ),
    Own.UNKNOWN_SCENE: Reason(
        "No such scene",
        "There is no such scene under way.",
        "Only a scene that is under way can be named.",
    ),
    Own.FC_SETS_SCENES: Reason(
        "The FC needs to offer nothing",
        "The FC sets scenes without asking.",
        "Leave offers to the players.",
    ),
    Own.NO_SCENE_ENDED: Reason(
        "No scene has just ended",
        "Scenes are offered when one has ended and the next is not set.",
        "Wait until a scene has ended.",
    ),
    Own.NO_OPEN_SCENE: Reason(
        "No scene is open",
        "No scene is open for a roll.",
        "Wait until the FC sets a scene.",
    ),
    Own.NOT_IN_SCENE: Reason(
        "This character is in no scene",
        "{name} is in no scene.",
        "Wait until {name} is in a scene.",
    ),
    Own.NOT_FOR_THE_FC: Reason(
        "This is for the table",
        "This is no open question of the FC's.",
        "The table settles it as it settles disputes.",
    ),
    Own.PEER_UNHEARD: Reason(
        "A peer has not been heard",
        "{name} has not stated a view of this question.",
        "Wait until {name} has stated a view.",
    ),
    Own.ROLL_OPEN: Reason(
        "A roll is under way",
        "{what} is under way.",
        "Wait until it is over.",
    ),
    Own.NO_ROLL: Reason(
        "No roll is under way",
        "No roll is under way.",
        "Wait until the FC names an ability.",
    ),
    Own.WRONG_STAGE_OF_ROLL: Reason(
        "The roll is elsewhere",
        "{what} {now}; this is not done then.",
        "It belongs to another stage of the roll.",
    ),
    Own.NOT_THE_ROLLER: Reason(
        "It is another's roll",
        "{what} is not {name}'s.",
        "Leave it to {roller}.",
    ),
    Own.NO_SUCH_ABILITY: Reason(
        "No such ability",
        "{name} has no ability “{label}”.",
        "Only an ability that stands on the sheet can be named.",
    ),
    Own.NOT_HEARD: Reason(
        "The player was not heard",
        "{name} has not said what it is about.",
        "Wait for {name}.",
    ),
    Own.PEERS_CANCEL_NOTHING: Reason(
        "Who rolls calls it off, or the FC",
        "{name} cannot call this roll off: {roller} rolls, and {fc} is the FC.",
        "Only they call it off.",
    ),
    Own.NPC_CHECKS_ONLY: Reason(
        "The FC's characters make checks only",
        "{name} is played by the FC, and makes checks only.",
        "It can be a check only.",
    ),
    Own.UNFIT_DIFFICULTY: Reason(
        "No such difficulty",
        "{difficulty} is no difficulty.",
        "Choose 5, 10, 15, 20 or 25.",
    ),
    Own.NOBODY_JUDGED: Reason(
        "Nobody has judged the difficulty",
        "No peer has judged the difficulty of {what}.",
        "Wait for a peer's word.",
    ),
    Own.TOO_MANY_FACTORS: Reason(
        "Too many factors",
        "These are {factors} factors, and {limit} are the most.",
        "Name {limit} at most.",
    ),
    Own.TARGET_TOO_HIGH: Reason(
        "No target is that high",
        "A target of {target} is above {limit}.",
        "Choose a difficulty of 25 at most.",
    ),
    Own.NO_LOTS: Reason(
        "No Lots for this",
        "{name} has no further Lot to spend.",
        "Do without.",
    ),
    Own.NO_BONUS: Reason(
        "Nothing is valid yet",
        "The peers have found no factor valid.",
        "Accept the failure, or claim a factor that the peers may find valid.",
    ),
    Own.UNKNOWN_CLAIM: Reason(
        "No such open claim",
        "There is no open claim {claim}.",
        "Only a claim that is open can be named.",
    ),
    Own.NOBODY_ANSWERED: Reason(
        "Nobody has answered",
        "No peer has answered about {what}.",
        "Wait for an answer, which {waiting} can give.",
    ),
    Own.TOO_MANY_CLAIMS: Reason(
        "Enough was claimed",
        "This seat has made {limit} claims in this roll, which is the limit.",
        "Go on with what is valid.",
    ),
    Own.NO_PEERS: Reason(
        "Nobody is there to be asked",
        "No peer sits at the table.",
        "Go on without.",
    ),
    Own.CLAIM_OPEN: Reason(
        "The peers have not decided",
        "The peers have not decided about {what}.",
        "Wait for {waiting}.",
    ),
    Own.NO_JOB_POSSIBLE: Reason(
        "No job for it, and none to learn",
        "The sheet has no job for {name}, and no room or no second ability for a new one.",
        "The sheet needs a job for it, or room and two abilities for a new one.",
    ),
    Own.NO_SUCH_JOB: Reason(
        "No such job",
        "There is no job “{label}” on the sheet.",
        "Only a job that stands on the sheet can be named.",
    ),
    Own.DOES_NOT_INHERIT: Reason(
        "The job does not inherit the ability",
        "“{label}” does not inherit “{named}”.",
        "Only a job that inherits it can be taken.",
    ),
    Own.HAS_JOB: Reason(
        "The player looks for a job",
        "{name} has not said that no job fits.",
        "Leave the choice to {name}.",
    ),
    Own.JOB_KNOWN: Reason(
        "The sheet has that job",
        "There is a job “{label}” on the sheet.",
        "Name a job that is new, or let the player take that one.",
    ),
    Own.THRESHOLD_SET: Reason(
        "The threshold is set",
        "The threshold is {threshold}.",
        "Leave it at that.",
    ),
    Own.NO_THRESHOLD: Reason(
        "There is no threshold yet",
        "The FC has not said what makes this task harder.",
        "Wait for the FC.",
    ),
    Own.NOT_AN_ALLY: Reason(
        "This seat is no ally here",
        "{name} is no ally in this task.",
        "Only players in the same scene give aid, and only those who do have a part in the dice.",
    ),
    Own.AID_OFFERED: Reason(
        "This aid was offered",
        "{name} has offered aid to this task.",
        "Once is enough.",
    ),
    Own.AID_FULL: Reason(
        "There is aid enough",
        "{allies} allies give aid, the most there may be.",
        "Go on with those.",
    ),
    Own.NO_AID: Reason(
        "No such offer",
        "{name} has no aid to be answered.",
        "Only an offer that is open can be answered.",
    ),
    Own.STILL_LEARNING: Reason(
        "The job is still being learned",
        "“{label}” is at level 0.",
        "Only a job of level 1 or more gives aid.",
    ),
    Own.UNKNOWN_DIE: Reason(
        "No such die",
        "There is no die {die}: {there} on the table.",
        "Dice are named by their place, from 1 on.",
    ),
    Own.DIE_KISSED: Reason(
        "The die is KISSed",
        "Die {die} is KISSed already, by {how}.",
        "Each die is rolled again only once.",
    ),
    Own.DIE_CLAIMED: Reason(
        "The die waits for an answer",
        "Somebody has yet to answer what was said for die {die}.",
        "Wait for that answer.",
    ),
    Own.NO_EGO: Reason(
        "No Ego",
        "{name} holds no Ego.",
        "Do without.",
    ),
    Own.NOTHING_DISAPPOINTS: Reason(
        "Nothing disappoints",
        "No die without a success is left to {name}.",
        "Keep the Ego.",
    ),
    Own.NO_SUCH_ATTRIBUTE: Reason(
        "No such attribute",
        "The sheet has no attribute {attribute}.",
        "Name it by its place on the sheet.",
    ),
    Own.ATTRIBUTE_USED: Reason(
        "The attribute is used",
        "{what} is used in this task.",
        "Each attribute helps only once in a task.",
    ),
    Own.SPECIALTIES_FULL: Reason(
        "Enough specialties",
        "{limit} specialties help this task.",
        "No more of them help.",
    ),
    Own.STUNT_DONE: Reason(
        "One stunt each",
        "{name} has performed a stunt in this task.",
        "Each player performs only one in a task.",
    ),
    Own.NOT_YOUR_DIE: Reason(
        "It is another's die",
        "Die {die} is {name}'s, who pays for KISSing it.",
        "Leave it to {name}.",
    ),
    Own.NO_STUNT: Reason(
        "No such stunt",
        "{name} has no stunt to be answered.",
        "Only a stunt that is open can be answered.",
    ),
    Own.STUNT_OPEN: Reason(
        "The FC has not answered a stunt",
        "{name}'s stunt waits for the FC.",
        "Wait for the FC's word.",
    ),
    Own.UNKNOWN_CONSEQUENCE: Reason(
        "No such consequence",
        "“{consequence}” is nothing that can be bought or turned around here.",
        "Only what this task offers can be bought or turned around.",
    ),
    Own.ALREADY_BOUGHT: Reason(
        "It is bought",
        "This is bought already: {what}.",
        "It is bought only once.",
    ),
    Own.NOT_ENOUGH_SUCCESSES: Reason(
        "Not enough successes",
        "This costs {needed}; what is left is {held}.",
        "Whatever is still bought costs no more than what is left.",
    ),
    Own.FAILURE_SETTLED: Reason(
        "The failure is settled",
        "Something is appended to the failure, so that the task has failed.",
        "The task stays a failure.",
    ),
    Own.ATTRIBUTES_FULL: Reason(
        "The sheet is full",
        "The sheet has {limit} attributes.",
        "The sheet takes no more.",
    ),
    Own.NOT_APPENDED: Reason(
        "This is appended to nothing",
        "This stands by itself: {what}.",
        "Leave out what it is appended to.",
    ),
    Own.NOTHING_TO_APPEND_TO: Reason(
        "It needs something to be appended to",
        "This cannot be appended to {to}: {what}.",
        "Name something that is bought, or the failure where the task fails.",
    ),
    Own.PRIZE_UNNAMED: Reason(
        "A prize is something",
        "The prize has no name.",
        "Say what it is.",
    ),
    Own.PEERS_DECIDE: Reason(
        "The peers decide about it",
        "The peers decide what happens unexpectedly.",
        "Leave the text out; a peer tells it.",
    ),
    Own.NO_SURPRISE: Reason(
        "No surprise is due",
        "No surprise waits to be told.",
        "Wait until one is bought.",
    ),
    Own.SURPRISE_UNTOLD: Reason(
        "The surprise is untold",
        "The peers have not said what happens unexpectedly.",
        "Wait until a peer tells it.",
    ),
    Own.NOTHING_OWED: Reason(
        "No Lot too many",
        "{name} has no Lot too many.",
        "Wait until one is earned beyond the cap.",
    ),
    Own.NOT_QUALIFIED: Reason(
        "The job marks no exp yet",
        "“{label}” has qualifications that are not met.",
        "Only a job whose qualifications are met marks exp.",
    ),
}
