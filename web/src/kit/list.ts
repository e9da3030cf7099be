// Lists that first show only some items, with a button for more.

import type { Child } from "./dom";
import { el } from "./dom";

/** The number of items that are shown at first. */
const SHOWN = 30;

/**
 * A list that first shows only some of its items.
 * @param make makes the list item of each
 */
export function list<Item>(
  items: readonly Item[],
  make: (item: Item) => HTMLElement,
  { first = 20, ordered = false, name, class: looks }: { first?: number; ordered?: boolean; name?: string; class?: string } = {},
): HTMLElement {
  const made = el(ordered ? "ol" : "ul", { "aria-label": name, class: looks });
  const parts = items.map((item) => () => make(item));
  return bounded(made, parts, first);
}

/** A list of finished items; null if there are none. In a long list, items can be functions that make the content when it is shown. */
export function listed(items: (Child | Child[] | (() => Child[]))[], kind: string = "bare") {
  if (!items.length) return null;
  return list(items, (item) => el("li", {}, typeof item === "function" ? item() : item), { first: SHOWN, class: kind });
}

/**
 * Fill an element with the first parts, and put a button for more after it.
 * @param how `beside` is the element before the button; `told` receives the new number of shown parts
 */
export function bounded(
  parent: HTMLElement,
  parts: (() => HTMLElement)[],
  bound: number,
  { beside = parent, told }: { beside?: HTMLElement; told?: (shown: number) => void } = {},
) {
  const add = (from: number, to: number) => {
    const added = parts.slice(from, to).map((part) => part());
    parent.append(...added);
    return added[0];
  };
  let shown = Math.min(bound, parts.length);
  add(0, shown);
  if (shown === parts.length) return beside;
  const label = () => `${parts.length - shown} more`;
  const show = () => {
    const from = shown;
    shown += bound * 4;
    const first = add(from, shown);
    told?.(shown);
    if (first) first.tabIndex = -1;
    first?.focus();
    if (shown < parts.length) button.textContent = label();
    else button.remove();
  };
  const button = el("button", { type: "button", onclick: show }, label());
  return el("div", {}, beside, button);
}
