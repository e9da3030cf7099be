// Notices: what has happened to the page, each in one sentence with the next step; whatever was being written stays as it is.

import { byId, el, words } from "../kit/dom";

/** A next step: what its button says, and what it does; or where a link of that name leads. */
export type Step = [string, (() => void) | string];

/** What stands there, by what it is about: one sentence of each. */
const standing: Map<string, HTMLElement> = new Map();

/** @param about what it is about: it takes the place of what was said of that before */
export function notice(about: string, sentence: string, steps: Step[]) {
  const ways = steps.map(([name, way]) =>
    typeof way === "string" ? el("a", { href: way }, name) : el("button", { type: "button", onclick: way }, name),
  );
  standing.set(about, el("span", { class: "notice" }, words(sentence), " ", ...ways));
  show();
}

/** @param about what is over */
export function over(about: string) {
  if (standing.delete(about)) show();
}

const show = () => byId("notice").replaceChildren(...standing.values());
