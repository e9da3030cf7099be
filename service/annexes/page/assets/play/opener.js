// The opener: the button, and the key, that open the palette of everything that the seat may do.

import { byId, el } from "../kit/dom.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/**
 * The button; and from now on the key works.
 * @param {Watch} watch
 */
export function opener(watch) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    openPalette(watch);
  });
  return el(
    "button",
    {
      type: "button",
      "aria-haspopup": "dialog",
      "aria-keyshortcuts": "Control+K Meta+K",
      title: "Everything that you may do (Ctrl-K)",
      onclick: () => openPalette(watch),
    },
    "Moves",
  );
}

/** @param {Watch} watch */
export async function openPalette(watch) {
  try {
    const { palette } = await import("./palette.js");
    await palette(watch);
  } catch (error) {
    byId("notice").textContent = error instanceof Error ? error.message : String(error);
  }
}
