// Wishes: requests of one part of the page to another part, which may still have to be loaded.

/** The open wishes, by their names. */
const open: Map<string, any> = new Map();
const told = new EventTarget();

export function wish(what: string, detail: unknown) {
  open.set(what, detail);
  told.dispatchEvent(new Event(what));
}

/** Grant a wish of this kind: one from before too. */
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
