// The pauses between repeated requests, and time limits.

const FIRST = 200;
const MOST = 15_000;
/** The maximum pause that a server can ask for, in milliseconds: one day. A timer of more than 24 days would end at once. */
const MOST_ASKED = 86_400_000;

/** Pauses that double up to a limit. Each is shortened at random, so that clients do not send their requests at the same time. */
export class Pauses {
  constructor() {
    this.following = FIRST;
  }

  /**
   * The milliseconds to wait now.
   * @param {number | null} [asked] the seconds that the server asked for
   */
  next(asked = null) {
    const pause = this.following;
    this.following = Math.min(pause * 2, MOST);
    return asked === null ? pause * (1 - Math.random() / 2) : Math.min(asked * 1000, MOST_ASKED);
  }

  /** Start with the shortest pause again, after a success. */
  beginAgain() {
    this.following = FIRST;
  }
}

/**
 * Wait for a time. The promise rejects when the signal fires.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export const wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });

/**
 * A signal that fires when another signal fires, or after a time. `putOff` starts the time again.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export function within(milliseconds, signal) {
  const own = new AbortController();
  const end = () => {
    clearTimeout(timer);
    own.abort(signal.reason);
  };
  const late = () => own.abort(new DOMException("There was no answer in time.", "TimeoutError"));
  let timer = setTimeout(late, milliseconds);
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  return {
    signal: own.signal,
    /** Start the time again, because something has arrived. */
    putOff() {
      clearTimeout(timer);
      timer = setTimeout(late, milliseconds);
    },
    /** End the wait. */
    over() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    },
  };
}
