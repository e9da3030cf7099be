// Keys: the keys that work anywhere on the page, and the dialog that lists them.

import { el } from "../kit/dom";
import type { Steps } from "./stepping";

/** The storage key of the choice whether keys work everywhere. */
const KEPT = "verger.keys";
/** Elements that use keys themselves. The keys of the page do not work in these. */
const TYPED = "input, select, textarea, dialog, [contenteditable], [role='tab'], [role='listbox'], [role='menu'], [data-keys]";
/** Elements that the space bar presses. */
const PRESSED = "button, a, summary, label";

const KEYS: { keys: string[]; names: string[]; what: string; does: (steps: Steps) => void }[] = [
  { keys: ["ArrowLeft", ","], names: ["←", ","], what: "Back one version", does: (steps) => steps.by(-1) },
  { keys: ["ArrowRight", "."], names: ["→", "."], what: "Forward one version", does: (steps) => steps.by(1) },
  { keys: [" ", "k"], names: ["Space", "k"], what: "Play or pause", does: (steps) => void steps.toggle() },
  { keys: ["["], names: ["["], what: "To the previous landmark", does: (steps) => steps.landmark(-1) },
  { keys: ["]"], names: ["]"], what: "To the next landmark", does: (steps) => steps.landmark(1) },
  { keys: ["Home"], names: ["Home"], what: "To the first version", does: (steps) => steps.jump(1) },
  { keys: ["End"], names: ["End"], what: "To the newest version", does: (steps) => steps.jump(null) },
];

/**
 * Let the keys work from now on, and make the button that opens their list.
 * @param place the bar of time, where the keys always work
 */
export function keys(place: HTMLElement, steps: Steps) {
  const choice = el("input", { type: "checkbox", checked: localStorage.getItem(KEPT) !== "here" });
  choice.addEventListener("change", () => localStorage.setItem(KEPT, choice.checked ? "everywhere" : "here"));
  const dialog = list(choice);
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPED)) return;
    // Speech input can press single keys by mistake (WCAG 2.1.4), so readers can limit them to this bar.
    if (!choice.checked && !place.contains(target)) return;
    if (event.key === " " && target.closest(PRESSED)) return;
    const key = KEYS.find((one) => one.keys.includes(event.key));
    if (!key && event.key !== "?") return;
    event.preventDefault();
    if (key) key.does(steps);
    else dialog.showModal();
  });
  const open = el("button", { type: "button", "aria-haspopup": "dialog", onclick: () => dialog.showModal() }, "Keys");
  place.append(dialog);
  return open;
}

function list(choice: HTMLInputElement) {
  const kbd = (name: string, n: number) => [n > 0 && " or ", el("kbd", {}, name)];
  const row = (names: string[], what: string) => el("tr", {}, el("th", { scope: "row" }, ...names.flatMap(kbd)), el("td", {}, what));
  return el(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    el("h2", { id: "keys-title" }, "Keys"),
    el(
      "table",
      {},
      ...KEYS.map(({ names, what }) => row(names, what)),
      row(["Page up", "Page down"], "On the slider: ten versions on, ten back"),
      row(["+", "−", "f", "1"], "The picture: larger, smaller, whole, large enough to read"),
      row(["Alt-←", "→", "↑", "↓"], "Move the element that has the focus. You can also drag it. Only you see this"),
      row(["/"], "Find an element of the picture"),
      row(["o"], "Focus on the chosen element and its neighbours"),
      row(["y", "n"], "Answer yes or no to a question for you"),
      row(["Ctrl-K"], "Your legal moves"),
      row(["?"], "This list"),
    ),
    el("label", {}, choice, " Keys work everywhere on the page, not only in the bar of time"),
    el("form", { method: "dialog" }, el("button", { class: "main" }, "Close")),
  );
}
