// Roving focus: of many controls in a row one can be reached by Tab, the others from it by arrow keys.

/** Which way each key leads. @type {Record<string, (now: number, last: number) => number>} */
const WAYS = {
  ArrowLeft: (now) => now - 1,
  ArrowUp: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  ArrowDown: (now) => now + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Have a place's controls share one place in the order of Tab (WAI-ARIA Authoring Practices, "roving tabindex").
 * @param {HTMLElement} place
 * @returns {() => void} to call whenever there are other controls
 */
export function roving(place) {
  const controls = () => /** @type {HTMLElement[]} */ ([...place.querySelectorAll("button, a")]);
  /** @param {HTMLElement | undefined} one */
  const enter = (one) => {
    for (const control of controls()) control.tabIndex = control === one ? 0 : -1;
  };
  place.addEventListener("keydown", (event) => {
    const all = controls();
    const now = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = now < 0 ? undefined : WAYS[event.key]?.(now, all.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  });
  place.addEventListener("focusin", (event) => enter(/** @type {HTMLElement} */ (event.target)));
  return () => enter(controls().find((control) => control === document.activeElement) ?? controls()[0]);
}
