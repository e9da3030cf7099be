// Undo: a dialog to ask the table to take back a move, with an optional reason.

import { el, words } from "../kit/dom";
import { Problem } from "../session/api";
import { Sending } from "../session/sending";
import type { Schemas, Watch } from "../session/watch";

type Move = { move: "rewind"; to: number } | { move: "leave_out"; version: number };

/** The server's maximum length of a reason, in characters. */
const REASON_LIMIT = 4000;

/**
 * Ask to take back a move with its whole action. The newest action is undone by a rewind, an older one by leaving it out.
 * @param sentence the sentence of the move's ruling
 */
export async function takeBack(watch: Watch, version: number, sentence: string) {
  const { undo, actions }: Schemas["TimelineView"] = await watch.api.read("/timeline");
  const isNewest = actions[0]?.versions.includes(version);
  open(watch, `Take back: ${stem(sentence)}?`, isNewest && undo ? { move: "rewind", to: undo } : { move: "leave_out", version });
}

/** Ask to take back a move and all moves after it. */
export const takeBackSince = (watch: Watch, version: number, sentence: string) =>
  open(watch, `Take back all since: ${stem(sentence)}?`, { move: "rewind", to: version - 1 });

/** The seat's newest action that is not undone; undefined if none of the latest actions belongs to the seat. */
export async function newestOwn({ api, seat }: Watch): Promise<Schemas["ActionView"] | undefined> {
  const { actions }: Schemas["TimelineView"] = await api.read("/timeline");
  return actions.find((action) => action.seat === seat);
}

const stem = (sentence: string) => sentence.replace(/\.$/, "");

async function open(watch: Watch, title: string, move: Move) {
  const sending = new Sending(watch.api);
  const said = el("p", { role: "status" });
  const reason = el("input", { type: "text", maxlength: REASON_LIMIT, autocomplete: "off", dir: "auto" });
  const send = el("button", { class: "main" }, "Ask to take it back");
  const submit = async (event: Event) => {
    event.preventDefault();
    send.disabled = true;
    const why = reason.value.trim();
    try {
      const made = await sending.make({ ...move, ...(why ? { reason: why } : {}) }, watch.unanswered);
      dialog.close();
      watch.go(null);
      if (made.version === watch.head + 1) watch.grow(made);
    } catch (error) {
      tell(error);
    } finally {
      send.disabled = false;
    }
  };
  const tell = (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    said.replaceChildren(words(error.advice));
  };
  const form = el(
    "form",
    { onsubmit: submit },
    el("h2", { id: "undo-title", dir: "auto" }, title),
    said,
    el("label", { class: "pair" }, "Reason (optional) ", reason),
    el("p", { class: "actions" }, send, el("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Not now")),
  );
  const dialog = el("dialog", { "aria-labelledby": "undo-title", onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  // A dry run shows which moves would be taken back, and whether others must agree.
  try {
    const view: Schemas["AllowedView"] = await watch.api.move(move, { dryRun: true });
    const asked = view.effects.find(({ effect }) => effect === "rewind_asked") as { asked?: string[] } | undefined;
    if (!asked?.asked?.length) send.textContent = "Take it back";
    said.replaceChildren(words(view.ruling.sentence));
  } catch (error) {
    tell(error);
  }
}
