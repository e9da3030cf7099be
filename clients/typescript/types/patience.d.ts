/**
 * A signal that fires with another one, or when nothing has put it off for so long.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export function within(milliseconds: number, signal: AbortSignal): {
    signal: AbortSignal;
    /** Something was heard: wait as long again. */
    putOff(): void;
    /** It is done. */
    over(): void;
};
/** Waits that double up to a bound, each a little shorter at random: not all come back at once. */
export class Pauses {
    following: number;
    /**
     * The milliseconds to wait now.
     * @param {number | null} [asked] the seconds that the server said
     */
    next(asked?: number | null): number;
    /** Start small again: it has worked. */
    beginAgain(): void;
}
export function wait(milliseconds: number, signal: AbortSignal): Promise<void>;
