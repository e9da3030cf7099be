// Single keys: those that work anywhere on the page, but where something takes keys itself.

/** What takes keys itself. */
const TYPED = "input, select, textarea, dialog, [contenteditable], [role='menu'], [data-keys]";

/**
 * Have single keys work as long as a place can be seen, if they are not kept away from the page (WCAG 2.1.4), as the dialog of
 * keys has it.
 * @param press does what a key does, if it does anything
 */
export function singleKeys(place: HTMLElement, press: (key: string) => boolean) {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPED)) return;
    if (place.closest("[hidden]") || (localStorage.getItem("verger.keys") === "here" && !place.contains(target))) return;
    if (press(event.key)) event.preventDefault();
  });
}
