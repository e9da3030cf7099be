// Changes that other programs make to an archive in transit, such as compression, and the sentences about them.

/** Compressed files by their first bytes. @type {[string, number[]][]} */
const COMPRESSED = [
  ["gzip", [0x1f, 0x8b]],
  ["ZIP", [0x50, 0x4b]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
];
const BOM = [0xef, 0xbb, 0xbf];
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const PAGE = /^\s*<(?:!doctype|html)/i;
const LOOKED_AT = 64;

/**
 * A sentence about a file that is no text in UTF-8, such as a compressed file; empty if nothing is wrong with its first bytes.
 * @param {Uint8Array} file the file, or at least its first 64 bytes
 */
export function foreignForm(file) {
  const begins = (/** @type {number[]} */ sign) => sign.every((byte, n) => file[n] === byte);
  if (file.length === 0) return "it is empty";
  if (begins(BOM)) return "it begins with a byte order mark (BOM): remove its first three bytes";
  const [name] = COMPRESSED.find(([, sign]) => begins(sign)) ?? [];
  if (name) return `it is compressed with ${name}: unpack it first`;
  if (UTF_16.some(begins) || file.subarray(0, 4).includes(0))
    return "it is in UTF-16 or UTF-32: save it as UTF-8 without a byte order mark";
  const beginning = new TextDecoder().decode(file.subarray(0, LOOKED_AT));
  return PAGE.test(beginning) ? "it is an HTML page that was saved in its place, such as an error page" : "";
}

/**
 * The fault at the end of a line; empty if there is none.
 * @param {string} line the line with its line feed
 */
export function lineFault(line) {
  if (!/[^\r\n]/.test(line)) return "a line is empty: remove it";
  if (line.includes("\r")) return "a line ends with CR or CR LF: change all line ends to LF";
  if (line.endsWith("\n")) return "";
  return line.endsWith("}") ? "a line has no line feed at its end: add it" : "it ends in the middle of a line: copy it as a whole";
}
