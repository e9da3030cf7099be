"""Conflicts: signal and noise."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "conflict.call",
            "Run: Procedure; Signal and Noise",
            "An objection within the fiction, or anybody's word, starts a conflict. The seat "
            "that calls it has the spotlight. Everyone joins or stands aside: with the own "
            "character, or with an antagonist. For the GM, an antagonist is any unclaimed node "
            "or a character whose player left. For a player, it is an unclaimed node that the "
            "player wrote.",
        ),
        (
            "conflict.one",
            "Run: Recursion",
            "There is no conflict within a conflict. Strikes and backstory changes, with their "
            "overrides, stay possible during it.",
        ),
        (
            "conflict.goals",
            "Run: Signal and Noise",
            "Each participant fights for a stated goal, with the changes that it would "
            "record; they are paid for when it is stated, and spent either way. By house rule the "
            "winner pays when each is recorded, or nobody pays. A change that the winner cannot pay then is "
            "not recorded.",
        ),
        (
            "conflict.pool",
            "Run: Dice Pools for Players",
            "The dice are the power of the participant's character and of every edge on the way "
            "to the target, less one for each edge and node on the way. The way follows active "
            "edges in either direction and uses nothing twice. An edge that is itself the target "
            "costs one and adds nothing. Only if no way leads to the target, a participant goes "
            "there directly: it has the power of the character less one for the target.",
        ),
        (
            "conflict.pool_gm",
            "Run: Dice Pools for the GM",
            "An antagonist takes the place of the character; if it is itself the target, "
            "its power is its dice.",
        ),
        (
            "conflict.roll",
            "Run: Signal and Noise",
            "Dice have six faces. Each roller picks one face as the signal, without a choice "
            "the most frequent and of several the highest; the rest is noise. The most signal "
            "dice are winning.",
        ),
        (
            "conflict.order",
            "Run: Signal and Noise",
            "Narration and turns go by the face of the signal, the highest first. Equal faces go "
            "by seat. Narrations explain the nodes and edges that gave the dice.",
        ),
        (
            "conflict.round",
            "Run: Signal and Noise",
            "The spotlight seat stops or goes on. If it goes on, each participant in order "
            "burns, rerolls or passes, and all have had their turn before it may stop.",
        ),
        (
            "conflict.reroll",
            "Run: Rerolls",
            "For one story token all noise is rolled again. Dice that match join the signal.",
        ),
        (
            "conflict.burn",
            "Run: Burning",
            "An edge at the participant's node with power 1 or more takes a ? and gives as many "
            "new dice as the node at its other end has power.",
        ),
        (
            "conflict.drop",
            "Run: It's Over When It's Over",
            "A participant may give up at any time: it loses and gets no insurance.",
        ),
        (
            "conflict.ties",
            "house",
            "On a tie nobody wins and nothing is recorded; by house rule the higher face wins.",
        ),
        (
            "conflict.conclude",
            "Run: Signal and Noise",
            "The winner's changes are recorded, and spent tokens stay spent. Then come the "
            "conclusions, development and insurance.",
        ),
        (
            "conflict.conclusions",
            "Run: Signal and Noise",
            "Once the conflict is decided, each seat that rolled and did not give up describes a "
            "conclusion, in the order of the signals. Each may pass.",
        ),
        (
            "conflict.development",
            "Run: Development",
            "The two best sides roll as many dice as the other had. Each picks its best face, "
            "and who has more of it gets the difference in development tokens.",
        ),
        (
            "conflict.insurance",
            "Run: Insurance",
            "Every loser gets as many story tokens as the winner's signal has more dice than "
            "its own.",
        ),
    )
)
