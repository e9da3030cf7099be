"""Verge's rules that are built, in our words, and its house rules."""

from domain.house_rule import HouseRule, house_rules
from domain.identifier import HouseRuleId, RuleId
from domain.rule import rulebook
from domain.seating import RULES as TABLE_RULES

RULES = TABLE_RULES | rulebook(
    (
        # The network
        (
            "network.node",
            "Load: Nodes",
            "A node is a noun: a label, perhaps a kind, and the seat that wrote it.",
        ),
        (
            "network.edge",
            "Load: Edges",
            "An edge is a verb from one node to another; its direction has a meaning but no power, "
            "and two nodes may have many. No edge leads from a node to itself.",
        ),
        (
            "network.similar",
            "Load: Nodes; Ratification and Power",
            "Nothing is written twice in a similar form, not even what was eliminated. The same "
            "but for case, punctuation, accents, articles and number is refused; what is merely "
            "close (85 % of the sorted words) is refused until the writer acknowledges it. Edges "
            "are compared with those between the same two nodes in the same direction.",
        ),
        (
            "network.relationship",
            "Load: Nodes",
            "Advice: a relation such as “wife of” is better drawn as an edge than put in a label.",
        ),
        (
            "mark.order",
            "Load: Matters of Efficiency and Neatness",
            "Marks stand after the label in the order in which they were written; a repair "
            "crosses out the latest ?.",
        ),
        (
            "mark.power",
            "Load: Ratification and Power; Run: Changing the Network",
            "Standing is the number of ! less the number of X; power is standing less the number "
            "of ? and may be negative.",
        ),
        (
            "mark.strikes",
            "Load: Ratification and Power",
            "The third X eliminates at once, however many ! there are.",
        ),
        (
            "mark.standing",
            "Load: Phase 7; Run: Changing the Network",
            "A standing below 0 eliminates: in Load at cash-out, in Run at once. Weakening never "
            "eliminates.",
        ),
        (
            "mark.elimination",
            "Load: Ratification and Power",
            "What is eliminated takes no mark and no part in the fiction but stays readable. A "
            "node takes its edges with it; an edge leaves its nodes.",
        ),
        (
            "character.claim",
            "Load: Characters",
            "A character is a named node that one seat has claimed; a seat has at most one. Who "
            "has none may claim one in Run, with everyone's consent.",
        ),
        (
            "character.will",
            "Load: Characters",
            "A claim gives the sole say over how the character reacts, not over what happens to "
            "it: others may still connect, weaken and strengthen it.",
        ),
        # Compile
        (
            "compile.gm",
            "Compile",
            "One seat is the GM's. Handing it over needs everyone's agreement, at any time.",
        ),
        (
            "compile.premise",
            "Compile",
            "Genre, setting, tone and themes are proposed and agreed, and can be un-agreed later; "
            "none of them is required.",
        ),
        (
            "compile.limits",
            "Compile",
            "Any seat draws a line or a veil at any time and needs nobody's agreement for it.",
        ),
        (
            "compile.signal",
            "Compile",
            "Any seat may pause play at any time, anonymously if it likes: then no record holds "
            "whose signal it was. Everyone agrees to resume.",
        ),
        ("compile.finish", "Compile", "Everyone agrees to go on to Load."),
        (
            "compile.house_rules",
            "house",
            "House rules are chosen at the start; changing one needs everyone's agreement.",
        ),
        # Load
        (
            "load.ideas",
            "Load: Phase 1",
            "Each seat in turn writes one idea, ideology, technology or theme, unconnected.",
        ),
        (
            "load.organizations",
            "Load: Phase 2",
            "Each seat in turn writes an organization, draws an edge from it to another node, and "
            "makes two marks.",
        ),
        (
            "load.people",
            "Load: Phase 3",
            "Each seat in turn writes a person, draws an edge from it to another node, and makes "
            "two marks.",
        ),
        (
            "load.characters",
            "Load: Phase 4",
            "Each player claims an unclaimed person, or writes and joins a new one and claims it; "
            "the GM writes and joins one and claims none; then two marks.",
        ),
        (
            "load.first_thing",
            "Load: Phase 5",
            "Each player ties the own character by a new edge, #1 with four !, to what matters "
            "most to it; the GM does so for at least one unclaimed person; then two marks.",
        ),
        (
            "load.second_thing",
            "Load: Phase 6",
            "As in phase 5 with the second most important thing: #2, with two !.",
        ),
        (
            "load.marks",
            "Load: Phases 2 to 6",
            "A turn's two marks go to two different elements, each ! or X, none written by the "
            "marker, none the marker's own character, none eliminated.",
        ),
        (
            "load.relabel",
            "house",
            "Within the same turn its seat may reword what it has just written.",
        ),
        (
            "load.cash_out",
            "Load: Phase 7",
            "A seat gets one story token for each ! and loses one for each X on all that it "
            "wrote, eliminated elements included, but never ends below 0.",
        ),
        (
            "load.accept",
            "Load: Load Procedure; Summary",
            "Everyone agrees that the network is good and Run begins; or everyone agrees to scrap "
            "it, and Load starts over on a clean sheet.",
        ),
        # Tokens
        (
            "token.kinds",
            "Run: Tokens; Earning Tokens",
            "Story, development and boost tokens move from account to account, each time with a "
            "reason. The bank's story and development tokens do not run out; there is exactly one "
            "boost for each seat.",
        ),
        (
            "token.pay",
            "Run: Consent",
            "Tokens are paid action by action: unless the payment is named, exactly the kinds "
            "that are asked for, then boosts.",
        ),
        (
            "token.boost",
            "Run: Earning Tokens",
            "A boost pays for a story or a development token. A player's goes to the GM when it "
            "is spent, the GM's to the bank.",
        ),
        (
            "token.ratified",
            "Run: Earning Tokens",
            "In Run, who wrote an element gets a story token when somebody else strengthens it.",
        ),
        # Changes
        (
            "change.create",
            "Run: Changing the Network",
            "For 1 story token: a new node, and a new edge between it and one that is there, "
            "after it was framed and described.",
        ),
        (
            "change.connect",
            "Run: Changing the Network",
            "For 1 story token: a new edge between two nodes, after narrating what it means.",
        ),
        (
            "change.strike",
            "Run: Changing the Network",
            "For 1 story token: an X, with the reason. Nobody may object, it is recorded at once, "
            "and never on a claimed character.",
        ),
        (
            "change.strengthen",
            "Run: Changing the Network",
            "For 1 story token, on what one wrote oneself 1 development token more: an ! for an "
            "event in the fiction, never on an element that has a ?.",
        ),
        (
            "change.weaken",
            "Run: Changing the Network",
            "For 1 development token: a ? for an event in the fiction; power may fall below 0.",
        ),
        (
            "change.repair",
            "Run: Changing the Network",
            "For 1 development token: one ? less, for an event in the fiction.",
        ),
        # Consent and control
        (
            "consent.declare",
            "Run: Consent; Procedure",
            "Changes are declared before they are made: an overview, then one or more actions in "
            "order, each a matter of fiction or of backstory.",
        ),
        (
            "consent.one_at_a_time",
            "Run: Consent; Procedure",
            "Actions are taken in order. Each is open until every other seat has consented or "
            "objected, then paid and recorded by itself; a later failure leaves it recorded.",
        ),
        (
            "consent.objection",
            "Run: Consent",
            "An objection names its ground and stops the action: fiction, authorship; or bogus, "
            "for which striking is the means, so that the action goes on.",
        ),
        (
            "consent.negotiate",
            "Run: Consent",
            "The mover may reword an action, which opens it to everyone again, or withdraw it and "
            "get its cost back.",
        ),
        (
            "control.own",
            "Run: Overrides",
            "A seat controls its character, the edges at it, and the nodes one edge away.",
        ),
        (
            "control.gm",
            "Run: Overrides",
            "What no player controls that way the GM controls; by house rule, its creator.",
        ),
        (
            "control.protected",
            "Run: Overrides",
            "Nobody may object when the mover strengthens, weakens or repairs what it controls, "
            "connects two nodes that it controls, or joins a new node to one that it alone "
            "controls.",
        ),
        # Scenes
        (
            "scene.frame",
            "Run: The Camera",
            "The GM frames a scene: what the camera shows, where, and who is there; the others "
            "add what it sees.",
        ),
        ("scene.cut_in", "Run: The Camera", "Joining a scene under way needs the GM's word."),
    )
)


def _bears_on(*rules: str) -> tuple[RuleId, ...]:
    return tuple(RuleId(rule) for rule in rules)


HOUSE_RULES = house_rules(
    HouseRule(
        HouseRuleId("residual_control"),
        "Who controls what no player controls through a character.",
        _bears_on("control.gm"),
        ("gm", "creator"),
    ),
    HouseRule(
        HouseRuleId("override_payee"),
        "Who gets the tokens that override an objection.",
        _bears_on("override.payee"),
        ("controller", "bank"),
    ),
    HouseRule(
        HouseRuleId("conflict_ties"),
        "What happens when the best signals of a conflict are equal.",
        _bears_on("conflict.ties"),
        ("status_quo", "higher_face"),
    ),
    HouseRule(
        HouseRuleId("consent"),
        "Whether consent is given explicitly, or silence for a while is consent.",
        _bears_on("consent.one_at_a_time"),
        ("explicit", "window"),
    ),
    HouseRule(
        HouseRuleId("consent_seconds"),
        "How long the window of consent stays open, in seconds.",
        _bears_on("consent.one_at_a_time"),
        default_number=120,
        least=5,
        most=604_800,
    ),
    HouseRule(
        HouseRuleId("dice"),
        "Whether the server rolls, or real dice are typed in and marked as such.",
        _bears_on("conflict.roll"),
        ("server", "reported"),
    ),
    HouseRule(
        HouseRuleId("undo"),
        "Who has to agree before moves are undone.",
        _bears_on(),
        ("unanimous", "gm", "mover"),
    ),
    HouseRule(
        HouseRuleId("controlling_interest"),
        "Whether seats buy controlling interest in elements.",
        _bears_on("interest.buy"),
        ("off", "on"),
    ),
    HouseRule(
        HouseRuleId("seat_limit"),
        "How many seats with a say in play the table has at most, the GM's included.",
        _bears_on("table.seats"),
        default_number=12,
        least=2,
        most=50,
    ),
)
"""Those of chapters that are not built yet are chosen, stored and shown all the same."""
