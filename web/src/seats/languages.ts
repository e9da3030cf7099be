// Languages, with their names in the language of the reader.

/** The languages that a host can choose. Programs can list a table in any other language. */
const OFFERED = "ar cs da de el en es fi fr he hu it ja ko nb nl pl pt ro ru sv tr uk zh".split(" ");
const NAMES = new Intl.DisplayNames(undefined, { type: "language" });

/** @param tag a language tag of BCP 47 */
export const languageOf = (tag: string) => NAMES.of(tag) ?? tag;

/** The tags and names of the languages to choose from: first the browser's language, then the others by name. */
export function languages(): [string, string][] {
  const [own = "en"] = navigator.language.split("-");
  const named = (tag: string) => [tag, languageOf(tag)] as [string, string];
  const others = OFFERED.filter((tag) => tag !== own).map(named);
  return [named(own), ...others.toSorted(([, one], [, other]) => one.localeCompare(other))];
}
