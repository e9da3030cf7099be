// Tabs: one of several panels is visible (WAI-ARIA Authoring Practices, Tabs). An arrow key opens the next tab at once.

import { el } from "./dom";

/**
 * Fill a tab list, and the place after it, with panels.
 * @param first the id of the panel that is open at first; if there is no such panel, the first one opens
 * @param opened receives the panel that somebody has opened
 */
export function tabs(
  list: HTMLElement,
  panels: { id: string; title: string; place: HTMLElement }[],
  first: string | null,
  opened: (id: string) => void,
) {
  const buttons = panels.map(({ id, title }) =>
    el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => open(id, true) }, title),
  );
  panels.forEach(({ id, place }) => {
    place.id = `panel-${id}`;
    place.setAttribute("role", "tabpanel");
    place.setAttribute("aria-labelledby", `tab-${id}`);
    place.tabIndex = 0;
  });

  const open = (id: string, isAsked: boolean) => {
    panels.forEach(({ id: own, place }, n) => {
      const isOpen = own === id;
      buttons[n]?.setAttribute("aria-selected", String(isOpen));
      if (buttons[n]) buttons[n].tabIndex = isOpen ? 0 : -1;
      place.hidden = !isOpen;
      if (isOpen) place.dispatchEvent(new Event("shown"));
    });
    if (isAsked) opened(id);
  };

  list.addEventListener("keydown", (event) => {
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: buttons.length - 1 };
    const next = steps[event.key as keyof typeof steps];
    if (next === undefined || now < 0) return;
    event.preventDefault();
    const button = buttons.at(next % buttons.length);
    button?.focus();
    button?.click();
  });
  list.append(...buttons);
  list.after(...panels.map(({ place }) => place));
  const named = panels.find(({ id }) => id === first) ?? panels[0];
  if (named) open(named.id, false);
  list.addEventListener("open", (event) => open((event as CustomEvent<string>).detail, true));
}
