// A table to try: a new session with bots in the other seats, already played up to a first question for the newcomer.

import { el } from "../kit/dom";
import * as address from "../session/address";
import { Api, Problem } from "../session/api";
import { Sending } from "../session/sending";
import type { Schemas } from "../session/watch";
import { NEWCOMER, OPENING, SEATS, STEPS } from "./opening";

/** The name of the program in the events of bots. */
const BOT = "a bot of the page";

/** The button that starts a table to try. */
export function sandbox() {
  const said = el("p", { role: "status" });
  const bar = el("progress", { max: OPENING.length, hidden: true, "aria-label": "The table is being prepared" });
  const begin = async () => {
    button.disabled = true;
    bar.hidden = false;
    said.textContent = "The table is being prepared.";
    try {
      location.assign(address.page(await set((made) => bar.setAttribute("value", String(made)))));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.textContent = told(error);
      bar.hidden = true;
      button.disabled = false;
    }
  };
  const button = el("button", { type: "button", class: "main", onclick: begin }, "Try a table");
  const section = el(
    "section",
    { class: "trying", "aria-label": "Try a table" },
    el("p", {}, el("strong", {}, "New here?"), " Two minutes at a table with bots: answer a question, change the story, roll dice."),
    el("p", { class: "hint" }, "A table to try is deleted after a day without a move."),
    button,
    bar,
    said,
  );
  if (location.hash === "#try") {
    history.replaceState(null, "", location.pathname);
    begin();
  }
  return section;
}

function told({ code, message }: Problem) {
  if (code !== "starts_restricted") return message;
  return "Not everybody may start a table on this server, so you cannot try one. With an invitation, you can sit down at a table.";
}

/**
 * Start the session, take all seats, and play the opening.
 * @param tell receives the number of moves that were made
 * @returns the id of the session
 */
async function set(tell: (made: number) => void): Promise<string> {
  const sending = new Sending(new Api("", null));
  const seats = SEATS.map((name, n) => ({ kind: n ? "player" : "gm", name }));
  const started: Schemas["StartedView"] = await sending.post("/v1/sessions", { title: "A table to try", seats, via: BOT, trial: true });
  const tokens = [started.token ?? ""];
  for (const [n, { claim_code: code }] of started.seats.entries()) {
    if (!n) continue;
    const claimed: Schemas["ClaimedView"] = await sending.post("/v1/seats/claim", { code, ...(n !== NEWCOMER && { via: BOT }) });
    tokens.push(claimed.token ?? "");
  }
  const hands = tokens.map((token) => new Sending(new Api(started.session, token)));
  for (const [n, [seat, move]] of OPENING.entries()) {
    const hand = hands[seat];
    await hand?.post(hand.api.address("/moves"), move);
    tell(n + 1);
  }
  const bots = started.seats.map(({ seat }, n) => ({ seat, token: tokens[n] ?? "" })).filter((_, n) => n !== NEWCOMER);
  address.keepTrial({ bots, steps: STEPS, at: 0 }, started.session);
  address.keepToken(tokens[NEWCOMER] ?? null, started.session);
  return started.session;
}
