// Disputes as they stood at a version, what was said of them, and how they ended.

import { el, words } from "../kit/dom.js";
import { list } from "../kit/list.js";
import { inWords } from "../kit/text.js";
import { rulePage } from "../session/base.js";
import { told } from "../session/fields.js";
import { versionLink } from "../session/links.js";
import { rule, showDispute } from "./ruling.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/fields.js").Reading} Reading */
/** @typedef {Schemas["DisputeView"]} Dispute */
/** @typedef {Schemas["SettlementView"]} Settlement */
/** @typedef {Schemas["ClosingView"]} Closing */

const FIRST = 10;

/** Where a dispute stands on the page. @param {string} id */
export const placeOf = (id) => `dispute-${id}`;

/**
 * The newest disputes of all, whatever version is shown.
 * @param {import("../session/watch.js").Watch} watch
 * @param {AbortSignal} [signal]
 * @returns {Promise<Dispute[]>}
 */
export async function disputesNow(watch, signal) {
  return (await watch.api.read("/disputes", { at: watch.head, limit: 100 }, signal)).disputes;
}

/**
 * Which disputes are about a ruling, with what became of them.
 * @param {Dispute[]} disputes
 * @param {"event" | "refusal"} of
 * @param {number} number
 * @returns {HTMLElement | null}
 */
export function about(disputes, of, number) {
  const found = disputes.filter((one) => one.about.of === of && one.about.number === number);
  if (!found.length) return null;
  const shown = found.map(({ dispute, status }) =>
    el("button", { type: "button", onclick: () => showDispute(dispute) }, `Disputed in ${dispute}: ${status}`),
  );
  return el("p", { class: "beside" }, shown);
}

/**
 * Disputes, those that are open first.
 * @param {Reading} reading
 * @param {Dispute[]} disputes the newest first
 * @param {string | null} wanted one that has to be among those that are shown at once
 */
export function disputed(reading, disputes, wanted) {
  const isOpen = (/** @type {Dispute} */ { status }) => status === "open";
  const sorted = [...disputes.filter(isOpen), ...disputes.filter((one) => !isOpen(one))];
  if (!sorted.length) return el("p", { class: "faint" }, "Nothing was disputed up to here.");
  const first = Math.max(FIRST, sorted.findIndex((one) => one.dispute === wanted) + 1);
  return list(sorted, (one) => el("li", {}, dispute(reading, one)), { first, class: "cases", name: "Disputes" });
}

/**
 * @param {Reading} reading
 * @param {Dispute} one
 */
function dispute(reading, one) {
  const { watch, names } = reading;
  const { of, number } = one.about;
  const refusal = () => el("span", {}, `refusal ${number}, at `, versionLink(watch, one.ruled.version));
  const asked = of === "event" ? versionLink(watch, number) : refusal();
  const parts = el("article", { id: placeOf(one.dispute), tabindex: "-1" });
  parts.append(
    el("h4", {}, `Dispute ${one.dispute}: `, el("span", { class: `status ${one.status}` }, one.status)),
    el("p", {}, names.tag(one.by), " disputes the ruling on ", asked, " in ", versionLink(watch, one.event.version), ":"),
    el("blockquote", {}, words(one.ruled.sentence)),
    rule(reading, one.rule.rule),
    el("p", {}, el("strong", {}, "Grounds: "), words(one.grounds)),
    ...evidence(reading, one),
  );
  const said = (/** @type {Schemas["ViewView"]} */ view) =>
    el("li", {}, names.tag(view.seat), ": ", words(view.text), ...evidence(reading, view));
  if (one.views.length) parts.append(list(one.views, said, { first: 5, name: "Views" }));
  if (one.settlement) parts.append(settlement(reading, one.settlement, true));
  if (one.appeal) parts.append(...appeal(reading, one.appeal));
  if (one.closing) parts.append(closing(reading, one.closing, "Settled"));
  return parts;
}

/**
 * @param {Reading} reading
 * @param {{versions: Schemas["EventLink"][], rules: Schemas["RuleLink"][]}} given
 * @returns {Node[]}
 */
function evidence({ watch }, { versions, rules }) {
  if (!versions.length && !rules.length) return [];
  const shown = [
    ...versions.map(({ version }) => versionLink(watch, version)),
    ...rules.map(({ rule: id }) => el("a", { href: rulePage(watch.ruleset.name, id) }, el("code", {}, id))),
  ];
  return [el("p", {}, "Evidence: ", ...shown.flatMap((each, n) => (n ? [", ", each] : [each])))];
}

/**
 * @param {Reading} reading
 * @param {Settlement} found
 * @param {boolean} isRunning whether it is still voted on
 */
function settlement(reading, found, isRunning) {
  const { watch, names } = reading;
  const { remedy, ...fields } = /** @type {{remedy: string}} */ (found.remedy);
  const waiting = found.asked.filter((seat) => !found.yes.includes(seat) && !found.no.includes(seat));
  const proposed = [names.tag(found.by), " proposed in ", versionLink(watch, found.event.version), ". "];
  const votes = Object.entries({ yes: found.yes, no: found.no, [isRunning ? "not yet" : "no vote"]: waiting }).filter(
    ([, seats]) => seats.length,
  );
  return el(
    "div",
    { class: "settlement" },
    el(
      "p",
      {},
      el("strong", {}, isRunning ? "Under vote: " : "Agreed: "),
      `the ruling is ${found.outcome}, as `,
      ...proposed,
      words(found.reason),
    ),
    el("p", {}, `Remedy: ${inWords(remedy)}`),
    Object.keys(fields).length ? told(reading, fields) : null,
    el(
      "p",
      {},
      votes.flatMap(([vote, seats], n) => [n ? "; " : "", `${vote}: `, seats.map((seat) => names.of(seat)).join(", ")]),
    ),
    isRunning ? el("p", { class: "faint" }, found.everyone ? "Everyone has to agree." : "More than half have to agree.") : null,
  );
}

/**
 * @param {Reading} reading
 * @param {Schemas["AppealView"]} found
 */
function appeal(reading, { seat, event, grounds, earlier }) {
  const { watch, names } = reading;
  const asked = el("p", {}, names.tag(seat), " appealed in ", versionLink(watch, event.version), ": ", words(grounds));
  return [asked, closing(reading, earlier, "Settled before")];
}

/**
 * @param {Reading} reading
 * @param {Closing} found
 * @param {string} stage
 */
function closing(reading, found, stage) {
  const ended = el(
    "p",
    {},
    el("strong", {}, `${stage}: ${found.outcome}`),
    ", in ",
    versionLink(reading.watch, found.event.version),
    ". ",
    words(found.reason),
  );
  return el("div", {}, ended, found.settlement ? settlement(reading, found.settlement, false) : null);
}
