// Search in titles and headings, and a button to copy each example. Without this script the pages read as well.
const form = document.querySelector(".search");
const [input, found, list] = form.children;
const AT_MOST = 12;
let index;

const entries = async () => {
  const pages = await (await fetch("/docs/search.json")).json();
  return pages.flatMap(([title, path, headings]) => [
    { text: title, path, of: "" },
    ...headings.map(([text, anchor]) => ({ text, path: `${path}#${anchor}`, of: title })),
  ]);
};

// Every word has to be there, be it in the address; a title before a heading, a beginning before the middle.
const matches = (all, words) =>
  all
    .map((entry) => ({ entry, text: `${entry.text} ${entry.of} ${entry.path}`.toLowerCase() }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ entry, text }) => ({ entry, rank: (entry.of ? 2 : 0) + (text.startsWith(words[0]) ? 0 : 1) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);

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
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  index ??= entries();
  const hits = words.length ? matches(await index, words) : [];
  show(hits);
  found.textContent = words.length ? `${hits.length} found` : "";
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
