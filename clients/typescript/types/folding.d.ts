/**
 * A session that is followed by its events, from a view of it or from before the first event. After an event of type `redact`, begin again:
 * earlier events have other texts now.
 */
export class Fold {
    /**
     * @param {View} [view]
     * @param {{kept?: number}} [how] how many views, the newest, are kept for rewinds
     */
    constructor(view?: View, { kept }?: {
        kept?: number;
    });
    view: View;
    /**
     * The view after the next event, which is also `view` from now on. Throws `NeedsState` and changes nothing if that cannot be computed.
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
