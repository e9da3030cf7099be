// The opener: the button, and the key, that open the palette of everything that the seat may do.

import { byId, el } from "../kit/dom";
import { messageOf } from "../kit/text";
import type { Watch } from "../session/watch";

/** The button; and from now on the key works. */
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
      title: "Everything that you may do (Ctrl-K)",
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
