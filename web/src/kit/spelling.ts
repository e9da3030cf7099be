// Texts: their form for searches, and how to shorten them.

const GRAPHEMES = new Intl.Segmenter();

/**
 * The form of a text for searches, which ignore case, invisible characters and differences in spacing. The server does the same for the
 * titles of sessions (`sought` in domain/core/spelling.py).
 */
export const sought = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    // First capitals, then small letters: only the step to capitals turns `ß` into `ss`.
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(?<=i)\u0307/g, "")
    .replace(/ς/g, "σ")
    .replace(/\s+/g, " ")
    .trim();

/** Shorten a text to a number of graphemes (visible characters). A shortened text ends with an ellipsis. */
export function cut(text: string, most: number) {
  const parts = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return parts.length > most ? `${parts.slice(0, most - 1).join("")}…` : text;
}
