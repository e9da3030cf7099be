// The form for a seat to dispute a ruling. It stays open when another version is shown.

import { el, words } from "../kit/dom";
import { messageOf } from "../kit/text";
import { Problem } from "../session/api";
import { copyLink, showDispute } from "../session/links";
import { Sending } from "../session/sending";
import type { Schemas, Watch } from "../session/watch";
import { keeping } from "../session/written";

type About = { of: "event"; version: number } | { of: "refusal"; number: number };

/** The ruling to dispute, the rules that it named, and the version to link to. */
export type Ruling = { about: About; rules: string[]; version: number };

/** The content of the form, which is kept when the page is left. */
type Written = { ruling: Ruling; rule: string; grounds: string };

/**
 * Make a place for one form, the function that opens the form, and a button for it.
 * @param where the name of the place, which distinguishes its kept text
 */
export function disputing(
  watch: Watch,
  where: string,
): { place: HTMLElement; open: (ruling: Ruling) => Promise<void>; button: (ruling: Ruling) => HTMLElement } {
  const place = el("div");
  let read: () => Written | null = () => null;
  const [left]: Written[] = keeping(watch, `dispute-${where}`, () => [read()].filter((one) => one !== null));
  const open = async (ruling: Ruling, written: Written | undefined = undefined) => {
    const made = el("section", { class: "dispute-form" }, el("h3", { tabindex: "-1" }, `Dispute the ruling on ${what(ruling.about)}`));
    place.replaceChildren(made);
    try {
      const { options }: Schemas["OptionsView"] = await watch.api.read("/options");
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
      made.append(el("p", { class: "problem", role: "alert" }, messageOf(error)));
    }
    // A form that returns with an earlier text does not take the focus.
    if (!written) made.querySelector("h3")?.focus();
  };
  const button = (ruling: Ruling) => el("button", { type: "button", onclick: () => open(ruling) }, "Dispute this ruling");
  if (left) open(left.ruling, left);
  return { place, open, button };
}

const what = (about: About) => (about.of === "event" ? `version ${about.version}` : `refusal ${about.number}`);

/** The maximum length of the grounds, from the option. */
function limit(option: Schemas["Option"]) {
  const grounds = (option.fields ?? []).find((field) => field.name === "grounds");
  return grounds && "limit" in grounds ? grounds.limit : undefined;
}

function form(watch: Watch, ruling: Ruling, longest: number | undefined, close: () => void) {
  const { about, rules, version } = ruling;
  const rule = el("select", { id: "dispute-rule", required: true }, ...choices(watch, rules));
  const grounds = el("textarea", { id: "dispute-grounds", required: true, rows: 4, maxlength: longest, dir: "auto" });
  const said = el("p", { role: "alert" });
  const send = el("button", { class: "main" }, "Dispute");
  const sending = new Sending(watch.api);
  const submit = async (event: Event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const asked = { move: "dispute", about, rule: rule.value, grounds: grounds.value, versions: [version] };
      const opened = await sending.make(asked, watch.unanswered);
      shown.replaceChildren(...done(opened.event, version));
    } catch (error) {
      send.disabled = false;
      said.replaceChildren(words(error instanceof Problem ? error.advice : String(error)));
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
  const write = (written: Written | undefined) => {
    if (!written) return;
    rule.value = written.rule;
    grounds.value = written.grounds;
  };
  return { element: shown, read, write };
}

/** All rules of the game, first those that the ruling named. */
function choices({ ruleset }: Watch, named: string[]) {
  const option = (id: string) => el("option", { value: id }, id);
  const others = ruleset.rules.map(({ id }) => id).filter((id) => !named.includes(id));
  const applied = el("optgroup", { label: "Named by the ruling" }, [...new Set(named)].map(option));
  return [...(named.length ? [applied] : []), el("optgroup", { label: "Other rules of the game" }, others.map(option))];
}

function done({ effects, ruling }: Schemas["Event"], version: number): Node[] {
  const opened = (effects.find(({ effect }) => effect === "dispute_opened") as { dispute?: string })?.dispute;
  return [
    el("p", { role: "status" }, words(ruling.sentence)),
    ...(opened ? [el("p", {}, showDispute(opened))] : []),
    el("p", {}, "Link to the disputed ruling:"),
    copyLink(version),
  ];
}
