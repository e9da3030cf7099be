export function hex(bytes: Iterable<number>): string;
export function bytesOf(text: string): Uint8Array<ArrayBuffer>;
export function newKey(): string;
