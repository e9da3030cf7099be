// Focus: one element, its neighbours and their neighbours stay clear, and everything else is faint.

/** The distance of the farthest neighbours, in ties. */
const DEPTH = 2;

/** The ids of an element, of its neighbours up to `DEPTH` ties away, and of the ties between them. */
export function around(drawing: Element, id: string): Set<string> {
  const ties = [...drawing.querySelectorAll("[data-ends]")].map((tie) => ({
    id: tie.getAttribute("data-id") ?? "",
    ends: (tie.getAttribute("data-ends") ?? "").split(" "),
  }));
  // For a tie, the distance is counted from both its ends.
  const found = new Set(ties.find((tie) => tie.id === id)?.ends ?? [id]);
  for (let far = 0; far < DEPTH; far++) {
    const near = ties.filter(({ ends }) => ends.some((end) => found.has(end)));
    for (const { ends } of near) for (const end of ends) found.add(end);
  }
  for (const tie of ties) if (tie.ends.every((end) => found.has(end))) found.add(tie.id);
  return found;
}
