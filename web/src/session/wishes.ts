// Wishes: requests from one part of the page to another part, which may not be loaded yet.

/** The wishes that were not granted yet, by name. */
const open: Map<string, any> = new Map();
const told = new EventTarget();

export function wish(what: string, detail: unknown) {
  open.set(what, detail);
  told.dispatchEvent(new Event(what));
}

/** Grant all wishes of a kind: those that come from now on, and one that came before. */
export function granting(what: string, grant: (detail: any) => void) {
  const take = () => {
    if (!open.has(what)) return;
    const detail = open.get(what);
    open.delete(what);
    grant(detail);
  };
  told.addEventListener(what, take);
  take();
}
