/**
 * The views of a session, computed event by event from a first view or from the start. After an event of type `redact`, make a new `Fold`,
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
     * The view after the next event; `view` is set to it. Throws `NeedsState` and changes nothing if it cannot be computed.
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
