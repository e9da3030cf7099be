// What was refused, and what was disputed, up to the version that is shown.

import { el, words } from "../kit/dom.js";
import { list } from "../kit/list.js";
import { inWords } from "../kit/text.js";
import { moment, raw, told } from "../session/fields.js";
import { versionLink } from "../session/links.js";
import { namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { granting } from "../session/wishes.js";
import { disputing } from "./dispute-form.js";
import { about, disputed, disputesNow, placeOf } from "./disputes.js";
import { rule } from "./ruling.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/fields.js").Reading} Reading */
/** @typedef {Schemas["RefusalView"]} Refusal */

/** As many as the server keeps. */
const REFUSALS = 200;
const DISPUTES = 100;

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function refused(place, watch) {
  const challenge = disputing(watch, "refused");
  const shown = el("div");
  place.append(el("h2", {}, "Refused and disputed"), challenge.place, shown);
  /** The dispute that somebody wants to see. @type {string | null} */
  let wanted = null;
  const show = async (/** @type {number} */ version, /** @type {AbortSignal | undefined} */ signal) => {
    const parts = await cases(watch, version, challenge.button, wanted, signal);
    const look = el("button", { type: "button", onclick: again }, "Look again");
    shown.replaceChildren(...parts, look);
    if (wanted) seek(shown, wanted);
    wanted = null;
  };
  const again = async () => {
    try {
      await show(watch.moment.version, undefined);
    } catch (error) {
      shown.prepend(el("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  };
  granting("dispute", (id) => {
    wanted = id;
    // A panel that is being filled finds it by itself.
    if (shown.getAttribute("aria-busy") === "false") again();
  });
  place.addEventListener("shown", () => shown.dispatchEvent(new Event("shown")));
  panel(shown, watch, ({ version }, signal) => show(version, signal));
}

/**
 * @param {HTMLElement} shown
 * @param {string} id
 */
function seek(shown, id) {
  const found = shown.querySelector(`#${placeOf(id)}`);
  if (!(found instanceof HTMLElement)) return;
  found.focus();
  found.scrollIntoView({ block: "start" });
}

/**
 * Disputes as they stood at a version, those that came since, and what was refused up to it.
 * @param {Watch} watch
 * @param {number} version
 * @param {(ruling: import("./dispute-form.js").Ruling) => Node} button
 * @param {string | null} wanted
 * @param {AbortSignal} [signal]
 * @returns {Promise<Node[]>}
 */
async function cases(watch, version, button, wanted, signal) {
  /** @type {[Schemas["DisputesView"], Schemas["DisputeView"][], Schemas["RefusalsView"], import("../session/names.js").Names]} */
  const [{ disputes: then }, now, { refusals }, names] = await Promise.all([
    watch.api.read("/disputes", { at: version, limit: DISPUTES }, signal),
    disputesNow(watch, signal),
    watch.api.read("/refusals", { limit: REFUSALS }, signal),
    namesAt(watch, version),
  ]);
  const reading = { watch, names };
  const since = now.filter(({ dispute }) => !then.some((one) => one.dispute === dispute));
  return [
    el("h3", {}, "Disputes"),
    disputed(reading, then, wanted),
    ...(since.length ? [el("h3", {}, "Disputed since"), disputed(reading, since, wanted)] : []),
    el("h3", {}, "Refused moves"),
    refusedMoves(reading, refusals, now, version, button),
  ];
}

/**
 * @param {Reading} reading
 * @param {Refusal[]} refusals the newest first
 * @param {Schemas["DisputeView"][]} disputes
 * @param {number} version
 * @param {(ruling: import("./dispute-form.js").Ruling) => Node} button
 */
function refusedMoves(reading, refusals, disputes, version, button) {
  const there = refusals.filter((one) => one.version <= version);
  if (!there.length) return el("p", { class: "faint" }, "No move was refused up to here. Dry runs are not counted.");
  const shown = (/** @type {Refusal} */ one) => el("li", {}, refusal(reading, one, button), about(disputes, "refusal", one.number));
  return list(there, shown, { first: 10, class: "cases", name: "Refused moves" });
}

/**
 * @param {Reading} reading
 * @param {Refusal} one
 * @param {(ruling: import("./dispute-form.js").Ruling) => Node} button
 */
function refusal(reading, one, button) {
  const { watch, names } = reading;
  const { number, version, at, type, seat, sentence, remedy } = one;
  return el(
    "article",
    {},
    el("h4", {}, `Refusal ${number}: `, seat ? names.tag(seat) : "nobody's seat", ` asks for ${inWords(type)}`),
    el("p", { class: "faint" }, "At ", versionLink(watch, version), ", ", moment(at)),
    el("p", {}, words(sentence)),
    el("p", {}, el("strong", {}, "To be legal: "), words(remedy)),
    rule(reading, one.rule),
    asked(watch, one),
    watch.seat ? button({ about: { of: "refusal", number }, rules: [one.rule], version }) : null,
  );
}

/**
 * The move and what the rule saw, with the names of then: they are asked for only when somebody looks.
 * @param {Watch} watch
 * @param {Refusal} one
 */
function asked(watch, one) {
  const inside = el("div");
  const open = async () => {
    if (inside.firstChild) return;
    const reading = { watch, names: await namesAt(watch, one.version) };
    const { move: _, ...fields } = /** @type {Record<string, unknown>} */ (one.move ?? {});
    inside.replaceChildren(
      el("h5", {}, "The move as asked"),
      one.move ? told(reading, fields) : el("p", {}, "It was longer than what is kept."),
      el("h5", {}, "What the rule saw"),
      told(reading, one.facts),
      raw(one, "Proof, as JSON"),
    );
  };
  return el("details", { ontoggle: open }, el("summary", {}, "The move, and what the rule saw"), inside);
}
