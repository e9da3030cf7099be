/**
 * Computes the views of a session, event by event, from a first view or from the start. After an event of type `redact`, make a new `Fold`,
 * because the redaction changed texts of earlier events.
 */
export class Fold {
    /**
     * @param {View} [view]
     * @param {{kept?: number}} [how] the number of newest views to keep for rewinds
     */
    constructor(view?: View, { kept }?: {
        kept?: number;
    });
    view: View;
    /**
     * Compute the view after the next event, set `view` to it, and return it. If this is impossible, change nothing and throw `NeedsState`.
     * @param {{version: number, event: {effects: import("./records.js").Effect[]}}} event
     */
    take({ version, event: { effects } }: {
        version: number;
        event: {
            effects: import("./records.js").Effect[];
        };
    }): View;
    #private;
}
import { View } from "./views.js";
