// Search in the words of all pages.
import MiniSearch from "./minisearch.js";
import { SMALL, SYNONYMS } from "./synonyms.js";

// Pages about one detail, such as a problem, and lists of links. They are listed after the guides.
const DETAIL = /\/docs\/((problems|rulesets|decisions|readings|stories|start)\/|(reference|changelog)#)/;
// Pages whose headings are separate results, such as the operations of the API.
const LIST = /\/docs\/(reference|rulesets\/[^/]+)$/;
const WORD = /[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu;
const AT_ONCE = 100;
const LEAST = 4;

// Letters of another size or form are the same: "STRASSE" finds "straße".
const folded = (text) => text.normalize("NFKC").toUpperCase().toLowerCase();

const wordsOf = (text) => folded(text).match(WORD) ?? [];

// A name such as `load.marks` is found as a whole, and by its parts.
const withParts = (text) => wordsOf(text).flatMap((word) => (/[._]/.test(word) ? [word, ...word.split(/[._]/)] : [word]));

const singular = (word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "") : word);

const OPTIONS = {
  fields: ["heading", "title", "address", "text"],
  storeFields: ["heading", "title", "path", "kind"],
  tokenize: withParts,
  processTerm: singular,
};
const SEARCH = {
  boost: { heading: 6, address: 3, title: 2 },
  boostDocument: (address, word, { kind }) => {
    if (DETAIL.test(address)) return word.includes("_") && address.endsWith(`/${word}`) ? 2 : 0.3;
    return kind.startsWith("How-to") ? 1.2 : 1;
  },
  tokenize: wordsOf,
  prefix: (word) => word.length > 2,
};
// If nothing has every word, words with mistakes are searched, and then pages with only some of the words.
const TRIES = [{}, { fuzzy: 0.2 }, { fuzzy: 0.2, combineWith: "OR" }];

const entries = ([title, path, kind, parts]) =>
  parts.map(([heading, anchor, text], at) =>
    at === 0
      ? { id: path, path, kind, heading, title: "", address: path, text }
      : { id: `${path}#${anchor}`, path, kind, heading, title, address: "", text },
  );

/** Make the index of the pages in search.json, without holding up the browser. */
export async function indexOf(pages) {
  const index = new MiniSearch(OPTIONS);
  await index.addAllAsync(pages.flatMap(entries), { chunkSize: AT_ONCE });
  return index;
}

const ARTICLES = new Set(["a", "an", "the", "my"]);
const phraseOf = (text) =>
  wordsOf(text)
    .filter((word) => !ARTICLES.has(word))
    .map(singular)
    .join(" ");

// Each phrase that people type, with the words of the pages; the longest first.
const MEANT = new Map();
for (const [ours, typed] of Object.entries(SYNONYMS))
  for (const phrase of typed.split(", ").map(phraseOf)) MEANT.set(phrase, [...(MEANT.get(phrase) ?? []), ours]);
const PHRASES = [...MEANT.keys()].sort((one, other) => other.length - one.length);

const exact = (phrase) => ({ combineWith: "AND", prefix: false, fuzzy: false, queries: [phrase] });
const meant = (phrases) => phrases.flatMap((phrase) => MEANT.get(phrase)).map(exact);

// Words may be typed only in part, such as "throttl" of "throttling".
const begun = (word) => (word.length > LEAST ? PHRASES.filter((one) => one.startsWith(word) && !one.includes(" ")) : []);

// Every word has to be there, or words that mean the same.
function queryOf(typed) {
  const queries = [];
  let rest = ` ${phraseOf(typed)} `;
  for (const phrase of PHRASES) {
    if (!rest.includes(` ${phrase} `)) continue;
    rest = rest.replaceAll(` ${phrase} `, "  ");
    queries.push({ combineWith: "OR", queries: [exact(phrase), ...meant([phrase])] });
  }
  const words = rest.split(" ").filter((word) => word && !SMALL.has(word));
  queries.push(...words.map((word) => ({ combineWith: "OR", queries: [word, ...meant(begun(word))] })));
  return { combineWith: "AND", queries: queries.length > 0 ? queries : wordsOf(typed) };
}

/** Find the entries with the words typed, the best first: one of each page, and every heading of a list. */
export function search(index, typed) {
  const query = queryOf(typed);
  const best = new Map();
  for (const more of TRIES) {
    for (const found of index.search({ ...query, ...more }, SEARCH)) {
      const key = LIST.test(found.path) ? found.id : found.path;
      if (!best.has(key)) best.set(key, found);
    }
    if (best.size > 0) break;
  }
  return [...best.values()];
}
