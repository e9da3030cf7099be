// Wishes: what one part of the page wants of another, which may still have to be loaded.

/** What nobody has granted yet, by what it is. @type {Map<string, any>} */
const open = new Map();
const told = new EventTarget();

/**
 * @param {string} what
 * @param {unknown} detail
 */
export function wish(what, detail) {
  open.set(what, detail);
  told.dispatchEvent(new Event(what));
}

/**
 * Grant a wish of this kind: one from before too.
 * @param {string} what
 * @param {(detail: any) => void} grant
 */
export function granting(what, grant) {
  const take = () => {
    if (!open.has(what)) return;
    const detail = open.get(what);
    open.delete(what);
    grant(detail);
  };
  told.addEventListener(what, take);
  take();
}
