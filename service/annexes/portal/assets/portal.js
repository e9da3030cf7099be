// Search in titles, headings and first paragraphs, and a button to copy each example. Without this script the pages read as well.
const form = document.querySelector(".search");
const [input, found, list] = form.children;
const AT_MOST = 12;
// The index lies next to this script, also if the server has a base path.
const INDEX = new URL("../search.json", document.currentScript.src);
let index;

const SMALL = new Set(["a", "an", "and", "do", "how", "i", "in", "my", "of", "or", "the", "to"]);
// Pages about one detail, such as a problem, are listed after the guides.
const DETAIL = /\/docs\/(concepts|problems|rulesets|decisions|readings|stories|reference|changelog)\b/;

const entries = async () => {
  const pages = await (await fetch(INDEX)).json();
  return pages.flatMap(([title, path, headings, lead]) => [
    { text: title, path, of: "", lead },
    ...headings.map(([text, anchor]) => ({ text, path: `${path}#${anchor}`, of: title, lead: "" })),
  ]);
};

// Letters of another size or form are the same: "STRASSE" finds "straße".
const folded = (text) => text.normalize("NFKC").toUpperCase().toLowerCase();

// A word is found where one begins with it, in the singular or plural; its letters stand for themselves.
const beginning = (word) => {
  const root = word.length > 3 ? word.replace(/(ies|(?<![aeiou])y|s)$/, "") : word;
  return new RegExp(`(^|[^\\p{L}\\p{N}])${root.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}`, "u");
};

// How well an entry answers, the lower the better: it is what was typed, its own words have it, its page's, the page's
// first paragraph; among equals one that explains, a title before a heading, and a beginning before the middle.
const rank = (entry, typed, words) => {
  const text = folded(entry.text);
  const has = (whole) => words.every((word) => word.test(whole));
  const isAddress = entry.path.endsWith(`/${typed}`);
  const where = [
    text === typed || isAddress,
    has(text),
    has(folded(`${text} ${entry.of} ${entry.path}`)),
    has(folded(`${text} ${entry.path} ${entry.lead}`)),
  ].indexOf(true);
  if (where < 0) return Number.POSITIVE_INFINITY;
  const detail = !isAddress && DETAIL.test(entry.path);
  return (detail ? 100 : 0) + where * 10 + (entry.of ? 2 : 0) + (text.search(words[0]) === 0 ? 0 : 1);
};

// Every word has to be there but the small ones.
const matches = (all, typed) => {
  const every = typed.split(/\s+/);
  const large = every.filter((word) => !SMALL.has(word));
  const words = (large.length ? large : every).map(beginning);
  return all
    .map((entry) => ({ entry, at: rank(entry, typed, words) }))
    .filter(({ at }) => at < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
};

const show = (entries) => {
  list.replaceChildren(
    ...entries.slice(0, AT_MOST).map(({ text, path, of }) => {
      const link = Object.assign(document.createElement("a"), { href: path, textContent: text });
      link.append(Object.assign(document.createElement("small"), { textContent: of }));
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
};

const search = async () => {
  const typed = folded(input.value).trim();
  index ??= entries();
  const hits = typed ? matches(await index, typed) : [];
  show(hits);
  found.textContent = typed ? `${hits.length} found` : "";
};

form.hidden = false;
input.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  const links = [input, ...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
  } else if (event.key === "Escape") {
    input.value = "";
    search();
    input.focus();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    input.focus();
  }
});

for (const block of document.querySelectorAll("pre:not(:has(.language-text))")) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  const frame = Object.assign(document.createElement("div"), { className: "example" });
  block.replaceWith(frame);
  frame.append(block, ...(navigator.clipboard ? [button] : []));
}
