// A client for Verger: story games, played over HTTP.

export { verify } from "./archives.js";
export { FormError, NoSeat, NotVerified, Problem, Refused, Reset, Stale, Unreachable, VergerError } from "./errors.js";
export { Form } from "./forms.js";
export { Moment, Turn } from "./moment.js";
export { Session } from "./session.js";
export { Verger } from "./verger.js";
export { verified } from "./webhooks.js";
