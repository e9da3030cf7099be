// Verge under way: scene, conflict, declarations, the turn in Load, notices of loss, bribes, premises.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { table } from "../kit/table.js";
import { facts } from "../kit/terms.js";
import { capital } from "../kit/text.js";
import { answers, dice, who, whoAll } from "./card.js";
import { signal } from "./pieces.js";

/** @typedef {import("./underway.js").About} About */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */
/** @typedef {Schemas["DeclarationView"]["actions"][number]} Action */

/** @type {Record<string, import("./underway.js").Form>} */
export const verge = {
  turn: { title: "Turn", show: turn },
  scene: { title: "Scene", show: scene },
  conflict: { title: "Conflict", show: conflict },
  declarations: {
    title: "Declarations",
    show: (/** @type {Schemas["DeclarationView"][]} */ open, about) =>
      listed(
        open.map((one) => declaration(one, about)),
        "cards",
      ),
  },
  notices: { title: "Notices of loss", show: notices },
  bribes: { title: "Bribes", show: bribes },
  premises: {
    title: "What the game is about",
    show: (/** @type {Schemas["Premise"][]} */ all) =>
      listed(all.map(({ aspect, text }) => [el("strong", {}, `${capital(aspect)}: `), words(text)])),
  },
  characters: { title: "Characters", show: characters },
};

/**
 * @param {Schemas["VergeTurnView"] | null} own
 * @param {About} about
 */
function turn(own, { names, play }) {
  if (!own) return null;
  const due = own.due.map((step, n) => [step === own.next && own.due.indexOf(step) === n ? el("strong", {}, `${step} (next)`) : step]);
  return el(
    "div",
    {},
    facts({
      "Phase of Load": `${play.phase} of 7`,
      Writes: who(names, own.seat),
      "Still to do": due.length ? listed(due, "inline") : "nothing: the turn may end",
    }),
  );
}

/**
 * @param {Schemas["Scene"] | null} own
 * @param {About} about
 */
function scene(own, { names }) {
  if (!own) return null;
  return facts({
    Place: own.place && words(own.place),
    Camera: words(own.camera),
    "Camera also saw": listed((own.seen ?? []).map((text) => words(text))),
    There: whoAll(names, own.present),
  });
}

/**
 * @param {Schemas["VergeConflictView"] | null} own
 * @param {About} about
 */
function conflict(own, { names }) {
  if (!own) return null;
  const goals = own.goals.map((goal, n) => [
    el("strong", {}, `Goal ${n + 1}`),
    ", ",
    who(names, goal.by),
    ": ",
    words(goal.statement),
    ", about ",
    names.tag(goal.target),
    goal.declaration ? `, declared in ${goal.declaration}` : null,
    listed((goal.changes ?? []).map((change) => action(change, names))),
  ]);
  const rows = own.participants.map((one) => [
    el("span", {}, who(names, one.seat), " as ", names.tag(one.node)),
    one.goal,
    one.path.length ? el("span", {}, ...whoAll(names, one.path)) : null,
    one.has_rolled ? signal(one.dice, one.face) : "not rolled yet",
    one.face,
    one.has_rolled ? one.signal : null,
    one.has_rolled ? one.noise : null,
    one.has_dropped ? "dropped out" : one.seat === own.next ? "is next" : null,
  ]);
  const trades = own.trades.map(({ seat, goal, dice: number, values }) => [
    who(names, seat),
    ` for goal ${goal}: `,
    values ? dice(values) : `${number} dice to roll`,
  ]);
  return el(
    "div",
    {},
    facts({
      Stage: `${own.stage}${own.round ? `, round ${own.round}` : ""}`,
      Spotlight: who(names, own.spotlight),
      "First notice of loss": who(names, own.notice),
      Next: who(names, own.next),
      Won: own.winner === null ? null : own.winner === 0 ? "by nobody" : `by goal ${own.winner}`,
    }),
    listed(goals, "cards"),
    rows.length ? table("Who takes part", ["Who", "goal", "path", "dice", "face", "signal", "noise", "now"], rows) : null,
    trades.length ? facts({ "Dice for development": listed(trades) }) : null,
  );
}

/**
 * @param {Schemas["DeclarationView"]} own
 * @param {About} about
 */
function declaration(own, { names }) {
  const steps = own.actions.map((one, n) => {
    const state = n + 1 < own.current ? "done" : n + 1 === own.current ? "open" : "to come";
    return el("li", { class: state === "open" ? "open" : "" }, action(one, names), el("span", { class: "faint" }, ` (${state})`));
  });
  const objections = own.objections.map(({ seat, ground, reason }) => [who(names, seat), ` (${ground}): `, words(reason)]);
  return [
    el("p", {}, who(names, own.mover), ": ", words(own.overview)),
    el("ol", {}, ...steps),
    answers(names, own.asked, own.waiting),
    facts({
      "Consented to all of it": whoAll(names, own.consented_to_all),
      Objections: listed(objections),
      "In escrow": price(own.in_escrow),
      "Decided by conflict": own.conflict,
      Override: own.override && override(own.override, names),
    }),
  ];
}

/**
 * @param {Schemas["OverrideView"]} own
 * @param {Names} names
 */
function override({ shares, raises, total, owed, waiting }, names) {
  const parts = shares.map(({ element, power }) => [names.tag(element), `: ${power}`]);
  const raised = raises.map(({ seat, by, complication }) => [who(names, seat), ` raises by ${by}: `, words(complication)]);
  return facts({
    "Price of": listed(parts),
    Raised: listed(raised),
    "In all": total,
    "Not matched yet": owed || null,
    "May still raise": whoAll(names, waiting),
  });
}

/**
 * A change to the network, in words.
 * @param {Action | NonNullable<Schemas["VergeGoal"]["changes"]>[number]} own
 * @param {Names} names
 */
function action(own, names) {
  const told = () => {
    if (own.action === "create") return ["create ", el("strong", {}, words(own.label)), ", ", words(own.edge), ", ", names.tag(own.other)];
    if (own.action === "connect")
      return ["connect ", names.tag(own.source), " → ", el("strong", {}, words(own.label)), " → ", names.tag(own.target)];
    return [`${own.action} `, names.tag(own.element)];
  };
  const quote = own.narration ? [": ", el("q", { dir: "auto" }, own.narration)] : null;
  return el("span", {}, told(), quote, own.payment ? `, paid with ${price(own.payment)}` : null);
}

/** @param {Record<string, number | undefined>} purse */
const price = (purse) =>
  Object.entries(purse)
    .filter(([, amount]) => amount)
    .map(([kind, amount]) => `${amount} ${kind}`)
    .join(", ");

/**
 * @param {Schemas["NoticesView"]} own
 * @param {About} about
 */
function notices({ owed, chosen, current, budget, lost }, { names }) {
  if (!owed.length && !current && !lost.length && !Object.keys(chosen).length) return null;
  const picked = Object.entries(chosen).map(([seat, edge]) => [who(names, seat), ": ", names.tag(edge)]);
  return facts({
    "Still to come for": whoAll(names, owed),
    "Chosen to lose": listed(picked),
    "Under way":
      current && el("span", {}, who(names, current.seat), " loses ", names.tag(current.edge), current.was_fought ? ", fought" : ""),
    "The GM's budget": current && budget,
    Lost: listed(
      lost.map(({ seat, edge, how, by }) => [who(names, seat), " lost ", names.tag(edge), " to ", names.tag(by), ": ", words(how)]),
    ),
  });
}

/**
 * @param {Schemas["BribeView"][]} all
 * @param {About} about
 */
function bribes(all, { names }) {
  return listed(
    all.map(({ seat, element, condition }) => [
      who(names, seat),
      " has a boost on ",
      names.tag(element),
      " for whoever does this: ",
      words(condition),
    ]),
  );
}

/**
 * @param {Record<string, string>} all
 * @param {About} about
 */
function characters(all, { names }) {
  return listed(Object.entries(all).map(([seat, node]) => [who(names, seat), " plays ", names.tag(node)]));
}
