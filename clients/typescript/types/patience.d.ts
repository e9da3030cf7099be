/**
 * A signal that fires when another signal fires, or after a time. `putOff` starts the time again.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export function within(milliseconds: number, signal: AbortSignal): {
    signal: AbortSignal;
    /** Start the time again, because something has arrived. */
    putOff(): void;
    /** End the wait. */
    over(): void;
};
/** Pauses that double up to a limit. Each is shortened at random, so that clients do not send their requests at the same time. */
export class Pauses {
    following: number;
    /**
     * The milliseconds to wait now.
     * @param {number | null} [asked] the seconds that the server asked for
     */
    next(asked?: number | null): number;
    /** Start with the shortest pause again, after a success. */
    beginAgain(): void;
}
export function wait(milliseconds: number, signal: AbortSignal): Promise<void>;
