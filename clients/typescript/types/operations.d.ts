/** @typedef {import("./connection.js").Connection} Connection */
/** Every operation that is not about one session. `key` is the Idempotency-Key. */
export class ServerOperations {
    /** @param {Connection} connection */
    constructor(connection: Connection);
    connection: import("./connection.js").Connection;
    /**
     * List your sessions.
     * @param {{after?: string, limit?: number, ruleset?: string, title?: string, awaited?: boolean, idle_since?: string}} [query]
     * @returns {Promise<import("./answers.js").SessionsView>}
     */
    listSessions(query?: {
        after?: string;
        limit?: number;
        ruleset?: string;
        title?: string;
        awaited?: boolean;
        idle_since?: string;
    }): Promise<import("./answers.js").SessionsView>;
    /**
     * Start a session.
     * @param {{title: string, seats: Record<string, any>[], ruleset?: string, house_rules?: Record<string, string | number>, via?: string, trial?: boolean, key?: string}} given
     * @returns {Promise<import("./answers.js").StartedView>}
     */
    startSession({ key, ...body }: {
        title: string;
        seats: Record<string, any>[];
        ruleset?: string;
        house_rules?: Record<string, string | number>;
        via?: string;
        trial?: boolean;
        key?: string;
    }): Promise<import("./answers.js").StartedView>;
    /**
     * Claim a seat with a code.
     * @param {{code: string, name?: string, via?: string, key?: string}} given
     * @returns {Promise<import("./answers.js").ClaimedView>}
     */
    claimSeat({ key, ...body }: {
        code: string;
        name?: string;
        via?: string;
        key?: string;
    }): Promise<import("./answers.js").ClaimedView>;
    /**
     * Renew the token of the request.
     * @returns {Promise<import("./answers.js").RenewedView>}
     */
    renewToken(): Promise<import("./answers.js").RenewedView>;
    /**
     * Get the app of the token.
     * @returns {Promise<import("./answers.js").AppView>}
     */
    getApp(): Promise<import("./answers.js").AppView>;
    /**
     * List or follow the feed.
     * @param {{after?: string, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").FeedView>}
     */
    getFeed(query?: {
        after?: string;
        limit?: number;
    }): Promise<import("./answers.js").FeedView>;
    /**
     * Import an archive after verification.
     * @param {string | Uint8Array} archive
     * @returns {Promise<import("./answers.js").ImportView>}
     */
    importSession(archive: string | Uint8Array): Promise<import("./answers.js").ImportView>;
    /**
     * List the keys of checkpoints.
     * @returns {Promise<import("./answers.js").KeysView>}
     */
    listKeys(): Promise<import("./answers.js").KeysView>;
    /**
     * List the rulesets.
     * @returns {Promise<import("./answers.js").RulesetsView>}
     */
    listRulesets(): Promise<import("./answers.js").RulesetsView>;
    /**
     * Get a ruleset.
     * @param {string} ruleset
     * @returns {Promise<import("./answers.js").RulesetView>}
     */
    getRuleset(ruleset: string): Promise<import("./answers.js").RulesetView>;
    /**
     * Get the schemas of a ruleset.
     * @param {string} ruleset
     * @returns {Promise<import("./answers.js").SchemasView>}
     */
    getSchemas(ruleset: string): Promise<import("./answers.js").SchemasView>;
    /**
     * Get the odds of a roll.
     * @param {string} ruleset
     * @param {string} roll
     * @param {{dice: number}} query
     * @returns {Promise<import("./answers.js").OddsView>}
     */
    getOdds(ruleset: string, roll: string, query: {
        dice: number;
    }): Promise<import("./answers.js").OddsView>;
    /**
     * Check that the process is alive.
     * @returns {Promise<import("./answers.js").HealthView>}
     */
    getHealth(): Promise<import("./answers.js").HealthView>;
    /**
     * Check that the process is ready.
     * @returns {Promise<import("./answers.js").ReadyView>}
     */
    getReadiness(): Promise<import("./answers.js").ReadyView>;
    /**
     * List tables with free seats.
     * @param {{after?: string, limit?: number, ruleset?: string, language?: string}} [query]
     * @returns {Promise<import("./answers.js").OpenTablesView>}
     */
    listTables(query?: {
        after?: string;
        limit?: number;
        ruleset?: string;
        language?: string;
    }): Promise<import("./answers.js").OpenTablesView>;
    /**
     * Ask for a seat.
     * @param {string} table
     * @param {{name: string, note?: string, key?: string}} given
     * @returns {Promise<import("./answers.js").AskedView>}
     */
    askForSeat(table: string, { key, ...body }: {
        name: string;
        note?: string;
        key?: string;
    }): Promise<import("./answers.js").AskedView>;
    /**
     * List your requests for seats.
     * @returns {Promise<import("./answers.js").OwnAsksView>}
     */
    listAsks(): Promise<import("./answers.js").OwnAsksView>;
    /**
     * Withdraw or decline a request.
     * @param {string} ask
     * @param {{acting?: string}} [given]
     * @returns {Promise<void>}
     */
    withdrawAsk(ask: string, { acting }?: {
        acting?: string;
    }): Promise<void>;
    /**
     * Let somebody in.
     * @param {string} ask
     * @param {{seat?: string, acting?: string}} [given]
     * @returns {Promise<import("./answers.js").AskView>}
     */
    letIn(ask: string, { acting, ...body }?: {
        seat?: string;
        acting?: string;
    }): Promise<import("./answers.js").AskView>;
    /**
     * List the signed statements.
     * @param {{after?: number, session?: string}} [query]
     * @returns {Promise<import("./answers.js").StatementsView>}
     */
    listStatements(query?: {
        after?: number;
        session?: string;
    }): Promise<import("./answers.js").StatementsView>;
    /**
     * Get the metrics of the process.
     * @returns {Promise<string>}
     */
    getMetrics(): Promise<string>;
}
/**
 * Every operation of a session, and those of the server. The seat of the session acts, if an operation takes a seat. `at` is the version
 * to read at, `seen` the version for If-Match, and `question` the id for Verger-Question.
 */
export class SessionOperations extends ServerOperations {
    /**
     * @param {Connection} connection
     * @param {string} id
     * @param {string | null} seat
     */
    constructor(connection: Connection, id: string, seat: string | null);
    id: string;
    /** The seat that acts; null for somebody who looks on. */
    seat: string | null;
    /** The path of the session, which follows the address of the server. */
    get home(): string;
    /**
     * Get an overview of a session.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").SessionView>}
     */
    getSession(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").SessionView>;
    /**
     * End a session.
     * @param {{archived?: boolean, seen?: number | string}} [given]
     * @returns {Promise<void>}
     */
    endSession({ seen, ...query }?: {
        archived?: boolean;
        seen?: number | string;
    }): Promise<void>;
    /**
     * Add a seat.
     * @param {{kind: string, name: string, key?: string}} given
     * @returns {Promise<import("./answers.js").SeatOfferedView>}
     */
    addSeat({ key, ...body }: {
        kind: string;
        name: string;
        key?: string;
    }): Promise<import("./answers.js").SeatOfferedView>;
    /**
     * Remove a seat that nobody took.
     * @param {string} removed
     * @returns {Promise<import("./answers.js").SeatRemovedView>}
     */
    removeSeat(removed: string): Promise<import("./answers.js").SeatRemovedView>;
    /**
     * Renew a seat's claim code.
     * @param {string} seatId
     * @param {{key?: string}} [given]
     * @returns {Promise<import("./answers.js").ClaimCodeView>}
     */
    renewClaimCode(seatId: string, { key }?: {
        key?: string;
    }): Promise<import("./answers.js").ClaimCodeView>;
    /**
     * Get a code for another device.
     * @param {{key?: string}} [given]
     * @returns {Promise<import("./answers.js").DeviceCodeView>}
     */
    offerDeviceCode({ key }?: {
        key?: string;
    }): Promise<import("./answers.js").DeviceCodeView>;
    /**
     * List the tokens of your seats.
     * @param {{after?: string, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").TokensView>}
     */
    listTokens(query?: {
        after?: string;
        limit?: number;
    }): Promise<import("./answers.js").TokensView>;
    /**
     * Issue another token for your seats.
     * @param {{label: string, seats?: string[], scopes?: string[], expires_in?: number, via?: string, key?: string}} given
     * @returns {Promise<import("./answers.js").IssuedView>}
     */
    issueToken({ key, ...body }: {
        label: string;
        seats?: string[];
        scopes?: string[];
        expires_in?: number;
        via?: string;
        key?: string;
    }): Promise<import("./answers.js").IssuedView>;
    /**
     * Revoke a token.
     * @param {string} token
     * @returns {Promise<void>}
     */
    revokeToken(token: string): Promise<void>;
    /**
     * List a seat's options.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").OptionsView>}
     */
    getOptions(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").OptionsView>;
    /**
     * Get the pending actions.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").AwaitedView>}
     */
    getAwaited(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").AwaitedView>;
    /**
     * Get the state of a session.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").StateView>}
     */
    getState(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").StateView>;
    /**
     * Get the network.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").NetworkView>}
     */
    getNetwork(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").NetworkView>;
    /**
     * Get the sheets.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").SheetsView>}
     */
    getSheets(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").SheetsView>;
    /**
     * Get the dice of a session.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").DiceView>}
     */
    getDice(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").DiceView>;
    /**
     * Get the banks.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").BanksView>}
     */
    getBanks(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").BanksView>;
    /**
     * Get the ledger.
     * @param {{at?: number, as_of?: string, after?: number, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").LedgerView>}
     */
    getLedger(query?: {
        at?: number;
        as_of?: string;
        after?: number;
        limit?: number;
    }): Promise<import("./answers.js").LedgerView>;
    /**
     * Get the network for Graphviz.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<string>}
     */
    getNetworkDot(query?: {
        at?: number;
        as_of?: string;
    }): Promise<string>;
    /**
     * Get the network as GraphML.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<string>}
     */
    getNetworkGraphml(query?: {
        at?: number;
        as_of?: string;
    }): Promise<string>;
    /**
     * Draw the network.
     * @param {{at?: number, laid_out?: number, orientation?: string, pinned?: string}} [query]
     * @returns {Promise<string>}
     */
    getNetworkPicture(query?: {
        at?: number;
        laid_out?: number;
        orientation?: string;
        pinned?: string;
    }): Promise<string>;
    /**
     * Draw the map.
     * @param {{at?: number, laid_out?: number, orientation?: string, pinned?: string}} [query]
     * @returns {Promise<string>}
     */
    getMapPicture(query?: {
        at?: number;
        laid_out?: number;
        orientation?: string;
        pinned?: string;
    }): Promise<string>;
    /**
     * Get an open conflict.
     * @param {string} conflict
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").ConflictAtView>}
     */
    getConflict(conflict: string, query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").ConflictAtView>;
    /**
     * List paths in a conflict.
     * @param {string} conflict
     * @param {{node?: string, target?: string, edges?: number, limit?: number, at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").PathsView>}
     */
    listPaths(conflict: string, query?: {
        node?: string;
        target?: string;
        edges?: number;
        limit?: number;
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").PathsView>;
    /**
     * Get the history of an element.
     * @param {string} element
     * @param {{at?: number, as_of?: string, after?: number, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").HistoryView>}
     */
    getElementHistory(element: string, query?: {
        at?: number;
        as_of?: string;
        after?: number;
        limit?: number;
    }): Promise<import("./answers.js").HistoryView>;
    /**
     * Get the changes between two versions.
     * @param {{from: number, to?: number, limit?: number}} query
     * @returns {Promise<import("./answers.js").DiffView>}
     */
    getDiff(query: {
        from: number;
        to?: number;
        limit?: number;
    }): Promise<import("./answers.js").DiffView>;
    /**
     * Get the timeline.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").TimelineView>}
     */
    getTimeline(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").TimelineView>;
    /**
     * List landmarks.
     * @param {{at?: number, as_of?: string, after?: number, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").LandmarksView>}
     */
    listLandmarks(query?: {
        at?: number;
        as_of?: string;
        after?: number;
        limit?: number;
    }): Promise<import("./answers.js").LandmarksView>;
    /**
     * Get the log as a story.
     * @param {{at?: number, as_of?: string, from?: number, to?: number, limit?: number, undone?: string, zone?: string}} [query]
     * @returns {Promise<import("./answers.js").StoryView>}
     */
    getStory(query?: {
        at?: number;
        as_of?: string;
        from?: number;
        to?: number;
        limit?: number;
        undone?: string;
        zone?: string;
    }): Promise<import("./answers.js").StoryView>;
    /**
     * Get the log as a story.
     * @param {"text/markdown" | "text/html"} accept
     * @param {{at?: number, as_of?: string, from?: number, to?: number, limit?: number, undone?: string, zone?: string}} [query]
     * @returns {Promise<string>}
     */
    getStoryText(accept: "text/markdown" | "text/html", query?: {
        at?: number;
        as_of?: string;
        from?: number;
        to?: number;
        limit?: number;
        undone?: string;
        zone?: string;
    }): Promise<string>;
    /**
     * Judge the log again with changes.
     * @param {{without?: number[], house_rules?: Record<string, string | number>, ruleset_version?: number}} [body]
     * @returns {Promise<import("./answers.js").WhatIfView>}
     */
    askWhatIf(body?: {
        without?: number[];
        house_rules?: Record<string, string | number>;
        ruleset_version?: number;
    }): Promise<import("./answers.js").WhatIfView>;
    /**
     * List or follow the events.
     * @param {{after?: number, before?: number, order?: string, type?: string, seat?: string, element?: string, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").EventsView>}
     */
    listEvents(query?: {
        after?: number;
        before?: number;
        order?: string;
        type?: string;
        seat?: string;
        element?: string;
        limit?: number;
    }): Promise<import("./answers.js").EventsView>;
    /**
     * Get an event.
     * @param {number} version
     * @returns {Promise<import("./answers.js").EventView>}
     */
    getEvent(version: number): Promise<import("./answers.js").EventView>;
    /**
     * Get the ruling of an event.
     * @param {number} version
     * @returns {Promise<import("./answers.js").RulingView>}
     */
    getRuling(version: number): Promise<import("./answers.js").RulingView>;
    /**
     * Issue a ticket for a stream.
     * @returns {Promise<import("./answers.js").StreamTicketView>}
     */
    issueStreamTicket(): Promise<import("./answers.js").StreamTicketView>;
    /**
     * Export a session's log.
     * @param {{at?: number}} [query]
     * @returns {Promise<Uint8Array>}
     */
    exportSession(query?: {
        at?: number;
    }): Promise<Uint8Array>;
    /**
     * Sign a version of the log.
     * @param {{at?: number}} [query]
     * @returns {Promise<import("./answers.js").Checkpoint>}
     */
    getCheckpoint(query?: {
        at?: number;
    }): Promise<import("./answers.js").Checkpoint>;
    /**
     * List the forks of a session.
     * @param {{after?: string, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").ForksView>}
     */
    listForks(query?: {
        after?: string;
        limit?: number;
    }): Promise<import("./answers.js").ForksView>;
    /**
     * Fork a session at any version.
     * @param {{version?: number, title?: string, seat?: string, key?: string}} [given]
     * @returns {Promise<import("./answers.js").ForkedView>}
     */
    forkSession({ key, ...body }?: {
        version?: number;
        title?: string;
        seat?: string;
        key?: string;
    }): Promise<import("./answers.js").ForkedView>;
    /**
     * List refused moves.
     * @param {{before?: number, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").RefusalsView>}
     */
    listRefusals(query?: {
        before?: number;
        limit?: number;
    }): Promise<import("./answers.js").RefusalsView>;
    /**
     * List disputes.
     * @param {{rule?: string, status?: string, before?: number, limit?: number, at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").DisputesView>}
     */
    listDisputes(query?: {
        rule?: string;
        status?: string;
        before?: number;
        limit?: number;
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").DisputesView>;
    /**
     * Get a dispute.
     * @param {string} dispute
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").DisputeView>}
     */
    getDispute(dispute: string, query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").DisputeView>;
    /**
     * List sealed notes.
     * @param {{at?: number, as_of?: string}} [query]
     * @returns {Promise<import("./answers.js").NotesView>}
     */
    listNotes(query?: {
        at?: number;
        as_of?: string;
    }): Promise<import("./answers.js").NotesView>;
    /**
     * Redact the texts of events.
     * @param {{versions: number[], reason: string, only?: string[], seen?: number | string, key?: string}} given
     * @returns {Promise<import("./answers.js").EventView>}
     */
    redact({ seen, key, ...body }: {
        versions: number[];
        reason: string;
        only?: string[];
        seen?: number | string;
        key?: string;
    }): Promise<import("./answers.js").EventView>;
    /**
     * Draw the changes of a move.
     * @param {import("./forms.js").Move} move
     * @param {{orientation?: string, pinned?: string}} [query]
     * @returns {Promise<string>}
     */
    drawMove(move: import("./forms.js").Move, query?: {
        orientation?: string;
        pinned?: string;
    }): Promise<string>;
    /**
     * Get the listing of a table.
     * @returns {Promise<import("./answers.js").LobbyView>}
     */
    getListing(): Promise<import("./answers.js").LobbyView>;
    /**
     * List a table in the lobby.
     * @param {{language: string, plays?: string, about?: string}} body
     * @returns {Promise<import("./answers.js").LobbyView>}
     */
    listTable(body: {
        language: string;
        plays?: string;
        about?: string;
    }): Promise<import("./answers.js").LobbyView>;
    /**
     * Remove a table from the lobby.
     * @returns {Promise<void>}
     */
    unlistTable(): Promise<void>;
    /**
     * List webhooks.
     * @returns {Promise<import("./answers.js").WebhooksView>}
     */
    listWebhooks(): Promise<import("./answers.js").WebhooksView>;
    /**
     * Register a webhook.
     * @param {{url: string, description: string, types?: string[], form?: string, awaits_me?: boolean, digest?: number, keys?: Record<string, any>, key?: string}} given
     * @returns {Promise<import("./answers.js").RegisteredWebhookView>}
     */
    registerWebhook({ key, ...body }: {
        url: string;
        description: string;
        types?: string[];
        form?: string;
        awaits_me?: boolean;
        digest?: number;
        keys?: Record<string, any>;
        key?: string;
    }): Promise<import("./answers.js").RegisteredWebhookView>;
    /**
     * Get a webhook.
     * @param {string} webhook
     * @returns {Promise<import("./answers.js").WebhookView>}
     */
    getWebhook(webhook: string): Promise<import("./answers.js").WebhookView>;
    /**
     * Change a webhook.
     * @param {string} webhook
     * @param {{url?: string, description?: string, types?: string[], form?: string, awaits_me?: boolean, digest?: number, enabled?: boolean}} [body]
     * @returns {Promise<import("./answers.js").WebhookView>}
     */
    changeWebhook(webhook: string, body?: {
        url?: string;
        description?: string;
        types?: string[];
        form?: string;
        awaits_me?: boolean;
        digest?: number;
        enabled?: boolean;
    }): Promise<import("./answers.js").WebhookView>;
    /**
     * Delete a webhook with its deliveries.
     * @param {string} webhook
     * @returns {Promise<void>}
     */
    deleteWebhook(webhook: string): Promise<void>;
    /**
     * Rotate the secret of a webhook.
     * @param {string} webhook
     * @param {{key?: string}} [given]
     * @returns {Promise<import("./answers.js").SecretView>}
     */
    rotateWebhookSecret(webhook: string, { key }?: {
        key?: string;
    }): Promise<import("./answers.js").SecretView>;
    /**
     * List the deliveries of a webhook.
     * @param {string} webhook
     * @param {{after?: string, limit?: number}} [query]
     * @returns {Promise<import("./answers.js").DeliveriesView>}
     */
    listDeliveries(webhook: string, query?: {
        after?: string;
        limit?: number;
    }): Promise<import("./answers.js").DeliveriesView>;
    /**
     * Get a delivery with its attempts.
     * @param {string} webhook
     * @param {string} delivery
     * @returns {Promise<import("./answers.js").DeliveryView>}
     */
    getDelivery(webhook: string, delivery: string): Promise<import("./answers.js").DeliveryView>;
    /**
     * Send a delivery again.
     * @param {string} webhook
     * @param {string} delivery
     * @param {{key?: string}} [given]
     * @returns {Promise<import("./answers.js").DeliveryView>}
     */
    redeliver(webhook: string, delivery: string, { key }?: {
        key?: string;
    }): Promise<import("./answers.js").DeliveryView>;
    /**
     * Ping a webhook.
     * @param {string} webhook
     * @param {{key?: string}} [given]
     * @returns {Promise<import("./answers.js").DeliveryView>}
     */
    pingWebhook(webhook: string, { key }?: {
        key?: string;
    }): Promise<import("./answers.js").DeliveryView>;
    /**
     * Post a move.
     * @param {import("./forms.js").Move} move
     * @param {{dry_run?: boolean, seen?: number | string, question?: string, key?: string}} [given]
     * @returns {Promise<any>}
     */
    postMove(move: import("./forms.js").Move, { seen, question, key, ...query }?: {
        dry_run?: boolean;
        seen?: number | string;
        question?: string;
        key?: string;
    }): Promise<any>;
}
export type Connection = import("./connection.js").Connection;
