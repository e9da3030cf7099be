// Bad weather: a line that breaks, a token that ends, a seat that is somebody else's, a table that is closed or gone, another
// window of the same seat, and a page that the server has a newer one of.

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

/** Moves of your own seat that are sent without a form for a move, so they give no notice. */
const UNASKED = new Set(["start_session", "add_seat", "remove_seat", "take_seat", "fork", "redact", "time_passes"]);

/** The line to the server, as the stream of the log has it. */
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

/** Whether the server's page names another script than this page's own. */
async function isOutdated() {
  const own = document.querySelector("script[src]")?.getAttribute("src") ?? "";
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  return page?.ok === true && !(await page.text()).includes(own);
}

/** Why the log is not followed any more: nothing but the server's word ends it. */
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
  if (status === 401) return ["Your token has ended or was revoked, so nothing here is live. Your text is kept.", COME_IN, BACK];
  if (status === 404) return ["This seat is no longer yours: it was given up, or given to somebody else.", COME_IN, BACK];
  return [message, TABLES];
}

const by = ({ ended_by: who, ended_at: at }: Record<string, unknown> = {}) =>
  `${who === "operator" ? "by the server's operator" : "by its GM"}${typeof at === "string" ? ` on ${new Date(at).toLocaleDateString()}` : ""}`;

/** Show a notice if your own seat has moved from elsewhere. */
export function elsewhere(watch: Watch) {
  watch.addEventListener("grown", () => {
    const { latest, seat, api, unanswered } = watch;
    if (!latest || seat === null || latest.event.seat !== seat || latest.event.repeats) return;
    if (UNASKED.has(latest.type) || api.made.has(latest.version) || unanswered.all.length > 0) return;
    const { version } = latest;
    notice("elsewhere", `Your seat has moved from another window or program: ${latest.event.ruling.sentence}`, [
      ["Look at it", () => watch.go(version)],
      ["All right", () => over("elsewhere")],
    ]);
  });
}

/** Whether the table has closed its session, at the newest version. */
export function closed(watch: Watch, { house_rules: rules }: Schemas["TableView"]) {
  const value = rules.find(({ id }) => id === "session")?.value ?? "open";
  if (value === "open") return over("closed");
  const subject = { subject: "choose_house_rule", house_rule: "session", value: "open" };
  const said = value === "given_up" ? "given up: its GM may delete it" : "closed: it is read, and nothing is played";
  const steps: Step[] = watch.seat === null ? [] : [["Propose to open it again", () => draft(watch, { move: "propose", subject })]];
  notice("closed", `The table has agreed that this session is ${said}.`, [...steps, TABLES]);
}

/** How long somebody is here before their token is renewed, in milliseconds. */
const SETTLED = 30_000;

/** Renew a token in use, once for each window, and silently skip it if it cannot be renewed. */
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
