// An invitation: the link for a seat, to be sent to a player. It is shown only once.

import { el, words } from "../kit/dom";
import type { Hints } from "../session/address";
import * as address from "../session/address";
import { copying } from "../session/links";

/** @param hints the names and titles that the link contains */
export function invitation(session: string, code: string, hints: Hints) {
  return el(
    "li",
    {},
    el("strong", {}, words(hints.for)),
    el("p", { class: "hint" }, "Claim code ", el("code", {}, code), ", which is also in this link. It works once, and is shown only now."),
    copying(address.invitation(session, code, hints), `Invitation for ${hints.for}`),
  );
}
