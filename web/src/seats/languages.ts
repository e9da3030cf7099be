// Languages, as the reader's own language calls them.

/** Those that a host chooses from; others come from programs. */
const OFFERED = "ar cs da de el en es fi fr he hu it ja ko nb nl pl pt ro ru sv tr uk zh".split(" ");
const NAMES = new Intl.DisplayNames(undefined, { type: "language" });

/** @param tag as BCP 47 has it */
export const languageOf = (tag: string) => NAMES.of(tag) ?? tag;

/** The browser's own language first, then all that are offered, by their names. */
export function languages(): [string, string][] {
  const [own = "en"] = navigator.language.split("-");
  const named = (tag: string) => [tag, languageOf(tag)] as [string, string];
  const others = OFFERED.filter((tag) => tag !== own).map(named);
  return [named(own), ...others.toSorted(([, one], [, other]) => one.localeCompare(other))];
}
