export { verify } from "./archives.js";
export { Form } from "./forms.js";
export { Session } from "./session.js";
export { Verger } from "./verger.js";
export { verified } from "./webhooks.js";
export { FormError, NoSeat, NotVerified, Problem, Refused, Reset, Stale, Unreachable, VergerError } from "./errors.js";
export { Moment, Turn } from "./moment.js";
