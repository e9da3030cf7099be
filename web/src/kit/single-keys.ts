// Single keys: they work everywhere on the page, except in elements that take keys.

/** Elements that take keys. */
const TYPED = "input, select, textarea, dialog, [contenteditable], [role='menu'], [data-keys]";

/**
 * Have single keys work while a place is visible, unless the dialog of keys keeps them away from the page (WCAG 2.1.4).
 * @param press handles a key, and returns whether it did anything
 */
export function singleKeys(place: HTMLElement, press: (key: string) => boolean) {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPED)) return;
    if (place.closest("[hidden]") || (localStorage.getItem("verger.keys") === "here" && !place.contains(target))) return;
    if (press(event.key)) event.preventDefault();
  });
}
