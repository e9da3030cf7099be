// Resend: moves that were sent before the page was loaded again, and whose answers were lost.

import { el, words } from "../kit/dom";
import { spoken } from "../kit/text";
import { Problem } from "../session/api";
import { told } from "../session/fields";
import { namesAt } from "../session/names";
import { Sending } from "../session/sending";
import type { Sent } from "../session/unanswered";
import { isUnanswered } from "../session/unanswered";
import type { Schemas, Watch } from "../session/watch";

const LOST = "This move was sent before the page was loaded again, and no answer came. You can send it again: it is made only once.";

export function resend(
  watch: Watch,
  sent: Sent,
  host: { made: (event: Schemas["EventView"]) => void; refused: (move: Record<string, unknown>) => void },
) {
  const { move, ...fields } = sent.move;
  const sending = new Sending(watch.api);
  const what = el("div");
  const said = el("p", { role: "status", tabindex: -1 });
  const again = el("button", { type: "button", class: "main", onclick: () => send() }, "Send again");
  const forget = el("button", { type: "button", onclick: () => end() }, "Forget it");
  const name = spoken(String(move));
  const place = el("section", { class: "behind", "aria-label": `Unanswered: ${name}` }, el("h3", {}, name), el("p", {}, LOST), what, said);
  place.append(el("p", { class: "actions" }, again, forget));
  namesAt(watch, watch.head).then((names) => what.append(told({ watch, names }, fields)));
  const end = () => {
    watch.unanswered.forget(sent.key);
    place.remove();
  };
  const send = async () => {
    again.disabled = forget.disabled = true;
    said.textContent = "The move is on its way.";
    try {
      const event = await sending.again(sent, watch.unanswered);
      place.remove();
      host.made(event);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.replaceChildren(words(error.message));
      // The server has refused the move, so it was not made. Its values go back into its form if the move is legal.
      if (!isUnanswered(error)) host.refused(sent.move);
      again.hidden = !isUnanswered(error);
      again.disabled = forget.disabled = false;
    }
  };
  return place;
}
