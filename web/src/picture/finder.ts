// The finder: a search field above the picture. It goes to an element by a part of its name.

import { el, sign } from "../kit/dom";
import { singleKeys } from "../kit/single-keys";
import { sought } from "../kit/spelling";
import type { Thing } from "./contents";

/** The maximum number of matches that are listed. */
const LISTED = 8;

/**
 * @param place if the reader has limited keys, the key `/` works only in this element
 * @param all returns all elements of the picture
 */
export function finder(place: HTMLElement, all: () => Thing[], go: (id: string) => void) {
  const list = el("ul", { id: "found", role: "listbox", "aria-label": "Found" });
  const told = el("span", { class: "unseen", role: "status" });
  const field = el("input", {
    ...{ type: "search", role: "combobox", "aria-label": "Find an element", placeholder: "Find (/)", autocomplete: "off" },
    ...{ "aria-controls": "found", "aria-expanded": "false", "aria-autocomplete": "list", "aria-keyshortcuts": "/" },
  });
  let now = 0;
  let found: Thing[] = [];
  const show = () => {
    const wanted = sought(field.value);
    const fits = wanted ? all().filter(({ label, about }) => sought(`${label} ${about}`).includes(wanted)) : [];
    found = fits.toSorted((one, other) => begins(other, wanted) - begins(one, wanted)).slice(0, LISTED);
    now = Math.max(0, Math.min(now, found.length - 1));
    list.replaceChildren(...found.map(option));
    list.hidden = found.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    field.setAttribute("aria-activedescendant", list.hidden ? "" : `found-${now}`);
    told.textContent = wanted && document.activeElement === field ? `${fits.length} found` : "";
  };
  const option = ({ id, label, about }: Thing, place: number) =>
    el(
      "li",
      { id: `found-${place}`, role: "option", "aria-selected": String(place === now), onpointerdown: () => leave(id) },
      ...[el("bdi", {}, label), " ", el("small", {}, about)],
    );
  const leave = (id: string | undefined) => {
    field.value = "";
    field.blur();
    show();
    if (id) go(id);
  };
  field.addEventListener("input", () => {
    now = 0;
    show();
  });
  field.addEventListener("blur", () => leave(undefined));
  field.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way && found.length) now = (now + way + found.length) % found.length;
    else if (event.key === "Enter") leave(found[now]?.id);
    else if (event.key === "Escape") leave(undefined);
    else return;
    event.preventDefault();
    show();
  });
  singleKeys(place, (key) => {
    if (key !== "/") return false;
    field.focus();
    return true;
  });
  show();
  return el("div", { class: "finder", role: "search" }, sign("M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8M10 10l4 4"), field, list, told);
}

/** The rank of a match: names that begin with the text come first, and nodes come before edges. */
const begins = ({ label, of }: Thing, wanted: string) =>
  Number(sought(label).startsWith(wanted)) * 2 + Number(of !== "edge" && of !== "border");
