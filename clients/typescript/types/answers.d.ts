// What the API answers, generated from its document: `make openapi` writes it anew.
// What is one of several values is plain text, and what a game has of its own plain JSON: a newer server may have more of both.

/** The move stands: one sentence for a player, the rules for a program. */
export interface Allowed {
  verdict: string;
  sentence: string;
  rules?: Applied[];
  warnings?: string[];
}

/** What a move would come to if it were made now. */
export interface AllowedView {
  verdict: string;
  /** The version that it was judged at. */
  version: number;
  ruling: Allowed;
  effects: Record<string, any>[];
  /** The later moves that could not be made again where it leaves one out, and why. */
  missed: Divergence[];
  /** What would be otherwise in the game's picture: at once, and once those who are asked say yes. */
  changes: Change[];
}

/** Versions that a fork reads through: their hashes are of this session, up to one version. */
export interface Ancestor {
  session: string;
  until: number;
}

/** An app, and how much it uses of what it may. */
export interface AppView {
  app: string;
  /** As the operator has called it, and as events that are made with its keys name it. */
  name: string;
  /** Those that it has started and that have not been ended. */
  sessions: number;
  /** How many it may have at a time. */
  session_limit: number;
  /** Those of the key that asks. */
  scopes: string[];
  /** Nothing where there is no limit. */
  minute: MinuteView | null;
  /** By UTC; what other processes count comes a minute later. */
  today: UsedView;
}

/** A rule that took part in a ruling, and the numbers and names that it saw. */
export interface Applied {
  rule: string;
  facts?: Record<string, string | number | boolean | string[] | null>;
}

/** Somebody who asks for a seat, and what came of it. */
export interface AskView {
  ask: string;
  title: string;
  name: string;
  note: string;
  asked_at: string;
  until: string;
  state: string;
  session: string | null;
  seat: string | null;
}

/** A seat that is asked for. */
export interface AskedView {
  ask: string;
  until: string;
  /** It gets the seat, and is shown once; nothing where the request's own token does. */
  token?: string;
}

/** What play waits for, which seats can give it, and the rule that asks. */
export interface Awaited {
  what: string;
  seats: string[];
  rule: string;
  /** What is asked of these seats, for people to read; everybody may see it. */
  sentence: string;
  /** The id of the proposal, declaration, conflict or element in question, where there is one. */
  about?: string;
  /** When silence is an answer too, where the table plays so. */
  until?: string | null;
}

/** An element that would be there, be otherwise, or be gone. */
export interface Change {
  id: string;
  sort: string;
  /** What it would be called, with its marks; of what would be gone, what it is called. */
  label: string;
  /** Who wants it. */
  by: string;
  /** What it would count, such as its power. */
  number?: number | null;
  /** The elements that it would join, or the one that it would be in. */
  ends?: string[];
  /** The declaration, proposal or rewind that would bring it; none where the move itself does. */
  about?: string;
  /** What that has cost so far. */
  price?: Record<string, number> | null;
  /** Its label without its marks, where it has some: what they come to is the number. */
  called?: string;
}

/** One value that would be accepted, how to show it, and its price where it has one. */
export interface Choice {
  value: string | number | boolean;
  label?: string;
  price?: Record<string, number> | null;
  /** The element of the game's picture that it leads to, where the value is not its id. */
  about?: string;
}

/** The code by which somebody takes a seat that nobody holds. */
export interface ClaimCodeView {
  seat: string;
  /** Shown once. */
  claim_code?: string;
  /** When the code ends. */
  expires_at?: string | null;
}

/** A seat that was taken. */
export interface ClaimedView {
  session: string;
  version: number;
  seat: string;
  /** The seat's token, shown once; nothing where the request's own token got the seat. */
  token?: string;
  /** When that ends, unless it is renewed. */
  token_expires_at?: string | null;
}

/** A code for another device; whoever brings it within its time acts for the seat as well. */
export interface DeviceCodeView {
  seat: string;
  expires_at: string;
  /** Shown once. */
  code?: string;
  /** The session's page with the code behind `#`, which no log has. */
  address?: string;
  /** The address as a QR code: an SVG picture. */
  picture?: string;
}

/** Since when and why nothing is sent. */
export interface DisabledView {
  at: string;
  because: string;
}

/** An event that does not come out as it did, and why. */
export interface Divergence {
  version: number;
  outcome: string;
  /** The sentence of the ruling on record. */
  was: string;
  /** The sentence of the ruling or refusal that would be, or why there is none. */
  now: string;
  /** Why it is refused; empty where it is not. */
  code?: string;
  /** The rule that refuses it; empty where none does. */
  rule?: string;
}

/** An accepted move: the unit of the log. An anonymous move's event holds no seat. */
export interface Event {
  at: string;
  seat: string | null;
  move: Record<string, any>;
  ruling: Allowed;
  effects: Record<string, any>[];
  dice?: Roll[];
  /** Digests of parts kept for some eyes only, SHA-256(salt ‖ JSON [name, eyes, text]) in hex. */
  sealed?: string[];
  /** The version of the move that was made again here, after a rewind. */
  repeats?: number | null;
  /** The later moves that could not be made again once this had left one out. */
  missed?: Divergence[];
  /** The seed of the dice that this event closes an epoch of, and what commits to the next. */
  revealed?: Revealed | null;
  /** The program that acted for the seat, where its token names one. */
  via?: string | null;
}

/** An event of the log. `hash` covers `event` as the guide to the hash chain says. */
export interface EventView {
  version: number;
  /** The move's name. */
  type: string;
  hash: string;
  /** The accepted move, its ruling and its effects. */
  event: Event;
  /** Place and size of each text of `event` in bytes. */
  texts: any[][];
  request?: string;
  salt?: string;
  /** Of a redacted event: each text's salt or digest. */
  kept?: string[];
  /** The sealed parts that you may see. Only answers to a request for a single event have them. */
  sealed?: SealedView[];
}

/** A page of the log: as many events as asked for, or as were found among 5,000. */
export interface EventsView {
  events: EventView[];
  /** Where the next page starts, the oldest first; nothing at the head of the log. */
  next_after: number | null;
  /** Where it starts, the newest first; nothing at the log's beginning. */
  next_before: number | null;
}

/** An event of one of many sessions, and how that session is now. */
export interface FeedItem {
  /** Where it stands in the feed: `after` it, the feed goes on with what follows. */
  place: string;
  session: string;
  version: number;
  /** The move's name. */
  type: string;
  now: NowView;
}

/** Where a fork comes from: a version of its parent, and the parent's hash there. */
export interface ForkedFrom {
  session: string;
  version: number;
  hash: string;
  /** Whose versions come before the fork's own, the oldest first. */
  lineage: Ancestor[];
}

/** A session that was forked from another. */
export interface ForkedView {
  session: string;
  /** The fork's first own event: the one after the version that it was forked at. */
  version: number;
  /** The seat of whoever forked, which the request's token holds. */
  seat: string;
  seats: OfferedSeat[];
  forked_from: ForkedFrom;
}

/** A house rule of this table. */
export interface HouseRuleView {
  id: string;
  value: string | number;
  /** Whether the table chose it; otherwise it is the default. */
  chosen: boolean;
  statement: string;
}

/** A token that was issued. */
export interface IssuedView {
  id: string;
  label: string;
  seats: string[];
  scopes?: string[];
  via?: string | null;
  expires_at?: string | null;
  is_renewable?: boolean;
  /** The token itself, shown once. */
  token?: string;
}

/** Something that this table keeps out of play. */
export interface Limit {
  kind: string;
  text: string;
}

/** How a table is listed. */
export interface ListingView {
  table: string;
  language: string;
  plays: string;
  about: string;
  listed_at: string;
  until: string;
}

/** A table in the lobby, for its host. */
export interface LobbyView {
  listing: ListingView | null;
  free_seats: number;
  /** Those that wait for an answer, the first first. */
  asks: AskView[];
}

/** What of the minute's work the key has used at the process that answers; its limit is the key's there. */
export interface MinuteView {
  used: number;
  limit: number;
  /** Until it begins anew. */
  seconds: number;
}

/** A session as it is now, as far as a list of many has to say. */
export interface NowView {
  title: string;
  ruleset: string;
  /** Its newest version. */
  version: number;
  /** Whom play waits for, and for what. */
  awaited: Awaited[];
}

/** A seat of a new session, with the code by which somebody takes it. */
export interface OfferedSeat {
  seat: string;
  kind: string;
  name: string;
  /** Shown once; the seat of whoever began the session is taken already and has none. */
  claim_code?: string;
}

/** A table that has a free seat. */
export interface OpenTableView {
  table: string;
  title: string;
  ruleset: string;
  /** The GM's name. */
  host: string | null;
  free_seats: number;
  seats: number;
  language: string;
  plays: string;
  about: string;
  listed_at: string;
}

/** A page of listed tables. */
export interface OpenTablesView {
  tables: OpenTableView[];
  /** Where the next page starts; nothing on the last one. */
  next_after: string | null;
}

/** A move (or a part of one) that is open: fixed values, and fields to fill in. */
export interface Option {
  fixed: Record<string, string | number | boolean>;
  fields?: Field[];
  rules?: string[];
  price?: Record<string, number> | null;
  /** The price where tokens of any kind pay it; the field that pays says what multiplies it. */
  tokens?: number;
  /** What to call it, as on its button; its move in words, where nothing else is said. */
  label?: string;
  suggested?: Record<string, any>;
}

/** The moves open to a seat at a version. */
export interface OptionsView {
  version: number;
  seat: string;
  options: Option[];
}

/** What a token has asked for. */
export interface OwnAsksView {
  asks: AskView[];
}

/** A settled dispute that a ruling cites. */
export interface PrecedentView {
  dispute: string;
  rule: string;
  outcome: string;
  reason: string;
  address: string;
}

/** An error: a stable code for programs, a sentence for people, and the facts of both. */
export interface ProblemBody {
  /** The page that explains the code. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The address that was asked. */
  instance: string;
  code: string;
  trace_id: string;
  facts?: Record<string, string | number | boolean | string[] | null>;
  /** The rule that refused, where one did. */
  rule?: string | null;
  /** How to go on: what would make the move legal, where a rule refused. */
  remedy?: string | null;
  /** With `stale_version`: what happened since. */
  events?: EventView[];
}

/** A webhook that was registered, with its secret. */
export interface RegisteredWebhookView {
  id: string;
  /** Whose it is; nothing where it covers many sessions, and is an app's or a token's. */
  seat: string | null;
  url: string;
  description: string;
  types: string[];
  form: string;
  awaits_me: boolean;
  digest: number;
  /** How far it has come; nothing where it covers many sessions. */
  version: number | null;
  made_at: string;
  /** When a delivery was last accepted. */
  delivered_at: string | null;
  /** Deliveries that wait or are tried again. */
  pending: number;
  /** Nothing while it is enabled. */
  disabled: DisabledView | null;
  /** What deliveries are signed with: shown once. */
  secret: string;
}

/** A token that was renewed. */
export interface RenewedView {
  id: string;
  /** The new end; nothing for the key of an app. */
  expires_at: string | null;
}

/** A seed that is no longer used, in hex, and what commits to the one in its place. */
export interface Revealed {
  seed: string;
  commitment: string;
}

/** A question whether to rewind (`table.rewind`). */
export interface RewindView {
  id: string;
  by: string;
  to: number;
  /** The move that is to be left out, where the later ones are made again. */
  without: number | null;
  asked: string[];
  waiting: string[];
}

/** Dice thrown together: the number of the first one in the session, faces, values. The values of dice that lie face down are 0. */
export interface Roll {
  first: number;
  faces: number;
  values: number[];
  /** The seats that see what lies face down, first the one that may reveal it. */
  eyes?: string[];
  /** What commits to the values of dice that lie face down: the digest of their sealed part. */
  sealed?: string;
}

/** One rule of a ruleset. */
export interface Rule {
  id: string;
  statement: string;
  /** The section of the game's text; `house` where the text is silent and we decided. */
  section: string;
}

/** Why an event was ruled so: the ruling, and what its rules say. */
export interface RulingView {
  version: number;
  type: string;
  ruling: Allowed;
  rules: Rule[];
  /** The settled disputes that it cites, as they stood then. */
  precedents: PrecedentView[];
  /** The later moves that could not be made again where it left one out, and why. */
  missed: Divergence[];
}

/** A sealed part of an event; its digest in the event is SHA-256(salt ‖ JSON [name, eyes, text]). */
export interface SealedView {
  name: string;
  eyes: string[];
  salt: string;
  text: string;
}

/** A new seat, with the code by which somebody takes it. */
export interface SeatOfferedView {
  version: number;
  seat: string;
  /** Shown once. */
  claim_code?: string;
}

/** A place at the table. */
export interface SeatView {
  id: string;
  kind: string;
  name: string;
  taken: boolean;
}

/** A session at a version. */
export interface SessionView {
  session: string;
  version: number;
  title: string;
  ruleset: string;
  ruleset_version: number;
  step: string;
  phase: number | null;
  paused: boolean;
  seats: SeatView[];
  /** None for who may only read. */
  your_seats: string[];
  awaited: Awaited[];
  forked_from?: ForkedFrom | null;
  /** The newest of its ruleset's that it is judged by. */
  amendments?: number;
  /** Newer ones, which its table may agree on. */
  amendments_to_adopt?: number[];
}

/** A page of sessions: as many as asked for, or as were found among 50. */
export interface SessionsView {
  sessions: SessionView[];
  /** Where the next page starts; nothing on the last one. */
  next_after: string | null;
}

/** A session that has started. */
export interface StartedView {
  session: string;
  version: number;
  /** The seat of whoever started it: the GM's; nothing where an app did. */
  seat: string | null;
  seats: OfferedSeat[];
  /** The token of the GM's seat, shown once; nothing where the request's own token got the seat. */
  token?: string;
  /** When that ends, unless it is renewed. */
  token_expires_at?: string | null;
}

/** A session's state at a version, as the seat may see it: its table and its play. */
export interface StateView {
  version: number;
  seat: string;
  table: TableView;
  /** Where the story is. */
  play: Record<string, any>;
}

/** The people's part of a session. */
export interface TableView {
  title: string;
  ruleset: string;
  ruleset_version: number;
  seats: SeatView[];
  limits: Limit[];
  paused: boolean;
  house_rules: HouseRuleView[];
  /** SHA-256 of the seed that this session's dice come from. */
  dice_commitment: string;
  dice_rolled: number;
  /** The open question about a rewind. */
  rewind: RewindView | null;
  open_disputes: string[];
}

/** What an app has used today, with all its keys and at all processes. */
export interface UsedView {
  requests: number;
  /** Those that were accepted. */
  moves: number;
  /** One for a request, and for each millisecond beyond the first one more. */
  work: number;
}

/** An edge that a path may take, in either direction, and its power. */
export interface Way {
  edge: string;
  one: string;
  other: string;
  power: number;
}

/** A webhook. */
export interface WebhookView {
  id: string;
  /** Whose it is; nothing where it covers many sessions, and is an app's or a token's. */
  seat: string | null;
  url: string;
  description: string;
  types: string[];
  form: string;
  awaits_me: boolean;
  digest: number;
  /** How far it has come; nothing where it covers many sessions. */
  version: number | null;
  made_at: string;
  /** When a delivery was last accepted. */
  delivered_at: string | null;
  /** Deliveries that wait or are tried again. */
  pending: number;
  /** Nothing while it is enabled. */
  disabled: DisabledView | null;
}

/** The webhooks of one's seats in a session, or of an app or a token. */
export interface WebhooksView {
  webhooks: WebhookView[];
}

/** A field of an option, of any kind: `field` says which. */
export interface Field {
  field: string;
  name: string;
  choices?: Choice[];
  optional?: boolean;
  /** Another field of the same option that has to be given a different value. */
  excludes?: string;
  /** What to call it; its name in words, where nothing else is said. */
  label?: string;
  limit?: number;
  /** A label that must not be similar to what is on the network (see its rule). */
  new?: boolean;
  shapes?: Option[];
  many?: number;
  /** With `many`: the field in which no two of them may agree, however it is spaced or cased. */
  distinct?: string;
  /** With `many`: each shape would be accepted as the only one, and what several would come to, one made after the other, is not listed. */
  singly?: boolean;
  most?: number | Record<string, number>;
  least?: number;
  /** The read of the session that lists the numbers that are fit, such as `refusals`. */
  listed?: string;
  payments?: Record<string, number>[];
  total?: number;
  times?: string;
  start?: string;
  target?: string;
  power?: number;
  ways?: Way[];
  /** Nodes that the path may name only as its first. */
  closed?: string[];
  faces?: number;
  count?: number;
  path?: string;
  of?: string;
}
