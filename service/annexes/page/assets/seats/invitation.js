// An invitation: the link by which somebody takes a seat, to be passed on. It is shown this once.

import { el, words } from "../kit/dom.js";
import * as address from "../session/address.js";
import { copying } from "../session/links.js";

/**
 * @param {string} session
 * @param {string} code
 * @param {import("../session/address.js").Hints} hints what the link says of itself
 */
export function invitation(session, code, hints) {
  return el(
    "li",
    {},
    el("strong", {}, words(hints.for)),
    el("p", { class: "hint" }, "Claim code ", el("code", {}, code), ", in this link too. It works once, and is shown only now."),
    copying(address.invitation(session, code, hints), `Invitation for ${hints.for}`),
  );
}
