// Roving focus: of many controls in a row one can be reached by Tab, the others from it by arrow keys.

/** Which way each key leads. */
const WAYS: Record<string, (now: number, last: number) => number> = {
  ArrowLeft: (now) => now - 1,
  ArrowUp: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  ArrowDown: (now) => now + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Have a place's controls share one place in the order of Tab (WAI-ARIA Authoring Practices, "roving tabindex").
 * @returns to call whenever there are other controls
 */
export function roving(place: HTMLElement): () => void {
  const controls = () => [...place.querySelectorAll("button, a")] as HTMLElement[];
  const enter = (one: HTMLElement | undefined) => {
    for (const control of controls()) control.tabIndex = control === one ? 0 : -1;
  };
  place.addEventListener("keydown", (event) => {
    const all = controls();
    const now = all.indexOf(document.activeElement as HTMLElement);
    const next = now < 0 ? undefined : WAYS[event.key]?.(now, all.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  });
  place.addEventListener("focusin", (event) => enter(event.target as HTMLElement));
  return () => enter(controls().find((control) => control === document.activeElement) ?? controls()[0]);
}
