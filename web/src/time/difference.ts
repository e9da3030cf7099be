// The difference between two versions: the events between them, and the changes of the state.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { table } from "../kit/table";
import { versionLink } from "../session/links";
import type { Schemas, Watch } from "../session/watch";

type Diff = Schemas["DiffView"];

/** The maximum number of listed events, which is that of one answer. */
const LISTED = 500;

export function difference(watch: Watch) {
  const number = () => el("input", { type: "number", min: 1, required: true });
  const [from, to] = [number(), number()];
  const [status, place] = [el("p", { role: "status" }), el("div")];
  const show = async (event: Event) => {
    event.preventDefault();
    place.replaceChildren();
    try {
      const diff: Diff = await watch.api.read("/diff", { from: from.value, to: to.value, limit: LISTED });
      status.textContent = `Events between them: ${diff.next_after === null ? diff.changes.length : `more than ${LISTED}`}. Changes: ${diff.patch.length}.`;
      place.replaceChildren(...told(watch, diff));
    } catch (problem) {
      status.textContent = (problem as Error).message;
    }
  };
  const shown = el(
    "details",
    { class: "forks" },
    el("summary", {}, "Compare two versions"),
    el("form", { onsubmit: show }, el("label", {}, "From version ", from), el("label", {}, "To version ", to), el("button", {}, "Compare")),
    status,
    place,
  );
  shown.addEventListener("toggle", () => {
    from.max = to.max = String(watch.head);
    from.value ||= String(Math.max(1, watch.moment.version - 1));
    to.value ||= String(watch.moment.version);
  });
  return shown;
}

function told(watch: Watch, { changes, patch }: Diff): (Node | string)[] {
  const events = listed(
    changes.map(({ version, sentence }) => () => [versionLink(watch, version), ": ", words(sentence)]),
  );
  const rows = patch.map((change) => () => [words(change.path), change.op, words("value" in change ? JSON.stringify(change.value) : "")]);
  return [
    events ?? "",
    rows.length ? table("Changes of the state, the network and the banks", ["Place", "Change", "New value"], rows) : "",
  ];
}
