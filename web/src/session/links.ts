// Links inside the page: to another version, or into another panel, without loading it all again.

import { byId, el } from "../kit/dom";
import * as address from "./address";
import type { Watch } from "./watch";
import { wish } from "./wishes";

/** A link to a version. */
export function versionLink(watch: Watch, version: number, text: string = `version ${version}`): HTMLAnchorElement {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    watch.go(version, { isStep: true });
  };
  return el("a", { href: address.linkTo(version), onclick: follow }, text);
}

/** A link to a version to pass on, and a button that copies it. */
export const copyLink = (version: number): HTMLElement => copying(address.linkTo(version), "Link to this moment");

/** An address to pass on, and a button that copies it. */
export function copying(link: string, label: string): HTMLElement {
  const shown = el("input", { readonly: true, value: link, "aria-label": label, dir: "ltr" });
  const copied = el("span", { role: "status" });
  const copy = async () => {
    shown.select();
    // The clipboard is kept from pages that came over plain http: there the link is selected, to be copied by hand.
    const isDone = await navigator.clipboard?.writeText(shown.value).then(
      () => true,
      () => false,
    );
    copied.textContent = isDone ? "Copied." : "Selected: copy it with the keyboard.";
  };
  return el("div", { class: "copy" }, shown, el("button", { type: "button", onclick: copy }, "Copy the link"), copied);
}

/**
 * Have another panel seen.
 * @param id as the page's list of panels names it
 */
export function openPanel(id: string) {
  byId("side")
    .querySelector("[role=tablist]")
    ?.dispatchEvent(new CustomEvent("open", { detail: id }));
}

/**
 * Write a move into its form. The player looks at it and makes it, or not.
 * @param move all of it, or its known part
 * @param key of its offer, if several offers would take it
 */
export function draft(watch: Watch, move: Record<string, unknown>, key?: string) {
  watch.go(null);
  openPanel("play");
  wish("draft", { move, key });
}

/** A button that shows a dispute in its own panel. */
export function showDispute(id: string, label: string = `Show dispute ${numbered(id)}`) {
  const show = () => {
    openPanel("disputes");
    wish("dispute", id);
  };
  return el("button", { type: "button", onclick: show }, label);
}

/** The number of a dispute: nobody says "q1". */
export const numbered = (id: string) => id.slice(1);

/** Have the form opened that disputes the ruling on a version. */
export function challenge(watch: Watch, version: number) {
  watch.go(version);
  openPanel("step");
  wish("challenge", version);
}
