/**
 * A sentence about a file that is no text in UTF-8, such as a compressed file; empty if nothing is wrong with its first bytes.
 * @param {Uint8Array} file the file, or at least its first 64 bytes
 */
export function foreignForm(file: Uint8Array): string;
/**
 * The fault at the end of a line; empty if there is none.
 * @param {string} line the line with its line feed
 */
export function lineFault(line: string): "" | "a line is empty: remove it" | "a line ends with CR or CR LF: change all line ends to LF" | "a line has no line feed at its end: add it" | "it ends in the middle of a line: copy it as a whole";
