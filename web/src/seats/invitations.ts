// Invitations: the links that this window was opened with, until the player takes the seat or dismisses the invitation.

import { el, words } from "../kit/dom";
import type { Hints } from "../session/address";
import * as address from "../session/address";

/** The open invitations; null if there are none. */
export function invitations() {
  const there = address.invitations();
  if (!there.length) return null;
  const section = el("section", { "aria-labelledby": "invited-heading" }, el("h2", { id: "invited-heading" }, "Invitations"));
  const list = el("ul", { class: "tables" }, ...there.map(([of, hints]) => invited(of, hints)));
  section.append(list);
  return section;
}

/** @param of the id of the session */
function invited(of: string, hints: Hints) {
  const away = () => {
    address.putAway(of);
    card.remove();
  };
  const card = el(
    "li",
    { class: "card" },
    el("h3", {}, el("a", { href: address.page(of) }, words(hints.title || "A table"))),
    el("p", {}, ...told(hints)),
    el("p", { class: "actions" }, el("button", { type: "button", onclick: away }, "Dismiss")),
  );
  return card;
}

/** The host, the guest and the game of an invitation, as far as the link contains them. */
export function told({ for: name, game, host }: Hints): (Node | string)[] {
  const by = host ? [words(host), " invites you"] : ["You are invited"];
  const to = game ? [" to play ", words(game)] : [];
  const as = name ? [" as ", words(name)] : [];
  return [...by, ...to, ...as, "."];
}
