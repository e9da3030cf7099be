// Notices: sentences about the state of the page, each with the next steps. They do not change unfinished texts.

import { byId, el, words } from "../kit/dom";

/** A next step: the label of its button and its action, or the label and address of a link. */
export type Step = [string, (() => void) | string];

/** The shown notices, by subject. Each subject has only one notice. */
const standing: Map<string, HTMLElement> = new Map();

/** @param about the subject; the notice replaces an earlier one with the same subject */
export function notice(about: string, sentence: string, steps: Step[]) {
  const ways = steps.map(([name, way]) =>
    typeof way === "string" ? el("a", { href: way }, name) : el("button", { type: "button", onclick: way }, name),
  );
  standing.set(about, el("span", { class: "notice" }, words(sentence), " ", ...ways));
  show();
}

/** Remove the notice about a subject. */
export function over(about: string) {
  if (standing.delete(about)) show();
}

const show = () => byId("notice").replaceChildren(...standing.values());
