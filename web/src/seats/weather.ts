// Bad weather: notices about a lost connection, a token that has ended, a seat that somebody else has now, a table that is closed or
// deleted, moves from another window of the same seat, and a newer release of the page.

import { byId } from "../kit/dom";
import * as address from "../session/address";
import type { Problem } from "../session/api";
import { BASE } from "../session/base";
import { draft } from "../session/links";
import type { Step } from "../session/notices";
import { notice, over } from "../session/notices";
import type { Schemas, Watch } from "../session/watch";

const TABLES: Step = ["All your tables", `${BASE}/watch`];
const COME_IN: Step = ["Come in again", async () => (await import("../later")).door(byId("door"), null)];
const BACK: Step = ["How to get back in", `${BASE}/docs/lost-token`];

/** Moves that can be recorded for your seat without a form in any window, so they cause no notice. */
const UNASKED = new Set(["start_session", "add_seat", "remove_seat", "take_seat", "fork", "redact", "time_passes"]);

/** Show a notice when the connection to the server is lost, or when the server has a newer page after it returns. */
export async function line(watch: Watch, isConnected: boolean) {
  watch.hears(isConnected);
  if (!isConnected)
    return notice("line", "The connection is lost. The page tries again automatically, and keeps your text.", [
      ["Try now", () => watch.following.hurry()],
    ]);
  over("line");
  if (await isOutdated())
    notice("release", "The server has a newer version of this page. Load the page again: your text is kept.", [
      ["Load the page again", () => location.reload()],
    ]);
}

/** Whether the server's page now names another script. */
async function isOutdated() {
  const own = document.querySelector("script[src]")?.getAttribute("src") ?? "";
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  return page?.ok === true && !(await page.text()).includes(own);
}

/** Show the reason why the log is not followed any more. Only an answer of the server ends it. */
export function ended(watch: Watch, problem: Problem) {
  watch.hears(false);
  // Earlier notices are outdated.
  for (const about of ["line", "elsewhere", "closed"]) over(about);
  const [sentence, ...steps] = told(watch, problem);
  notice("end", sentence, steps);
}

function told(watch: Watch, { status, code, body, message }: Problem): [string, ...Step[]] {
  if (code === "session_deleted") return [`This table was deleted ${by(body.facts)}. This page shows its last known state.`, TABLES];
  if (code === "session_archived")
    return [`This table was archived ${by(body.facts)}: it is kept in a file, and can no longer be played here.`, TABLES];
  if (watch.api.token === null) return ["Onlookers can no longer see this table.", ["I have a seat here", COME_IN[1]], TABLES];
  if (status === 401) return ["Your token has ended or was revoked, so this page shows no new events. Your text is kept.", COME_IN, BACK];
  if (status === 404) return ["This seat is no longer yours: it was given up, or given to somebody else.", COME_IN, BACK];
  return [message, TABLES];
}

const by = ({ ended_by: who, ended_at: at }: Record<string, unknown> = {}) =>
  `${who === "operator" ? "by the server's operator" : "by its GM"}${typeof at === "string" ? ` on ${new Date(at).toLocaleDateString()}` : ""}`;

/** Show a notice if your seat has made a move in another window or program. */
export function elsewhere(watch: Watch) {
  watch.addEventListener("grown", () => {
    const { latest, seat, api, unanswered } = watch;
    if (!latest || seat === null || latest.event.seat !== seat || latest.event.repeats) return;
    if (UNASKED.has(latest.type) || api.made.has(latest.version) || unanswered.all.length > 0) return;
    const { version } = latest;
    notice("elsewhere", `Your seat made a move in another window or program: ${latest.event.ruling.sentence}`, [
      ["Show the move", () => watch.go(version)],
      ["All right", () => over("elsewhere")],
    ]);
  });
}

/** Show a notice if the table has closed its session. */
export function closed(watch: Watch, { house_rules: rules }: Schemas["TableView"]) {
  const value = rules.find(({ id }) => id === "session")?.value ?? "open";
  if (value === "open") return over("closed");
  const subject = { subject: "choose_house_rule", house_rule: "session", value: "open" };
  const said = value === "given_up" ? "given up: its GM may delete it" : "closed: you can read it, but not play";
  const steps: Step[] = watch.seat === null ? [] : [["Propose to open it again", () => draft(watch, { move: "propose", subject })]];
  notice("closed", `The table has agreed that this session is ${said}.`, [...steps, TABLES]);
}

/** The time, in milliseconds, until the page renews the reader's token. */
const SETTLED = 30_000;

/** Renew the token of this window, once for each window. A token that cannot be renewed is left as it is. */
export function renewing(watch: Watch) {
  if (watch.seat === null || address.isRenewed()) return;
  setTimeout(
    () =>
      watch.api.post("/v1/tokens/renewal", {}).then(
        () => address.renewed(),
        () => {},
      ),
    SETTLED,
  );
}
