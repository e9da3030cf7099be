// The opening of a table to try: recorded moves, each with its seat, up to a first question for the newcomer.
//
// This module is only data. No other module of the page contains moves of a game.

import type { Step } from "./trial";

/** The names of the seats, the GM first. The newcomer is the second. */
export const SEATS = ["Ann", "Robin", "Cy"];

/** The position of the newcomer's seat, from 0. */
export const NEWCOMER = 1;

export const OPENING: [number, Record<string, unknown>][] = [
  [
    0,
    {
      move: "propose",
      subject: { subject: "adopt_premise", aspect: "setting", text: "A drowned harbour town that keeps its debts by lantern light." },
    },
  ],
  [1, { move: "agree", proposal: "p1" }],
  [2, { move: "agree", proposal: "p1" }],
  [0, { move: "propose", subject: { subject: "finish_compile" } }],
  [1, { move: "agree", proposal: "p2" }],
  [2, { move: "agree", proposal: "p2" }],
  [0, { move: "write_node", label: "Salt Fever" }],
  [1, { move: "write_node", label: "Debt" }],
  [2, { move: "write_node", label: "Drowned Bells" }],
  [0, { move: "write_node", label: "Harbour Watch" }],
  [0, { move: "write_edge", label: "quarantines", other: "n1" }],
  [0, { move: "mark", element: "n3", mark: "!" }],
  [0, { move: "mark", element: "n2", mark: "!" }],
  [1, { move: "write_node", label: "Lantern Bank" }],
  [1, { move: "write_edge", label: "lives on", other: "n2" }],
  [1, { move: "mark", element: "e1", mark: "!" }],
  [1, { move: "mark", element: "n3", mark: "!" }],
  [2, { move: "write_node", label: "The Bellfounders" }],
  [2, { move: "write_edge", label: "listen for", other: "n3" }],
  [2, { move: "mark", element: "n2", mark: "!" }],
  [2, { move: "mark", element: "e1", mark: "!" }],
  [0, { move: "write_node", label: "Captain Marrow" }],
  [0, { move: "write_edge", label: "commands", other: "n4" }],
  [0, { move: "mark", element: "e3", mark: "!" }],
  [0, { move: "mark", element: "n3", mark: "!" }],
  [1, { move: "write_node", label: "Ines Vale" }],
  [1, { move: "write_edge", label: "cooks the books of", other: "n5" }],
  [1, { move: "mark", element: "n6", mark: "!" }],
  [1, { move: "mark", element: "n1", mark: "!" }],
  [2, { move: "write_node", label: "Old Tobiah" }],
  [2, { move: "write_edge", label: "casts for", other: "n6" }],
  [2, { move: "mark", element: "n8", mark: "!" }],
  [2, { move: "mark", element: "n4", mark: "!" }],
  [0, { move: "write_node", label: "Sister Ash" }],
  [0, { move: "write_edge", label: "nurses", other: "n1" }],
  [0, { move: "mark", element: "n6", mark: "!" }],
  [0, { move: "mark", element: "n8", mark: "!" }],
  [1, { move: "claim", node: "n8" }],
  [1, { move: "mark", element: "e3", mark: "!" }],
  [1, { move: "mark", element: "n1", mark: "!" }],
  [2, { move: "claim", node: "n9" }],
  [2, { move: "mark", element: "n8", mark: "!" }],
  [2, { move: "mark", element: "e7", mark: "!" }],
  [0, { move: "tie", person: "n10", thing: { label: "A Clean Name" }, label: "guards" }],
  [0, { move: "mark", element: "e2", mark: "!" }],
  [0, { move: "mark", element: "n6", mark: "!" }],
  [1, { move: "tie", person: "n8", thing: { label: "The Second Ledger" }, label: "keeps" }],
  [1, { move: "mark", element: "n11", mark: "!" }],
  [1, { move: "mark", element: "e3", mark: "!" }],
  [2, { move: "tie", person: "n9", thing: { label: "The Cracked Mould" }, label: "cannot mend" }],
  [2, { move: "mark", element: "n7", mark: "!" }],
  [2, { move: "mark", element: "n1", mark: "!" }],
  [0, { move: "tie", person: "n10", thing: "n8", label: "once taught" }],
  [0, { move: "mark", element: "n13", mark: "!" }],
  [0, { move: "mark", element: "e9", mark: "!" }],
  [1, { move: "tie", person: "n8", thing: "n1", label: "survived" }],
  [1, { move: "mark", element: "e3", mark: "!" }],
  [1, { move: "mark", element: "n9", mark: "!" }],
  [2, { move: "tie", person: "n9", thing: "n3", label: "is haunted by" }],
  [2, { move: "mark", element: "e4", mark: "!" }],
  [2, { move: "mark", element: "n7", mark: "!" }],
  [0, { move: "propose", subject: { subject: "accept_network" } }],
  [1, { move: "agree", proposal: "p3" }],
  [2, { move: "agree", proposal: "p3" }],
  [2, { move: "choose_loss", edge: "e10" }],
  [1, { move: "choose_loss", edge: "e9" }],
  [
    0,
    {
      move: "frame",
      camera: "Rain on the quay. Tobiah waits under the bell that has not rung for years.",
      place: "The old quay",
      present: ["n9"],
      notice: "s3",
    },
  ],
  [
    2,
    {
      move: "declare",
      overview: "The bell wakes.",
      actions: [
        {
          action: "create",
          label: "The Ninth Bell",
          kind: "thing",
          edge: "calls",
          other: "n9",
          narration: "It hums, although nobody has touched it.",
        },
      ],
    },
  ],
  [0, { move: "consent", declaration: "d1" }],
];

/** The first steps of a newcomer, each with the moves that complete it, and in some steps with a move that the page can fill in. */
export const STEPS: Step[] = [
  { says: "Cy asks you something. Consent, or say what you object to.", done: ["consent", "object", "override"] },
  {
    says: "Now change the network yourself: a witness turns up. The others answer.",
    done: ["declare"],
    draft: {
      move: "declare",
      overview: "A witness turns up.",
      actions: [
        {
          action: "create",
          label: "The Night Clerk",
          kind: "person",
          edge: "saw",
          other: "n4",
          narration: "He was on the quay that night.",
          nature: "backstory",
        },
      ],
    },
  },
  {
    says: "Somebody is in your way. Call a conflict over it.",
    done: ["call_conflict"],
    draft: { move: "call_conflict", reason: "The clerk must not talk to the Watch." },
  },
  {
    says: "Join it with Ines Vale, and say what you fight for.",
    done: ["join_conflict", "stand_aside"],
    draft: { move: "join_conflict", node: "n8", goal: { statement: "He talks only to me.", target: "n4" } },
  },
  { says: "Roll the dice, and see what they count.", done: ["roll"], draft: { move: "roll", explanation: "She knows his debts." } },
];
