// The operations of the API. `make openapi` generates this file from the API document.

/** @typedef {import("./connection.js").Connection} Connection */

/** Every operation that is not about one session. `key` is the Idempotency-Key. */
export class ServerOperations {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }

  /**
   * List your sessions.
   * @param {{after?: string, limit?: number, ruleset?: string, title?: string, awaited?: boolean, idle_since?: string}} [query]
   * @returns {Promise<import("./answers.js").SessionsView>}
   */
  listSessions(query = {}) {
    return this.connection.json("GET", "/v1/sessions", { query });
  }

  /**
   * Start a session.
   * @param {{title: string, seats: Record<string, any>[], ruleset?: string, house_rules?: Record<string, string | number>, via?: string, trial?: boolean, key?: string}} given
   * @returns {Promise<import("./answers.js").StartedView>}
   */
  startSession({ key, ...body }) {
    return this.connection.json("POST", "/v1/sessions", { body, key });
  }

  /**
   * Claim a seat with a code.
   * @param {{code: string, name?: string, via?: string, key?: string}} given
   * @returns {Promise<import("./answers.js").ClaimedView>}
   */
  claimSeat({ key, ...body }) {
    return this.connection.json("POST", "/v1/seats/claim", { body, key });
  }

  /**
   * Renew the token of the request.
   * @returns {Promise<import("./answers.js").RenewedView>}
   */
  renewToken() {
    return this.connection.json("POST", "/v1/tokens/renewal");
  }

  /**
   * Get the app of the token.
   * @returns {Promise<import("./answers.js").AppView>}
   */
  getApp() {
    return this.connection.json("GET", "/v1/app");
  }

  /**
   * List or follow the feed.
   * @param {{after?: string, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").FeedView>}
   */
  getFeed(query = {}) {
    return this.connection.json("GET", "/v1/feed", { query });
  }

  /**
   * Import an archive after verification.
   * @param {string | Uint8Array} archive
   * @returns {Promise<import("./answers.js").ImportView>}
   */
  importSession(archive) {
    return this.connection.json("POST", "/v1/imports", { body: archive });
  }

  /**
   * List the keys of checkpoints.
   * @returns {Promise<import("./answers.js").KeysView>}
   */
  listKeys() {
    return this.connection.json("GET", "/v1/keys");
  }

  /**
   * List the rulesets.
   * @returns {Promise<import("./answers.js").RulesetsView>}
   */
  listRulesets() {
    return this.connection.json("GET", "/v1/rulesets");
  }

  /**
   * Get a ruleset.
   * @param {string} ruleset
   * @returns {Promise<import("./answers.js").RulesetView>}
   */
  getRuleset(ruleset) {
    return this.connection.json("GET", `/v1/rulesets/${encodeURIComponent(ruleset)}`);
  }

  /**
   * Get the schemas of a ruleset.
   * @param {string} ruleset
   * @returns {Promise<import("./answers.js").SchemasView>}
   */
  getSchemas(ruleset) {
    return this.connection.json("GET", `/v1/rulesets/${encodeURIComponent(ruleset)}/schemas`);
  }

  /**
   * Get the odds of a roll.
   * @param {string} ruleset
   * @param {string} roll
   * @param {{dice: number}} query
   * @returns {Promise<import("./answers.js").OddsView>}
   */
  getOdds(ruleset, roll, query) {
    return this.connection.json("GET", `/v1/rulesets/${encodeURIComponent(ruleset)}/odds/${encodeURIComponent(roll)}`, { query });
  }

  /**
   * Check that the process is alive.
   * @returns {Promise<import("./answers.js").HealthView>}
   */
  getHealth() {
    return this.connection.json("GET", "/healthz");
  }

  /**
   * Check that the process is ready.
   * @returns {Promise<import("./answers.js").ReadyView>}
   */
  getReadiness() {
    return this.connection.json("GET", "/readyz");
  }

  /**
   * List tables with free seats.
   * @param {{after?: string, limit?: number, ruleset?: string, language?: string}} [query]
   * @returns {Promise<import("./answers.js").OpenTablesView>}
   */
  listTables(query = {}) {
    return this.connection.json("GET", "/v1/tables", { query });
  }

  /**
   * Ask for a seat.
   * @param {string} table
   * @param {{name: string, note?: string, key?: string}} given
   * @returns {Promise<import("./answers.js").AskedView>}
   */
  askForSeat(table, { key, ...body }) {
    return this.connection.json("POST", `/v1/tables/${encodeURIComponent(table)}/asks`, { body, key });
  }

  /**
   * List your requests for seats.
   * @returns {Promise<import("./answers.js").OwnAsksView>}
   */
  listAsks() {
    return this.connection.json("GET", "/v1/asks");
  }

  /**
   * Withdraw or decline a request.
   * @param {string} ask
   * @param {{acting?: string}} [given]
   * @returns {Promise<void>}
   */
  withdrawAsk(ask, { acting } = {}) {
    return this.connection.nothing("DELETE", `/v1/asks/${encodeURIComponent(ask)}`, { query: { seat: acting } });
  }

  /**
   * Let somebody in.
   * @param {string} ask
   * @param {{seat?: string, acting?: string}} [given]
   * @returns {Promise<import("./answers.js").AskView>}
   */
  letIn(ask, { acting, ...body } = {}) {
    return this.connection.json("POST", `/v1/asks/${encodeURIComponent(ask)}/seat`, { query: { seat: acting }, body });
  }

  /**
   * List the signed statements.
   * @param {{after?: number, session?: string}} [query]
   * @returns {Promise<import("./answers.js").StatementsView>}
   */
  listStatements(query = {}) {
    return this.connection.json("GET", "/v1/statements", { query });
  }

  /**
   * Get the metrics of the process.
   * @returns {Promise<string>}
   */
  getMetrics() {
    return this.connection.text("GET", "/metrics", { accept: "text/plain" });
  }
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
  constructor(connection, id, seat) {
    super(connection);
    this.id = id;
    /** The seat that acts; null for somebody who looks on. */
    this.seat = seat;
  }

  /** The path of the session, which follows the address of the server. */
  get home() {
    return `/v1/sessions/${encodeURIComponent(this.id)}`;
  }

  /**
   * Get an overview of a session.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").SessionView>}
   */
  getSession(query = {}) {
    return this.connection.json("GET", this.home, { query: { ...query, seat: this.seat } });
  }

  /**
   * End a session.
   * @param {{archived?: boolean, seen?: number | string}} [given]
   * @returns {Promise<void>}
   */
  endSession({ seen, ...query } = {}) {
    return this.connection.nothing("DELETE", this.home, { query: { ...query, seat: this.seat }, seen });
  }

  /**
   * Add a seat.
   * @param {{kind: string, name: string, key?: string}} given
   * @returns {Promise<import("./answers.js").SeatOfferedView>}
   */
  addSeat({ key, ...body }) {
    return this.connection.json("POST", `${this.home}/seats`, { query: { seat: this.seat }, body, key });
  }

  /**
   * Remove a seat that nobody took.
   * @param {string} removed
   * @returns {Promise<import("./answers.js").SeatRemovedView>}
   */
  removeSeat(removed) {
    return this.connection.json("DELETE", `${this.home}/seats/${encodeURIComponent(removed)}`, { query: { seat: this.seat } });
  }

  /**
   * Renew a seat's claim code.
   * @param {string} seatId
   * @param {{key?: string}} [given]
   * @returns {Promise<import("./answers.js").ClaimCodeView>}
   */
  renewClaimCode(seatId, { key } = {}) {
    return this.connection.json("POST", `${this.home}/seats/${encodeURIComponent(seatId)}/code`, { query: { seat: this.seat }, key });
  }

  /**
   * Get a code for another device.
   * @param {{key?: string}} [given]
   * @returns {Promise<import("./answers.js").DeviceCodeView>}
   */
  offerDeviceCode({ key } = {}) {
    return this.connection.json("POST", `${this.home}/device-codes`, { query: { seat: this.seat }, key });
  }

  /**
   * List the tokens of your seats.
   * @param {{after?: string, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").TokensView>}
   */
  listTokens(query = {}) {
    return this.connection.json("GET", `${this.home}/tokens`, { query });
  }

  /**
   * Issue another token for your seats.
   * @param {{label: string, seats?: string[], scopes?: string[], expires_in?: number, via?: string, key?: string}} given
   * @returns {Promise<import("./answers.js").IssuedView>}
   */
  issueToken({ key, ...body }) {
    return this.connection.json("POST", `${this.home}/tokens`, { body, key });
  }

  /**
   * Revoke a token.
   * @param {string} token
   * @returns {Promise<void>}
   */
  revokeToken(token) {
    return this.connection.nothing("DELETE", `${this.home}/tokens/${encodeURIComponent(token)}`);
  }

  /**
   * List a seat's options.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").OptionsView>}
   */
  getOptions(query = {}) {
    return this.connection.json("GET", `${this.home}/options`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the pending actions.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").AwaitedView>}
   */
  getAwaited(query = {}) {
    return this.connection.json("GET", `${this.home}/awaited`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the state of a session.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").StateView>}
   */
  getState(query = {}) {
    return this.connection.json("GET", `${this.home}/state`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the network.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").NetworkView>}
   */
  getNetwork(query = {}) {
    return this.connection.json("GET", `${this.home}/network`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the sheets.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").SheetsView>}
   */
  getSheets(query = {}) {
    return this.connection.json("GET", `${this.home}/sheets`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the dice of a session.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").DiceView>}
   */
  getDice(query = {}) {
    return this.connection.json("GET", `${this.home}/dice`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the banks.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").BanksView>}
   */
  getBanks(query = {}) {
    return this.connection.json("GET", `${this.home}/banks`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the ledger.
   * @param {{at?: number, as_of?: string, after?: number, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").LedgerView>}
   */
  getLedger(query = {}) {
    return this.connection.json("GET", `${this.home}/ledger`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the network for Graphviz.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<string>}
   */
  getNetworkDot(query = {}) {
    return this.connection.text("GET", `${this.home}/network.dot`, { query: { ...query, seat: this.seat }, accept: "text/vnd.graphviz" });
  }

  /**
   * Get the network as GraphML.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<string>}
   */
  getNetworkGraphml(query = {}) {
    return this.connection.text("GET", `${this.home}/network.graphml`, { query: { ...query, seat: this.seat }, accept: "application/graphml+xml" });
  }

  /**
   * Draw the network.
   * @param {{at?: number, laid_out?: number, orientation?: string, pinned?: string}} [query]
   * @returns {Promise<string>}
   */
  getNetworkPicture(query = {}) {
    return this.connection.text("GET", `${this.home}/network.svg`, { query: { ...query, seat: this.seat }, accept: "image/svg+xml" });
  }

  /**
   * Draw the map.
   * @param {{at?: number, laid_out?: number, orientation?: string, pinned?: string}} [query]
   * @returns {Promise<string>}
   */
  getMapPicture(query = {}) {
    return this.connection.text("GET", `${this.home}/map.svg`, { query: { ...query, seat: this.seat }, accept: "image/svg+xml" });
  }

  /**
   * Get an open conflict.
   * @param {string} conflict
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").ConflictAtView>}
   */
  getConflict(conflict, query = {}) {
    return this.connection.json("GET", `${this.home}/conflicts/${encodeURIComponent(conflict)}`, { query: { ...query, seat: this.seat } });
  }

  /**
   * List paths in a conflict.
   * @param {string} conflict
   * @param {{node?: string, target?: string, edges?: number, limit?: number, at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").PathsView>}
   */
  listPaths(conflict, query = {}) {
    return this.connection.json("GET", `${this.home}/conflicts/${encodeURIComponent(conflict)}/paths`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the history of an element.
   * @param {string} element
   * @param {{at?: number, as_of?: string, after?: number, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").HistoryView>}
   */
  getElementHistory(element, query = {}) {
    return this.connection.json("GET", `${this.home}/elements/${encodeURIComponent(element)}/history`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the changes between two versions.
   * @param {{from: number, to?: number, limit?: number}} query
   * @returns {Promise<import("./answers.js").DiffView>}
   */
  getDiff(query) {
    return this.connection.json("GET", `${this.home}/diff`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the timeline.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").TimelineView>}
   */
  getTimeline(query = {}) {
    return this.connection.json("GET", `${this.home}/timeline`, { query: { ...query, seat: this.seat } });
  }

  /**
   * List landmarks.
   * @param {{at?: number, as_of?: string, after?: number, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").LandmarksView>}
   */
  listLandmarks(query = {}) {
    return this.connection.json("GET", `${this.home}/landmarks`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the log as a story.
   * @param {{at?: number, as_of?: string, from?: number, to?: number, limit?: number, undone?: string, zone?: string}} [query]
   * @returns {Promise<import("./answers.js").StoryView>}
   */
  getStory(query = {}) {
    return this.connection.json("GET", `${this.home}/story`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get the log as a story.
   * @param {"text/markdown" | "text/html"} accept
   * @param {{at?: number, as_of?: string, from?: number, to?: number, limit?: number, undone?: string, zone?: string}} [query]
   * @returns {Promise<string>}
   */
  getStoryText(accept, query = {}) {
    return this.connection.text("GET", `${this.home}/story`, { query: { ...query, seat: this.seat }, accept });
  }

  /**
   * Judge the log again with changes.
   * @param {{without?: number[], house_rules?: Record<string, string | number>, ruleset_version?: number}} [body]
   * @returns {Promise<import("./answers.js").WhatIfView>}
   */
  askWhatIf(body = {}) {
    return this.connection.json("POST", `${this.home}/what-if`, { query: { seat: this.seat }, body });
  }

  /**
   * List or follow the events.
   * @param {{after?: number, before?: number, order?: string, type?: string, seat?: string, element?: string, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").EventsView>}
   */
  listEvents(query = {}) {
    return this.connection.json("GET", `${this.home}/events`, { query });
  }

  /**
   * Get an event.
   * @param {number} version
   * @returns {Promise<import("./answers.js").EventView>}
   */
  getEvent(version) {
    return this.connection.json("GET", `${this.home}/events/${encodeURIComponent(version)}`);
  }

  /**
   * Get the ruling of an event.
   * @param {number} version
   * @returns {Promise<import("./answers.js").RulingView>}
   */
  getRuling(version) {
    return this.connection.json("GET", `${this.home}/events/${encodeURIComponent(version)}/ruling`);
  }

  /**
   * Issue a ticket for a stream.
   * @returns {Promise<import("./answers.js").StreamTicketView>}
   */
  issueStreamTicket() {
    return this.connection.json("POST", `${this.home}/stream-tickets`);
  }

  /**
   * Export a session's log.
   * @param {{at?: number}} [query]
   * @returns {Promise<Uint8Array>}
   */
  exportSession(query = {}) {
    return this.connection.bytes("GET", `${this.home}/export`, { query: { ...query, seat: this.seat }, accept: "application/x-ndjson" });
  }

  /**
   * Sign a version of the log.
   * @param {{at?: number}} [query]
   * @returns {Promise<import("./answers.js").Checkpoint>}
   */
  getCheckpoint(query = {}) {
    return this.connection.json("GET", `${this.home}/checkpoint`, { query: { ...query, seat: this.seat } });
  }

  /**
   * List the forks of a session.
   * @param {{after?: string, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").ForksView>}
   */
  listForks(query = {}) {
    return this.connection.json("GET", `${this.home}/forks`, { query });
  }

  /**
   * Fork a session at any version.
   * @param {{version?: number, title?: string, seat?: string, key?: string}} [given]
   * @returns {Promise<import("./answers.js").ForkedView>}
   */
  forkSession({ key, ...body } = {}) {
    return this.connection.json("POST", `${this.home}/forks`, { body, key });
  }

  /**
   * List refused moves.
   * @param {{before?: number, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").RefusalsView>}
   */
  listRefusals(query = {}) {
    return this.connection.json("GET", `${this.home}/refusals`, { query });
  }

  /**
   * List disputes.
   * @param {{rule?: string, status?: string, before?: number, limit?: number, at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").DisputesView>}
   */
  listDisputes(query = {}) {
    return this.connection.json("GET", `${this.home}/disputes`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Get a dispute.
   * @param {string} dispute
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").DisputeView>}
   */
  getDispute(dispute, query = {}) {
    return this.connection.json("GET", `${this.home}/disputes/${encodeURIComponent(dispute)}`, { query: { ...query, seat: this.seat } });
  }

  /**
   * List sealed notes.
   * @param {{at?: number, as_of?: string}} [query]
   * @returns {Promise<import("./answers.js").NotesView>}
   */
  listNotes(query = {}) {
    return this.connection.json("GET", `${this.home}/notes`, { query: { ...query, seat: this.seat } });
  }

  /**
   * Redact the texts of events.
   * @param {{versions: number[], reason: string, only?: string[], seen?: number | string, key?: string}} given
   * @returns {Promise<import("./answers.js").EventView>}
   */
  redact({ seen, key, ...body }) {
    return this.connection.json("POST", `${this.home}/redactions`, { query: { seat: this.seat }, body, seen, key });
  }

  /**
   * Draw the changes of a move.
   * @param {import("./forms.js").Move} move
   * @param {{orientation?: string, pinned?: string}} [query]
   * @returns {Promise<string>}
   */
  drawMove(move, query = {}) {
    return this.connection.text("POST", `${this.home}/moves/picture`, { query: { ...query, seat: this.seat }, body: move, accept: "image/svg+xml" });
  }

  /**
   * Get the listing of a table.
   * @returns {Promise<import("./answers.js").LobbyView>}
   */
  getListing() {
    return this.connection.json("GET", `${this.home}/listing`, { query: { seat: this.seat } });
  }

  /**
   * List a table in the lobby.
   * @param {{language: string, plays?: string, about?: string}} body
   * @returns {Promise<import("./answers.js").LobbyView>}
   */
  listTable(body) {
    return this.connection.json("PUT", `${this.home}/listing`, { query: { seat: this.seat }, body });
  }

  /**
   * Remove a table from the lobby.
   * @returns {Promise<void>}
   */
  unlistTable() {
    return this.connection.nothing("DELETE", `${this.home}/listing`, { query: { seat: this.seat } });
  }

  /**
   * List webhooks.
   * @returns {Promise<import("./answers.js").WebhooksView>}
   */
  listWebhooks() {
    return this.connection.json("GET", `${this.home}/webhooks`);
  }

  /**
   * Register a webhook.
   * @param {{url: string, description: string, types?: string[], form?: string, awaits_me?: boolean, digest?: number, keys?: Record<string, any>, key?: string}} given
   * @returns {Promise<import("./answers.js").RegisteredWebhookView>}
   */
  registerWebhook({ key, ...body }) {
    return this.connection.json("POST", `${this.home}/webhooks`, { query: { seat: this.seat }, body, key });
  }

  /**
   * Get a webhook.
   * @param {string} webhook
   * @returns {Promise<import("./answers.js").WebhookView>}
   */
  getWebhook(webhook) {
    return this.connection.json("GET", `${this.home}/webhooks/${encodeURIComponent(webhook)}`);
  }

  /**
   * Change a webhook.
   * @param {string} webhook
   * @param {{url?: string, description?: string, types?: string[], form?: string, awaits_me?: boolean, digest?: number, enabled?: boolean}} [body]
   * @returns {Promise<import("./answers.js").WebhookView>}
   */
  changeWebhook(webhook, body = {}) {
    return this.connection.json("PATCH", `${this.home}/webhooks/${encodeURIComponent(webhook)}`, { body });
  }

  /**
   * Delete a webhook with its deliveries.
   * @param {string} webhook
   * @returns {Promise<void>}
   */
  deleteWebhook(webhook) {
    return this.connection.nothing("DELETE", `${this.home}/webhooks/${encodeURIComponent(webhook)}`);
  }

  /**
   * Rotate the secret of a webhook.
   * @param {string} webhook
   * @param {{key?: string}} [given]
   * @returns {Promise<import("./answers.js").SecretView>}
   */
  rotateWebhookSecret(webhook, { key } = {}) {
    return this.connection.json("POST", `${this.home}/webhooks/${encodeURIComponent(webhook)}/secret`, { key });
  }

  /**
   * List the deliveries of a webhook.
   * @param {string} webhook
   * @param {{after?: string, limit?: number}} [query]
   * @returns {Promise<import("./answers.js").DeliveriesView>}
   */
  listDeliveries(webhook, query = {}) {
    return this.connection.json("GET", `${this.home}/webhooks/${encodeURIComponent(webhook)}/deliveries`, { query });
  }

  /**
   * Get a delivery with its attempts.
   * @param {string} webhook
   * @param {string} delivery
   * @returns {Promise<import("./answers.js").DeliveryView>}
   */
  getDelivery(webhook, delivery) {
    return this.connection.json("GET", `${this.home}/webhooks/${encodeURIComponent(webhook)}/deliveries/${encodeURIComponent(delivery)}`);
  }

  /**
   * Send a delivery again.
   * @param {string} webhook
   * @param {string} delivery
   * @param {{key?: string}} [given]
   * @returns {Promise<import("./answers.js").DeliveryView>}
   */
  redeliver(webhook, delivery, { key } = {}) {
    return this.connection.json("POST", `${this.home}/webhooks/${encodeURIComponent(webhook)}/deliveries/${encodeURIComponent(delivery)}/redeliver`, { key });
  }

  /**
   * Ping a webhook.
   * @param {string} webhook
   * @param {{key?: string}} [given]
   * @returns {Promise<import("./answers.js").DeliveryView>}
   */
  pingWebhook(webhook, { key } = {}) {
    return this.connection.json("POST", `${this.home}/webhooks/${encodeURIComponent(webhook)}/ping`, { key });
  }

  /**
   * Post a move.
   * @param {import("./forms.js").Move} move
   * @param {{dry_run?: boolean, seen?: number | string, question?: string, key?: string}} [given]
   * @returns {Promise<any>}
   */
  postMove(move, { seen, question, key, ...query } = {}) {
    return this.connection.json("POST", `${this.home}/moves`, { query: { ...query, seat: this.seat }, body: move, seen, question, key });
  }
}
