// Answers: the buttons for the answers to a question, in the server's order, each with its result.

import { el } from "../kit/dom";
import type { Way } from "./ways";

/**
 * Make a button for each answer. Answers with the same result are next to each other.
 * @param take is called with a pressed answer
 */
export function answerButtons(ways: Way[], take: (way: Way) => void): { elements: HTMLElement[]; buttons: HTMLButtonElement[] } {
  const isOnly = ({ says }: Way) => ways.filter((way) => way.says === says).length === 1;
  const groups: { consequence: string; buttons: HTMLButtonElement[] }[] = [];
  for (const [n, way] of ways.entries()) {
    const key = way.says && isOnly(way) ? way.says[0] : undefined;
    const made = button(way, { key, isMain: n === 0 }, take);
    const last = groups.at(-1);
    if (last && last.consequence === way.consequence) last.buttons.push(made);
    else groups.push({ consequence: way.consequence, buttons: [made] });
  }
  const elements = groups.map(({ consequence, buttons }, n) => {
    const id = `answer-${n}`;
    if (consequence) for (const one of buttons) one.setAttribute("aria-describedby", id);
    return el("div", { class: "answer" }, el("p", { class: "actions" }, ...buttons), el("small", { id }, consequence));
  });
  return { elements, buttons: groups.flatMap(({ buttons }) => buttons) };
}

/** Make the button of an answer. An answer that destroys something does not stand out as the main one. */
function button(way: Way, { key, isMain }: { key: string | undefined; isMain: boolean }, take: (way: Way) => void) {
  return el(
    "button",
    {
      type: "button",
      class: way.destroys ? "destroys" : isMain ? "main" : null,
      "aria-keyshortcuts": key,
      onclick: () => take(way),
    },
    way.label,
    way.cost && ` – ${way.cost}`,
    key && el("kbd", { "aria-hidden": "true" }, key),
  );
}
