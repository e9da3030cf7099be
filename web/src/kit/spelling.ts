/** Texts as people read them: a form for searches, and places to cut a text. */

const GRAPHEMES = new Intl.Segmenter();

/**
 * The form of a text that a search compares: without case, invisible characters and differences of spacing. The server
 * does the same for the titles of sessions (`sought` in domain/core/spelling.py).
 */
export const sought = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    // Small letters of capitals: only capitals show that `ß` is `ss`.
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(?<=i)\u0307/g, "")
    .replace(/ς/g, "σ")
    .replace(/\s+/g, " ")
    .trim();

/** A text of at most so many characters that a reader sees as one, with an ellipsis if it was longer. */
export function cut(text: string, most: number) {
  const parts = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return parts.length > most ? `${parts.slice(0, most - 1).join("")}…` : text;
}
