// Single keys, without Ctrl or Alt: they work everywhere on the page, except in elements that use keys themselves.

/** Elements that use keys themselves. */
const TYPED = "input, select, textarea, dialog, [contenteditable], [role='menu'], [data-keys]";

/**
 * Have single keys work while a place is visible. If the reader has limited keys to the bar of time, they work only inside the place
 * (WCAG 2.1.4).
 * @param press handles a key, and returns whether the key had an effect
 */
export function singleKeys(place: HTMLElement, press: (key: string) => boolean) {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPED)) return;
    if (place.closest("[hidden]") || (localStorage.getItem("verger.keys") === "here" && !place.contains(target))) return;
    if (press(event.key)) event.preventDefault();
  });
}
