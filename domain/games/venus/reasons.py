"""The refusal codes of the Venus Engine, each with its title, sentence and remedy."""

from verger.domain.core.reason import Reason
from verger.domain.games.venus.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.UNKNOWN_CALIBER: Reason(
        "No such caliber",
        "“{ability_name}” has the caliber {caliber_given}, which is none of {calibers_allowed}.",
        "Choose one of {calibers_allowed}.",
    ),
    Own.RATING_OUT_OF_RANGE: Reason(
        "A rating is out of range",
        "The {rating_kind} of “{entry_name}” is {rating_given}; it is 0 to {rating_maximum}.",
        "Write a {rating_kind} of 0 to {rating_maximum}.",
    ),
    Own.UNKNOWN_ABILITY: Reason(
        "A job inherits what is not there",
        "“{job_name}” inherits “{ability_name}”, which is no ability of the sheet.",
        "Name two abilities of the same sheet.",
    ),
    Own.WRONG_INHERITANCE: Reason(
        "A job inherits two abilities",
        "“{job_name}” names {abilities_named} of the two different abilities that a job inherits.",
        "Name two different abilities of the same sheet.",
    ),
    Own.CHAPTER_RUNNING: Reason(
        "A chapter is under way",
        "Chapter {chapter_number} is under way.",
        "Wait until it has ended.",
    ),
    Own.NOBODY_PLAYS: Reason(
        "Nobody plays yet",
        "No player sits at the table.",
        "Wait until a player sits at the table.",
    ),
    Own.NO_CHARACTER: Reason(
        "A player has no character",
        "{seat_name} has no character yet.",
        "Wait until {seat_name} has a sheet.",
    ),
    Own.AWARDED_ALREADY: Reason(
        "This was rewarded already",
        "{seat_name} was rewarded for {award_ground_in_words} in this debrief.",
        "Each is rewarded only once in a debrief.",
    ),
    Own.NOTHING_TO_UPHOLD: Reason(
        "The sheet has nothing of the kind",
        "No character of {seat_name} has {attribute_kind_in_words} among its attributes.",
        "Only what stands on the sheet is upheld.",
    ),
    Own.NOT_SITTING_IN: Reason(
        "Only who sits in is named a peer",
        "{seat_name} is no observer at the table; who plays is a peer anyway.",
        "Only an observer who sits at the table can be named.",
    ),
    Own.PEER_UNCHANGED: Reason(
        "Nothing changes by this",
        "{seat_name} is {peer_status_in_words} already.",
        "Leave it at that.",
    ),
    Own.NOBODY_FREE: Reason(
        "Everybody is in a scene",
        "Every player at the table is in a scene.",
        "Wait until a scene has ended.",
    ),
    Own.NOT_FREE: Reason(
        "This seat cannot be in the scene",
        "{seat_name} is in another scene, or is no player at the table.",
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
        "{participant_name} is in no scene.",
        "Wait until {participant_name} is in a scene.",
    ),
    Own.NOT_FOR_THE_FC: Reason(
        "This is for the table",
        "This is no open question of the FC's.",
        "The table settles it as it settles disputes.",
    ),
    Own.PEER_UNHEARD: Reason(
        "A peer has not been heard",
        "{seat_name} has not stated a view of this question.",
        "Wait until {seat_name} has stated a view.",
    ),
    Own.ROLL_OPEN: Reason(
        "A roll is under way",
        "{roll_in_words} is under way.",
        "Wait until it is over.",
    ),
    Own.NO_ROLL: Reason(
        "No roll is under way",
        "No roll is under way.",
        "Wait until the FC names an ability.",
    ),
    Own.WRONG_STAGE_OF_ROLL: Reason(
        "The roll is elsewhere",
        "{roll_in_words} {roll_stage_in_words}; this is not done then.",
        "It belongs to another stage of the roll.",
    ),
    Own.NOT_THE_ROLLER: Reason(
        "It is another's roll",
        "{roll_in_words} is not {seat_name}'s.",
        "Leave it to {roller_name}.",
    ),
    Own.NO_SUCH_ABILITY: Reason(
        "No such ability",
        "{character_name} has no ability “{ability_name}”.",
        "Only an ability that stands on the sheet can be named.",
    ),
    Own.NOT_HEARD: Reason(
        "The player was not heard",
        "{seat_name} has not said what it is about.",
        "Wait for {seat_name}.",
    ),
    Own.PEERS_CANCEL_NOTHING: Reason(
        "Who rolls calls it off, or the FC",
        "{seat_name} cannot call this roll off: {roller_name} rolls, and {fc_name} is the FC.",
        "Only they call it off.",
    ),
    Own.NPC_CHECKS_ONLY: Reason(
        "The FC's characters make checks only",
        "{character_name} is played by the FC, and makes checks only.",
        "It can be a check only.",
    ),
    Own.UNFIT_DIFFICULTY: Reason(
        "No such difficulty",
        "{difficulty} is no difficulty.",
        "Choose 5, 10, 15, 20 or 25.",
    ),
    Own.NOBODY_JUDGED: Reason(
        "Nobody has judged the difficulty",
        "No peer has judged the difficulty of {roll_in_words}.",
        "Wait for a peer's word.",
    ),
    Own.TOO_MANY_FACTORS: Reason(
        "Too many factors",
        "These are {factors_given} factors, and {factors_allowed} are the most.",
        "Name {factors_allowed} at most.",
    ),
    Own.TARGET_TOO_HIGH: Reason(
        "No target is that high",
        "A target of {target_number} is above {target_number_maximum}.",
        "Choose a difficulty of 25 at most.",
    ),
    Own.NO_LOTS: Reason(
        "No Lots for this",
        "{seat_name} has no further Lot to spend.",
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
        "No peer has answered about {claim_in_words}.",
        "Wait for an answer, which {waiting_names} can give.",
    ),
    Own.TOO_MANY_CLAIMS: Reason(
        "Enough was claimed",
        "This seat has made {claims_allowed} claims in this roll, which is the limit.",
        "Go on with what is valid.",
    ),
    Own.NO_PEERS: Reason(
        "Nobody is there to be asked",
        "No peer sits at the table.",
        "Go on without.",
    ),
    Own.CLAIM_OPEN: Reason(
        "The peers have not decided",
        "The peers have not decided about {claim_in_words}.",
        "Wait for {waiting_names}.",
    ),
    Own.NO_JOB_POSSIBLE: Reason(
        "No job for it, and none to learn",
        "The sheet has no job for {ability_name}, and no room or no second ability for a new one.",
        "The sheet needs a job for it, or room and two abilities for a new one.",
    ),
    Own.NO_SUCH_JOB: Reason(
        "No such job",
        "There is no job “{job_name}” on the sheet.",
        "Only a job that stands on the sheet can be named.",
    ),
    Own.DOES_NOT_INHERIT: Reason(
        "The job does not inherit the ability",
        "“{job_name}” does not inherit “{ability_name}”.",
        "Only a job that inherits it can be taken.",
    ),
    Own.HAS_JOB: Reason(
        "The player looks for a job",
        "{seat_name} has not said that no job fits.",
        "Leave the choice to {seat_name}.",
    ),
    Own.JOB_KNOWN: Reason(
        "The sheet has that job",
        "There is a job “{job_name}” on the sheet.",
        "Name a job that is new, or let the player take that one.",
    ),
    Own.THRESHOLD_SET: Reason(
        "The threshold is set",
        "The threshold is {successes_threshold}.",
        "Leave it at that.",
    ),
    Own.NO_THRESHOLD: Reason(
        "There is no threshold yet",
        "The FC has not said what makes this task harder.",
        "Wait for the FC.",
    ),
    Own.NOT_AN_ALLY: Reason(
        "This seat is no ally here",
        "{seat_name} is no ally in this task.",
        "Only players in the same scene give aid, and only those who do have a part in the dice.",
    ),
    Own.AID_OFFERED: Reason(
        "This aid was offered",
        "{seat_name} has offered aid to this task.",
        "Once is enough.",
    ),
    Own.AID_FULL: Reason(
        "There is aid enough",
        "{allies_aiding} allies give aid, the most there may be.",
        "Go on with those.",
    ),
    Own.NO_AID: Reason(
        "No such offer",
        "{seat_name} has no aid to be answered.",
        "Only an offer that is open can be answered.",
    ),
    Own.STILL_LEARNING: Reason(
        "The job is still being learned",
        "“{job_name}” is at level 0.",
        "Only a job of level 1 or more gives aid.",
    ),
    Own.UNKNOWN_DIE: Reason(
        "No such die",
        "There is no die {die_number}: {dice_on_table_in_words} on the table.",
        "Dice are named by their place, from 1 on.",
    ),
    Own.DIE_KISSED: Reason(
        "The die is KISSed",
        "Die {die_number} is KISSed already, by {kiss_source_in_words}.",
        "Each die is rolled again only once.",
    ),
    Own.DIE_CLAIMED: Reason(
        "The die waits for an answer",
        "Somebody has yet to answer what was said for die {die_number}.",
        "Wait for that answer.",
    ),
    Own.NO_EGO: Reason(
        "No Ego",
        "{seat_name} holds no Ego.",
        "Do without.",
    ),
    Own.NOTHING_DISAPPOINTS: Reason(
        "Nothing disappoints",
        "No die without a success is left to {seat_name}.",
        "Keep the Ego.",
    ),
    Own.NO_SUCH_ATTRIBUTE: Reason(
        "No such attribute",
        "The sheet has no attribute {attribute_number}.",
        "Name it by its place on the sheet.",
    ),
    Own.ATTRIBUTE_USED: Reason(
        "The attribute is used",
        "{attribute_in_words} is used in this task.",
        "Each attribute helps only once in a task.",
    ),
    Own.SPECIALTIES_FULL: Reason(
        "Enough specialties",
        "{specialties_allowed} specialties help this task.",
        "No more of them help.",
    ),
    Own.STUNT_DONE: Reason(
        "One stunt each",
        "{seat_name} has performed a stunt in this task.",
        "Each player performs only one in a task.",
    ),
    Own.NOT_YOUR_DIE: Reason(
        "It is another's die",
        "Die {die_number} is {seat_name}'s, who pays for KISSing it.",
        "Leave it to {seat_name}.",
    ),
    Own.NO_STUNT: Reason(
        "No such stunt",
        "{seat_name} has no stunt to be answered.",
        "Only a stunt that is open can be answered.",
    ),
    Own.STUNT_OPEN: Reason(
        "The FC has not answered a stunt",
        "{seat_name}'s stunt waits for the FC.",
        "Wait for the FC's word.",
    ),
    Own.UNKNOWN_CONSEQUENCE: Reason(
        "No such consequence",
        "“{consequence}” is nothing that can be bought or turned around here.",
        "Only what this task offers can be bought or turned around.",
    ),
    Own.ALREADY_BOUGHT: Reason(
        "It is bought",
        "This is bought already: {consequence_in_words}.",
        "It is bought only once.",
    ),
    Own.NOT_ENOUGH_SUCCESSES: Reason(
        "Not enough successes",
        "This costs {successes_needed_in_words}; what is left is {successes_left_in_words}.",
        "Whatever is still bought costs no more than what is left.",
    ),
    Own.FAILURE_SETTLED: Reason(
        "The failure is settled",
        "Something is appended to the failure, so that the task has failed.",
        "The task stays a failure.",
    ),
    Own.ATTRIBUTES_FULL: Reason(
        "The sheet is full",
        "The sheet has {attributes_allowed} attributes.",
        "The sheet takes no more.",
    ),
    Own.NOT_APPENDED: Reason(
        "This is appended to nothing",
        "This stands by itself: {consequence_in_words}.",
        "Leave out what it is appended to.",
    ),
    Own.NOTHING_TO_APPEND_TO: Reason(
        "It needs something to be appended to",
        "This cannot be appended to {appended_to_in_words}: {consequence_in_words}.",
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
        "{seat_name} has no Lot too many.",
        "Wait until one is earned beyond the cap.",
    ),
    Own.NOT_QUALIFIED: Reason(
        "The job marks no exp yet",
        "“{job_name}” has qualifications that are not met.",
        "Only a job whose qualifications are met marks exp.",
    ),
}
