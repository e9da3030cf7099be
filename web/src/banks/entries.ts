// The ledger's entries whose sum is a chosen number.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { signed } from "../kit/text";
import { rulePage } from "../session/base";
import { versionLink } from "../session/links";
import type { Names } from "../session/names";
import type { Watch } from "../session/watch";
import type { Chosen, Held } from "./banks";
import type { Entry, Ledger } from "./ledger";

export function behind(ledger: Ledger, { account, token }: Chosen, { version, names }: Held, watch: Watch) {
  const entries = ledger.behind(account, token, version);
  const by = ({ target, amount }: Entry) => (target === account ? amount : -amount);
  const [got, gave] = [1, -1].map((sign) =>
    entries
      .map(by)
      .filter((amount) => amount * sign > 0)
      .reduce((sum, amount) => sum + amount, 0),
  );
  const sum = (got ?? 0) + (gave ?? 0);
  let after = sum;
  const told = entries.map((entry) => {
    const [own, makes] = [by(entry), after];
    after -= own;
    return () => line(entry, own, makes, names, watch);
  });
  return el(
    "section",
    { class: "behind", "aria-label": "The ledger behind a number" },
    el("h3", {}, "Why ", names.tag(account), ` has ${sum} ${token} at version ${version}`),
    el("p", {}, entries.length ? `${got} received, ${-(gave ?? 0)} paid: ${sum} left.` : "The ledger has no entry for this number."),
    listed(told, "items"),
    undone(ledger, account, token, version, entries.length),
  );
}

/** An entry as one of its accounts sees it: the received or paid amount, and the sum after it. */
function line({ version, source, target, reason, rule }: Entry, own: number, makes: number, names: Names, watch: Watch) {
  const other = own > 0 ? ["from ", names.tag(source)] : ["to ", names.tag(target)];
  const by = el("a", { href: rulePage(watch.ruleset.name, rule) }, rule);
  return [
    el("data", { value: own }, signed(own)),
    " ",
    ...other,
    ": ",
    words(reason),
    " (",
    by,
    "), ",
    versionLink(watch, version),
    el("span", { class: "faint" }, `, which makes ${makes}`),
  ];
}

/** Say how many movements do not count because rewinds undid them. */
function undone(ledger: Ledger, account: string, token: string, version: number, counted: number) {
  const all = ledger.entries.filter(
    (entry) => entry.version <= version && entry.token === token && (entry.source === account || entry.target === account),
  );
  const left = all.length - counted;
  if (left < 1) return null;
  const says =
    left === 1
      ? "1 entry more was undone by a rewind, and does not count."
      : `${left} entries more were undone by rewinds, and do not count.`;
  return el("p", { class: "faint" }, says);
}
