// Notices: events of the page, each in one sentence with the next step. Unfinished texts stay as they are.

import { byId, el, words } from "../kit/dom";

/** A next step: the label of its button and its action, or the label and address of a link. */
export type Step = [string, (() => void) | string];

/** The standing notices, by their subjects: one sentence of each. */
const standing: Map<string, HTMLElement> = new Map();

/** @param about the subject: the notice replaces an earlier one about it */
export function notice(about: string, sentence: string, steps: Step[]) {
  const ways = steps.map(([name, way]) =>
    typeof way === "string" ? el("a", { href: way }, name) : el("button", { type: "button", onclick: way }, name),
  );
  standing.set(about, el("span", { class: "notice" }, words(sentence), " ", ...ways));
  show();
}

/** @param about the subject that is over */
export function over(about: string) {
  if (standing.delete(about)) show();
}

const show = () => byId("notice").replaceChildren(...standing.values());
