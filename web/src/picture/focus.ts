// Focus: an element with its neighbours and theirs, and all else faint.

/** How many ties away the last neighbours are. */
const DEPTH = 2;

/** The element, its neighbours up to a number of ties, and the ties between all these. */
export function around(drawing: Element, id: string): Set<string> {
  const ties = [...drawing.querySelectorAll("[data-ends]")].map((tie) => ({
    id: tie.getAttribute("data-id") ?? "",
    ends: (tie.getAttribute("data-ends") ?? "").split(" "),
  }));
  // From a tie it is as far as from its ends.
  const found = new Set(ties.find((tie) => tie.id === id)?.ends ?? [id]);
  for (let far = 0; far < DEPTH; far++) {
    const near = ties.filter(({ ends }) => ends.some((end) => found.has(end)));
    for (const { ends } of near) for (const end of ends) found.add(end);
  }
  for (const tie of ties) if (tie.ends.every((end) => found.has(end))) found.add(tie.id);
  return found;
}
