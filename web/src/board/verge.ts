// Cards for the state of Verge: scene, conflict, declarations, the turn in Load, notices of loss, bribes, premises.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { table } from "../kit/table";
import { facts } from "../kit/terms";
import { capital } from "../kit/text";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { answers, dice, who, whoAll } from "./card";
import { signal } from "./pieces";
import type { About, Form } from "./underway";

type Action = Schemas["DeclarationView"]["actions"][number];

export const verge: Record<string, Form> = {
  turn: { title: "Turn", show: turn },
  scene: { title: "Scene", show: scene },
  conflict: { title: "Conflict", show: conflict },
  declarations: {
    title: "Declarations",
    show: (open: Schemas["DeclarationView"][], about) =>
      listed(
        open.map((one) => declaration(one, about)),
        "cards",
      ),
  },
  notices: { title: "Notices of loss", show: notices },
  bribes: { title: "Bribes", show: bribes },
  premises: {
    title: "Premises",
    show: (all: Schemas["Premise"][]) => listed(all.map(({ aspect, text }) => [el("strong", {}, `${capital(aspect)}: `), words(text)])),
  },
  characters: { title: "Characters", show: characters },
};

function turn(own: Schemas["VergeTurnView"] | null, { names, play }: About) {
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

function scene(own: Schemas["Scene"] | null, { names }: About) {
  if (!own) return null;
  return facts({
    Place: own.place && words(own.place),
    Camera: words(own.camera),
    "Camera also saw": listed((own.seen ?? []).map((text) => words(text))),
    There: whoAll(names, own.present),
  });
}

function conflict(own: Schemas["VergeConflictView"] | null, { names }: About) {
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
    rows.length ? table("Participants", ["Name", "goal", "path", "dice", "face", "signal", "noise", "now"], rows) : null,
    trades.length ? facts({ "Dice for development": listed(trades) }) : null,
  );
}

function declaration(own: Schemas["DeclarationView"], { names }: About) {
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

function override({ shares, raises, total, owed, waiting }: Schemas["OverrideView"], names: Names) {
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

/** A change to the network, in words. */
function action(own: Action | NonNullable<Schemas["VergeGoal"]["changes"]>[number], names: Names) {
  const told = () => {
    if (own.action === "create") return ["create ", el("strong", {}, words(own.label)), ", ", words(own.edge), ", ", names.tag(own.other)];
    if (own.action === "connect")
      return ["connect ", names.tag(own.source), " → ", el("strong", {}, words(own.label)), " → ", names.tag(own.target)];
    return [`${own.action} `, names.tag(own.element)];
  };
  const quote = own.narration ? [": ", el("q", { dir: "auto" }, own.narration)] : null;
  return el("span", {}, told(), quote, own.payment ? `, paid with ${price(own.payment)}` : null);
}

const price = (purse: Record<string, number | undefined>) =>
  Object.entries(purse)
    .filter(([, amount]) => amount)
    .map(([kind, amount]) => `${amount} ${kind}`)
    .join(", ");

function notices({ owed, chosen, current, budget, lost }: Schemas["NoticesView"], { names }: About) {
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

function bribes(all: Schemas["BribeView"][], { names }: About) {
  return listed(
    all.map(({ seat, element, condition }) => [
      who(names, seat),
      " has a boost on ",
      names.tag(element),
      " for any character that does this: ",
      words(condition),
    ]),
  );
}

function characters(all: Record<string, string>, { names }: About) {
  return listed(Object.entries(all).map(([seat, node]) => [who(names, seat), " plays ", names.tag(node)]));
}
