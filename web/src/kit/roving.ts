// Roving focus: in a row of controls, Tab reaches only one. Arrow keys lead from it to the others.

/** The position that each key leads to. */
const WAYS: Record<string, (now: number, last: number) => number> = {
  ArrowLeft: (now) => now - 1,
  ArrowUp: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  ArrowDown: (now) => now + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Have all controls in an element share one place in the order of Tab (WAI-ARIA Authoring Practices, "roving tabindex").
 * @returns a function to call after the controls were replaced
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
