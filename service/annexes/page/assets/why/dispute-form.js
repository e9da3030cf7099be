// The form by which a seat challenges a ruling. It stays while time goes on around it.

import { el, words } from "../kit/dom.js";
import { Problem } from "../session/api.js";
import { copyLink } from "../session/links.js";
import { Sending } from "../session/sending.js";
import { keeping } from "../session/written.js";
import { showDispute } from "./ruling.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {{of: "event", version: number} | {of: "refusal", number: number}} About */

/**
 * What may be disputed: a ruling, the rules that it named, and the version to link to.
 * @typedef {{about: About, rules: string[], version: number}} Ruling
 */

/**
 * What somebody has written in the form: it outlasts that the page is left.
 * @typedef {{ruling: Ruling, rule: string, grounds: string}} Written
 */

/**
 * A place for one form, and what opens it.
 * @param {Watch} watch
 * @param {string} where it stands
 * @returns {{place: HTMLElement, open: (ruling: Ruling) => Promise<void>, button: (ruling: Ruling) => HTMLElement}}
 */
export function disputing(watch, where) {
  const place = el("div");
  /** @type {() => Written | null} */
  let read = () => null;
  /** @type {Written[]} */
  const [left] = keeping(watch, `dispute-${where}`, () => [read()].filter((one) => one !== null));
  const open = async (/** @type {Ruling} */ ruling, /** @type {Written | undefined} */ written = undefined) => {
    const made = el("section", { class: "dispute-form" }, el("h3", { tabindex: "-1" }, `Dispute the ruling on ${what(ruling.about)}`));
    place.replaceChildren(made);
    try {
      /** @type {Schemas["OptionsView"]} */
      const { options } = await watch.api.read("/options");
      const offered = options.find(({ fixed }) => fixed.move === "dispute");
      const close = () => {
        read = () => null;
        place.replaceChildren();
      };
      const tooMany = el("p", {}, "Too many disputes are open: one has to end first.");
      const filled = offered && form(watch, ruling, limit(offered), close);
      made.append(filled?.element ?? tooMany);
      filled?.write(written);
      read = filled?.read ?? read;
    } catch (error) {
      made.append(el("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
    // What was written before is there again, whatever else somebody looks at.
    if (!written) made.querySelector("h3")?.focus();
  };
  /** @param {Ruling} ruling */
  const button = (ruling) => el("button", { type: "button", onclick: () => open(ruling) }, "Dispute this ruling");
  if (left) open(left.ruling, left);
  return { place, open, button };
}

/** @param {About} about */
const what = (about) => (about.of === "event" ? `version ${about.version}` : `refusal ${about.number}`);

/**
 * How long grounds may be, as the option says.
 * @param {Schemas["Option"]} option
 */
function limit(option) {
  const grounds = (option.fields ?? []).find((field) => field.name === "grounds");
  return grounds && "limit" in grounds ? grounds.limit : undefined;
}

/**
 * @param {Watch} watch
 * @param {Ruling} ruling
 * @param {number | undefined} longest
 * @param {() => void} close
 */
function form(watch, ruling, longest, close) {
  const { about, rules, version } = ruling;
  const rule = el("select", { id: "dispute-rule", required: true }, ...choices(watch, rules));
  const grounds = el("textarea", { id: "dispute-grounds", required: true, rows: 4, maxlength: longest, dir: "auto" });
  const said = el("p", { role: "alert" });
  const send = el("button", { class: "main" }, "Dispute");
  const sending = new Sending(watch.api);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const asked = { move: "dispute", about, rule: rule.value, grounds: grounds.value, versions: [version] };
      const opened = await sending.make(asked, watch.unanswered);
      shown.replaceChildren(...done(opened.event, version));
    } catch (error) {
      send.disabled = false;
      said.replaceChildren(...refusal(error));
    }
  };
  const shown = el(
    "form",
    { onsubmit: submit },
    el("label", { for: "dispute-rule" }, "Rule that was misread or left out"),
    rule,
    el("label", { for: "dispute-grounds" }, "Grounds"),
    grounds,
    el("p", { class: "faint" }, "Everybody reads them. Nothing waits for a dispute: the table votes on how it ends."),
    el("p", { class: "beside" }, send, el("button", { type: "button", onclick: close }, "Not now")),
    said,
  );
  const read = () => (shown.contains(grounds) && grounds.value ? { ruling, rule: rule.value, grounds: grounds.value } : null);
  const write = (/** @type {Written | undefined} */ written) => {
    if (!written) return;
    rule.value = written.rule;
    grounds.value = written.grounds;
  };
  return { element: shown, read, write };
}

/**
 * Every rule of the game, those of the ruling first.
 * @param {Watch} watch
 * @param {string[]} named
 */
function choices({ ruleset }, named) {
  const option = (/** @type {string} */ id) => el("option", { value: id }, id);
  const others = ruleset.rules.map(({ id }) => id).filter((id) => !named.includes(id));
  const applied = el("optgroup", { label: "Named by the ruling" }, [...new Set(named)].map(option));
  return [...(named.length ? [applied] : []), el("optgroup", { label: "Other rules of the game" }, others.map(option))];
}

/**
 * @param {Schemas["Event"]} event
 * @param {number} version
 * @returns {Node[]}
 */
function done({ effects, ruling }, version) {
  const opened = /** @type {{dispute?: string}} */ (effects.find(({ effect }) => effect === "dispute_opened"))?.dispute;
  return [
    el("p", { role: "status" }, words(ruling.sentence)),
    ...(opened ? [el("p", {}, el("button", { type: "button", onclick: () => showDispute(opened) }, `Show dispute ${opened}`))] : []),
    el("p", {}, "To show somebody what it is about:"),
    copyLink(version),
  ];
}

/**
 * Why it was not taken, and what would have to be different.
 * @param {unknown} error
 * @returns {(Node | string)[]}
 */
function refusal(error) {
  if (!(error instanceof Problem)) return [String(error)];
  return [words(error.message), ...(error.body.remedy ? [" ", words(error.body.remedy)] : [])];
}
