// The changes that other programs make to the lines of an archive on its way, and how to undo them.

import { lineFault } from "verger-client/file-form";
import { parsed } from "../why/event-line";

/** The signs of Windows-1252 from 0x80 on that have other numbers in Unicode. A space stands for an unused number. */
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
  ["spaces or other signs stand around a line: remove them", (line) => `${line.trim()}\n`],
  ["its UTF-8 was read as Windows-1252 or Latin-1 and saved again: undo that", ofWindows],
  ["its letters were taken apart (NFD): write them in the normal form NFC", (line) => line.normalize("NFC")],
  [
    "its signs were written as in HTML, such as `&amp;`: undo that",
    (line) => line.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (sign) => SIGNS.get(sign) ?? sign),
  ],
  ["its JSON was written in another form, with spaces or escapes: undo that", (line) => `${JSON.stringify(JSON.parse(line))}\n`],
];

/**
 * The change to a line that is wrong, if other programs made it; else empty.
 * @param isRecorded whether a line is the one that has to be there
 */
export async function damageOf(line: string, isRecorded: (line: string) => Promise<boolean>) {
  for (const [what, form] of forms(line)) if (await isRecorded(form)) return lineFault(line) || what;
  if (lineFault(line)) return lineFault(line);
  if (parsed(line) === null) return "a line is cut off, wrapped or damaged: copy it as a whole";
  return line.includes("\ufffd") ? "letters of it were lost (\ufffd): copy it as UTF-8" : "";
}

/** The forms that a line can have had before one change or two, each with the changes since. */
function* forms(line: string): Generator<[string, string]> {
  for (const [n, [what, undo]] of UNDONE.entries()) {
    const form = undone(undo, line);
    if (form === line) continue;
    yield [what, form];
    for (const [more, again] of UNDONE.slice(n + 1)) yield [`${what}, and ${more}`, undone(again, form)];
  }
}

/** A line without a change; as it is where that change was not made. */
function undone(undo: (line: string) => string, line: string) {
  try {
    return undo(line);
  } catch {
    return line;
  }
}

/** A text whose UTF-8 was read as Windows-1252, as the text that it was. */
function ofWindows(line: string) {
  const bytes = Uint8Array.from(line, (sign) => (sign > "\u00ff" ? 0x80 + WINDOWS.indexOf(sign) : sign.charCodeAt(0)));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
