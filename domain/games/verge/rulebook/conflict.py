"""Conflicts: signal and noise."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "conflict.call",
            "Run: Procedure; Signal and Noise",
            "Any seat may start a conflict, about an objection within the fiction or about "
            "anything else. The seat that calls the conflict has the spotlight. Each seat joins "
            "or stands aside. A seat joins with its own character or with an antagonist. For the "
            "GM, an antagonist is any unclaimed node or a character whose player left. For a "
            "player, an antagonist is an unclaimed node that the player wrote.",
        ),
        (
            "conflict.one",
            "Run: Recursion",
            "A conflict cannot begin during another conflict. Strikes, and backstory changes with "
            "their overrides, stay possible during a conflict.",
        ),
        (
            "conflict.goals",
            "Run: Signal and Noise",
            "Each participant fights for a stated goal, with the changes that the goal would "
            "record. The changes are paid when the goal is stated, and the tokens are spent even "
            "if the goal loses. By a house rule, the winner pays when each change is recorded, or "
            "nobody pays. A change that the winner then cannot pay is not recorded.",
        ),
        (
            "conflict.pool",
            "Run: Dice Pools for Players",
            "Start with the power of the participant's character. Add the power of each edge on "
            "the path to the target. Subtract one for each edge and node on the path after the "
            "character. The result is the number of dice. The path follows active edges in either "
            "direction and uses no element twice. If the target is an edge, this edge costs one "
            "die and adds none. A participant goes without a path only if no path leads to the "
            "target. The number of dice is then the power of the character minus one for the "
            "target.",
        ),
        (
            "conflict.pool_gm",
            "Run: Dice Pools for the GM",
            "The dice of an antagonist are counted like the dice of a character. If the "
            "antagonist is itself the target, the number of dice is its power.",
        ),
        (
            "conflict.roll",
            "Run: Signal and Noise",
            "Dice have six faces. Each seat that rolls picks one face as its signal. If it picks "
            "none, the signal is the face that the roll shows most often, or the highest of these on "
            "a tie. All other dice are noise. The seat with the most signal dice is winning.",
        ),
        (
            "conflict.order",
            "Run: Signal and Noise",
            "Seats narrate and take turns in the order of their signal faces, the highest first. "
            "Seats with equal faces go in seat order. Narrations explain the nodes and edges that "
            "gave the dice.",
        ),
        (
            "conflict.round",
            "Run: Signal and Noise",
            "The spotlight seat stops or goes on. If it goes on, each participant in order "
            "burns, rerolls or passes. After all participants have had their turn, the spotlight "
            "seat decides again.",
        ),
        (
            "conflict.reroll",
            "Run: Rerolls",
            "A participant pays one story token and rolls all its noise again. Dice that match "
            "the signal join it.",
        ),
        (
            "conflict.burn",
            "Run: Burning",
            "A participant can burn an edge at its node, if the edge has power 1 or more. The "
            "edge takes a question mark (`?`), and gives as many new dice as the node at its "
            "other end has power.",
        ),
        (
            "conflict.drop",
            "Run: It's Over When It's Over",
            "A participant may give up at any time. It then loses and gets no insurance.",
        ),
        (
            "conflict.ties",
            "house",
            "On a tie, nobody wins and nothing is recorded. By a house rule, the higher face wins.",
        ),
        (
            "conflict.conclude",
            "Run: Signal and Noise",
            "The winner's changes are recorded, and spent tokens stay spent. The conclusions, "
            "development and insurance follow.",
        ),
        (
            "conflict.conclusions",
            "Run: Signal and Noise",
            "When the conflict is decided, each seat that rolled and did not give up describes a "
            "conclusion, in the order of the signals. Each of these seats may pass.",
        ),
        (
            "conflict.development",
            "Run: Development",
            "Each of the two best sides rolls as many dice as the other side had. Each side "
            "counts its most frequent face. The side with the higher count gets the difference in "
            "development tokens.",
        ),
        (
            "conflict.insurance",
            "Run: Insurance",
            "Each loser gets story tokens. Their number is the dice of the winner's signal minus "
            "the dice of the loser's signal.",
        ),
    )
)
