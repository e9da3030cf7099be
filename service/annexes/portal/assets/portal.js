// Search in all pages, and a button to copy each example. Without this script the pages read as well.
import { indexOf, search } from "./search.js";

const form = document.querySelector(".search");
const [input, found, list] = form.children;
const AT_MOST = 12;
let index;

// The words of the pages are read when somebody wants to search.
const indexed = () => {
  index ??= fetch(new URL("../search.json", import.meta.url))
    .then((answer) => answer.json())
    .then(indexOf);
  return index;
};

const show = (results) => {
  list.replaceChildren(
    ...results.slice(0, AT_MOST).map(({ id, heading, title, kind }) => {
      const link = Object.assign(document.createElement("a"), { href: id, textContent: heading });
      const place = [title, kind].filter(Boolean).join(" · ");
      link.append(Object.assign(document.createElement("small"), { textContent: place }));
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
};

const answer = async () => {
  found.textContent = "Searching…";
  const ready = await indexed();
  const typed = input.value.trim();
  const results = typed ? search(ready, typed) : [];
  show(results);
  found.textContent = typed ? `${results.length} found` : "";
};

form.hidden = false;
input.addEventListener("focus", indexed, { once: true });
input.addEventListener("input", answer);
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
    answer();
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
