// The changes that other programs, such as editors, make to the lines of an archive, and how to undo them.

import { lineFault } from "verger-client/file-form";
import { parsed } from "../why/event-line";

/** The characters of Windows-1252 from 0x80 on that have other numbers in Unicode. A space stands for an unused number. */
const WINDOWS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const SIGNS = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&#x27;", "'"],
  ["&amp;", "&"],
]);

/** The changes to a line, each with the function that undoes it. */
const UNDONE: [string, (line: string) => string][] = [
  ["spaces or other characters stand around a line: remove them", (line) => `${line.trim()}\n`],
  ["its UTF-8 was read as Windows-1252 or Latin-1 and saved again: undo that", ofWindows],
  ["its letters were taken apart (NFD): write them in the normal form NFC", (line) => line.normalize("NFC")],
  [
    "some of its characters were written as in HTML, such as `&amp;`: undo that",
    (line) => line.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (sign) => SIGNS.get(sign) ?? sign),
  ],
  ["its JSON was written in another form, with spaces or escapes: undo that", (line) => `${JSON.stringify(JSON.parse(line))}\n`],
];

/**
 * Describe the change that other programs made to a wrong line, and how to undo it; empty if no such change is found.
 * @param isRecorded whether a text is the next line in its exported form
 */
export async function damageOf(line: string, isRecorded: (line: string) => Promise<boolean>) {
  for (const [what, form] of forms(line)) if (await isRecorded(form)) return lineFault(line) || what;
  if (lineFault(line)) return lineFault(line);
  if (parsed(line) === null) return "a line is cut off, wrapped or damaged: copy it as a whole";
  return line.includes("\ufffd") ? "letters of it were lost (\ufffd): copy it as UTF-8" : "";
}

/** The forms that a line may have had before one or two changes, each with a description of these changes. */
function* forms(line: string): Generator<[string, string]> {
  for (const [n, [what, undo]] of UNDONE.entries()) {
    const form = undone(undo, line);
    if (form === line) continue;
    yield [what, form];
    for (const [more, again] of UNDONE.slice(n + 1)) yield [`${what}, and ${more}`, undone(again, form)];
  }
}

/** A line with a change undone; the same line if it does not have this change. */
function undone(undo: (line: string) => string, line: string) {
  try {
    return undo(line);
  } catch {
    return line;
  }
}

/** The original of a text whose UTF-8 was read as Windows-1252. */
function ofWindows(line: string) {
  const bytes = Uint8Array.from(line, (sign) => (sign > "\u00ff" ? 0x80 + WINDOWS.indexOf(sign) : sign.charCodeAt(0)));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
