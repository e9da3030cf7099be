// Disputes at a version, with their grounds and results.

import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { inWords } from "../kit/text";
import { rulePage } from "../session/base";
import type { Reading } from "../session/fields";
import { told } from "../session/fields";
import { numbered, showDispute, versionLink } from "../session/links";
import type { Schemas, Watch } from "../session/watch";
import { rule } from "./ruling";

type Dispute = Schemas["DisputeView"];
type Settlement = Schemas["SettlementView"];
type Closing = Schemas["ClosingView"];

const FIRST = 10;

/** The id of a dispute's element on the page. */
export const placeOf = (id: string) => `dispute-${id}`;

/** The disputes at the newest version, even if an older version is shown. */
export async function disputesNow(watch: Watch, signal?: AbortSignal): Promise<Dispute[]> {
  return (await watch.api.read("/disputes", { at: watch.head, limit: 100 }, signal)).disputes;
}

/** Buttons for the disputes about a ruling, with their results; null if there are none. */
export function about(disputes: Dispute[], of: "event" | "refusal", number: number): HTMLElement | null {
  const found = disputes.filter((one) => one.about.of === of && one.about.number === number);
  if (!found.length) return null;
  return el(
    "p",
    { class: "beside" },
    found.map(({ dispute, status }) => showDispute(dispute, `Dispute ${numbered(dispute)}: ${status}`)),
  );
}

/**
 * A list of disputes, the open ones first.
 * @param disputes the disputes, the newest first
 * @param wanted the id of a dispute that must be visible without a press on “more”
 */
export function disputed(reading: Reading, disputes: Dispute[], wanted: string | null) {
  const isOpen = ({ status }: Dispute) => status === "open";
  const sorted = [...disputes.filter(isOpen), ...disputes.filter((one) => !isOpen(one))];
  if (!sorted.length) return el("p", { class: "faint" }, "Nothing was disputed up to here.");
  const first = Math.max(FIRST, sorted.findIndex((one) => one.dispute === wanted) + 1);
  return list(sorted, (one) => el("li", {}, dispute(reading, one)), { first, class: "cases", name: "Disputes" });
}

function dispute(reading: Reading, one: Dispute) {
  const { watch, names } = reading;
  const { of, number } = one.about;
  const refusal = () => el("span", {}, `refusal ${number}, at `, versionLink(watch, one.ruled.version));
  const asked = of === "event" ? versionLink(watch, number) : refusal();
  const parts = el("article", { id: placeOf(one.dispute), tabindex: "-1" });
  parts.append(
    el("h4", {}, `Dispute ${numbered(one.dispute)}: `, el("span", { class: `status ${one.status}` }, one.status)),
    el("p", {}, names.tag(one.by), " disputes the ruling on ", asked, " in ", versionLink(watch, one.event.version), ":"),
    el("blockquote", {}, words(one.ruled.sentence)),
    rule(reading, one.rule.rule),
    el("p", {}, el("strong", {}, "Grounds: "), words(one.grounds)),
    ...evidence(reading, one),
  );
  const said = (view: Schemas["ViewView"]) => el("li", {}, names.tag(view.seat), ": ", words(view.text), ...evidence(reading, view));
  if (one.views.length) parts.append(list(one.views, said, { first: 5, name: "Views" }));
  if (one.settlement) parts.append(settlement(reading, one.settlement, true));
  if (one.appeal) parts.append(...appeal(reading, one.appeal));
  if (one.closing) parts.append(closing(reading, one.closing, "Settled"));
  return parts;
}

function evidence({ watch }: Reading, { versions, rules }: { versions: Schemas["EventLink"][]; rules: Schemas["RuleLink"][] }): Node[] {
  if (!versions.length && !rules.length) return [];
  const shown = [
    ...versions.map(({ version }) => versionLink(watch, version)),
    ...rules.map(({ rule: id }) => el("a", { href: rulePage(watch.ruleset.name, id) }, el("code", {}, id))),
  ];
  return [el("p", {}, "Evidence: ", ...shown.flatMap((each, n) => (n ? [", ", each] : [each])))];
}

/** @param isRunning whether the vote on the settlement is still open */
function settlement(reading: Reading, found: Settlement, isRunning: boolean) {
  const { watch, names } = reading;
  const { remedy, ...fields } = found.remedy as { remedy: string };
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

function appeal(reading: Reading, { seat, event, grounds, earlier }: Schemas["AppealView"]) {
  const { watch, names } = reading;
  const asked = el("p", {}, names.tag(seat), " appealed in ", versionLink(watch, event.version), ": ", words(grounds));
  return [asked, closing(reading, earlier, "Settled before")];
}

function closing(reading: Reading, found: Closing, stage: string) {
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
