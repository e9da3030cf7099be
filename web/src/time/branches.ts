// Branches: the play that rewinds have undone, as a tree.

import { el } from "../kit/dom";
import { versionLink } from "../session/links";
import type { Schemas, Watch } from "../session/watch";

type Branch = Schemas["Branch"];

export function branches(watch: Watch) {
  const tree = el("div");
  const shown = el("details", { class: "forks", hidden: true }, el("summary", {}, "Undone play"), tree);
  const refresh = () => {
    const all = watch.past.timeline?.branches ?? [];
    shown.hidden = all.length === 0;
    if (shown.open) tree.replaceChildren(...subtree(watch, all, null));
  };
  watch.past.addEventListener("known", refresh);
  shown.addEventListener("toggle", refresh);
  return shown;
}

/** @param parent the first version of the branch that these branches begin at; null for those that begin at the line that counts */
function subtree(watch: Watch, all: Branch[], parent: number | null): HTMLElement[] {
  const own = all.filter((branch) => branch.parent === parent);
  return own.length ? [el("ul", {}, ...own.map((branch) => el("li", {}, told(watch, branch), ...subtree(watch, all, branch.first))))] : [];
}

const told = (watch: Watch, { first, last, after, undone_by }: Branch) => [
  "From ",
  versionLink(watch, first),
  " to ",
  versionLink(watch, last),
  ", played after ",
  versionLink(watch, after),
  ", undone by ",
  versionLink(watch, undone_by),
];
