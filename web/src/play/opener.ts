// The opener: a button and a key open the palette, which lists all legal moves of the seat.

import { byId, el } from "../kit/dom";
import { messageOf } from "../kit/text";
import type { Watch } from "../session/watch";

/** Make the button, and let the key Ctrl-K work from now on. */
export function opener(watch: Watch) {
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
      title: "Your legal moves (Ctrl-K)",
      onclick: () => openPalette(watch),
    },
    "Moves",
  );
}

export async function openPalette(watch: Watch) {
  try {
    const { palette } = await import("../later");
    await palette(watch);
  } catch (error) {
    byId("notice").textContent = messageOf(error);
  }
}
