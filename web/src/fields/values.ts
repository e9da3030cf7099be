// Values that a field may take, and prices, in words.

import { inWords } from "../kit/text";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";

export const priced = (price: Record<string, number> | null | undefined) =>
  Object.entries(price ?? {})
    .filter(([, amount]) => amount)
    .map(([token, amount]) => `${amount} ${token}`)
    .join(", ");

/** A number of tokens of any kind, in words. */
export const counted = (tokens: number) => `${tokens} ${tokens === 1 ? "token" : "tokens"}`;

/** A value in words: the name if the value is an id, or else the value itself. */
export function valued(value: unknown, names: Names): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return names.knows(value) ? names.whole(value) : inWords(value);
  return String(value ?? "nothing");
}

/** A choice, with its price. */
export function chosen({ value, label, price }: Schemas["Choice"], names: Names) {
  const name = valued(value, names);
  // If the label of a choice repeats the name, it is left out. The whole name of an edge also has its ends.
  const isSame = !label || label.toLowerCase() === name.toLowerCase() || (typeof value === "string" && names.of(value) === label);
  const said = isSame ? name : label;
  return price ? `${said} – ${priced(price) || "free"}` : said;
}
