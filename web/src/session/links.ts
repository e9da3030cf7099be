// Links inside the page: they show another version or panel without loading the page again.

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

/** A link to a version, with a button that copies it. */
export const copyLink = (version: number): HTMLElement => copying(address.linkTo(version), "Link to this moment");

/** An address, with a button that copies it. */
export function copying(link: string, label: string): HTMLElement {
  const shown = el("input", { readonly: true, value: link, "aria-label": label, dir: "ltr" });
  const copied = el("span", { role: "status" });
  const copy = async () => {
    shown.select();
    // Pages from plain HTTP cannot use the clipboard. There the link is selected, so that the reader can copy it.
    const isDone = await navigator.clipboard?.writeText(shown.value).then(
      () => true,
      () => false,
    );
    copied.textContent = isDone ? "Copied." : "The link is selected. Copy it with the keyboard.";
  };
  return el("div", { class: "copy" }, shown, el("button", { type: "button", onclick: copy }, "Copy the link"), copied);
}

/**
 * Open another panel.
 * @param id the id of the panel in `main.ts`
 */
export function openPanel(id: string) {
  byId("side")
    .querySelector("[role=tablist]")
    ?.dispatchEvent(new CustomEvent("open", { detail: id }));
}

/**
 * Open the form of a move and fill in its values. The player decides whether to make the move.
 * @param move the whole move, or the known part of it
 * @param key the key of the offer, if several offers fit the move
 */
export function draft(watch: Watch, move: Record<string, unknown>, key?: string) {
  watch.go(null);
  openPanel("play");
  wish("draft", { move, key });
}

/** A button that shows a dispute in the panel of disputes. */
export function showDispute(id: string, label: string = `Show dispute ${numbered(id)}`) {
  const show = () => {
    openPanel("disputes");
    wish("dispute", id);
  };
  return el("button", { type: "button", onclick: show }, label);
}

/** The number of a dispute, for people: "1" for the id `q1`. */
export const numbered = (id: string) => id.slice(1);

/** Open the form to dispute the ruling on a version. */
export function challenge(watch: Watch, version: number) {
  watch.go(version);
  openPanel("step");
  wish("challenge", version);
}
