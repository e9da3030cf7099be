// The entry of one event in the story, with buttons for its reasons, a dispute and an undo.

import { el, words } from "../kit/dom";
import { signed } from "../kit/text";
import { challenge, openPanel, versionLink } from "../session/links";
import { colourOf } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import { takeBackSince } from "./mine";

export type Told = Schemas["ToldView"];

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The entry of an event, after the headings that begin with it, and before those that follow from it. */
export function line(entry: Told, watch: Watch, { isCurrent, actions }: { isCurrent: boolean; actions: Node[] }): HTMLElement[] {
  const { version, seat, is_undone: isUndone, headings } = entry;
  const link = versionLink(watch, version, String(version));
  link.setAttribute("aria-label", `Version ${version}`);
  link.setAttribute("data-of", String(version));
  const told = [...said(entry), ...written(entry), ...came(entry)].filter(Boolean);
  const titles = headings.map(({ level, title, follows }) => ({ kind: level < 3 ? "heading" : "heading minor", title, follows }));
  // A heading can say everything: then it is the line.
  const [only] = told.length ? [] : titles;
  const shown = el(
    "li",
    {
      class: ["told-line", colourOf(seat), isUndone ? "undone" : "", only?.kind].filter(Boolean).join(" "),
      "aria-current": isCurrent ? "step" : null,
    },
    link,
    el("div", { class: "says" }, ...(only ? titles.map(({ title }) => el("h3", {}, words(title))) : told), ...note(entry, watch)),
    isCurrent ? ways(entry, watch, actions) : actions.length ? el("p", { class: "ways" }, ...actions) : null,
  );
  if (only) return [shown];
  const titled = (ones: typeof titles) => ones.map(({ kind, title }) => el("li", { class: kind }, el("h3", {}, words(title))));
  return [...titled(titles.filter(({ follows }) => !follows)), shown, ...titled(titles.filter(({ follows }) => follows))];
}

/** The sentence of the ruling, which begins with the actor or the affected person. */
export function said({
  by,
  sentence,
  words: texts,
  sealed,
  is_undone: isUndone,
}: Pick<Told, "by" | "sentence" | "words" | "sealed" | "is_undone">) {
  const name = by && el("span", { class: "name" }, words(by));
  const struck = isUndone ? "s" : "span";
  if (!sentence) return name && texts.length + sealed.length > 0 ? [el("p", {}, name)] : [];
  const begins = by !== null && sentence.startsWith(`${by} `);
  if (name && begins) return [el("p", {}, name, el(struck, {}, words(sentence.slice(by.length))))];
  return [el("p", {}, name, name && " · ", el(struck, {}, words(sentence)))];
}

/** The texts of people, and the changes on the board. */
function written({ words: texts, sealed, changes, is_undone: isUndone }: Told) {
  const struck = isUndone ? "s" : "span";
  return [
    ...texts.map((text) => el("blockquote", { dir: "auto" }, el(struck, {}, text))),
    ...sealed.map((text) => el("blockquote", { dir: "auto", class: "sealed" }, el("small", {}, "Sealed, and shown to you: "), text)),
    changes.length > 0 &&
      el("ul", { class: "changes", "aria-label": "Written" }, ...changes.map((one) => el("li", {}, el(struck, {}, words(one))))),
  ];
}

/** The dice that were rolled, and the tokens that moved. */
function came({ dice, tokens }: Told) {
  return [
    ...dice.map(({ count, faces, shows, is_face_down: isDown }) =>
      el(
        "p",
        { class: "faces" },
        el("span", { class: "unseen" }, `${count} ${count === 1 ? "die" : "dice"} of ${faces}: `),
        ...(shows.length ? shows : Array.from({ length: count }, () => "?")).flatMap((face) => [el("span", { class: "face" }, face), " "]),
        isDown ? el("small", {}, "face down") : null,
      ),
    ),
    tokens.length > 0 &&
      el(
        "ul",
        { class: "gains", "aria-label": "Tokens" },
        ...tokens.map(({ name, amount, called }) => el("li", {}, words(name), ` ${signed(amount)} ${called}`)),
      ),
  ];
}

/** A note whether a later rewind has undone the event or left it unchanged. */
function note({ version, is_undone: isUndone }: Told, watch: Watch) {
  const left = watch.past.leftAt(version);
  if (isUndone) return [el("small", {}, left ? `undone at ${left.version}` : "undone")];
  return left ? [el("small", {}, `not undone at ${left.version}`)] : [];
}

/** The buttons of the shown entry: its reasons and, if it can be undone, a dispute, and an undo of this event and all later ones. */
function ways({ version, at, sentence, can_be_undone: isOfPlay }: Told, watch: Watch, actions: Node[]) {
  const way = (name: string, onclick: () => void) =>
    el("button", { type: "button", class: "quiet", "data-of": `${name}-${version}`, onclick }, name);
  const back = () => takeBackSince(watch, version, sentence);
  return el(
    "p",
    { class: "ways" },
    el("time", { datetime: at }, MOMENT.format(new Date(at))),
    way("Why?", () => openPanel("step")),
    watch.seat && isOfPlay ? way("Dispute", () => challenge(watch, version)) : null,
    watch.seat && isOfPlay && version > 1 ? way("Back to before this", back) : null,
    ...actions,
  );
}
