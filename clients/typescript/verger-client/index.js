// A client for Verger: story games, played over HTTP. Its types are in `verger-client/types`, and those of the games in `verger-client/games`.

/**
 * @typedef {import("./answers.js").AllowedView} AllowedView
 * @typedef {import("./answers.js").Awaited} Awaited
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./answers.js").FeedItem} FeedItem
 * @typedef {import("./answers.js").Field} Field
 * @typedef {import("./answers.js").OpenTableView} OpenTableView
 * @typedef {import("./answers.js").Option} Option
 * @typedef {import("./answers.js").ProblemBody} ProblemBody
 * @typedef {import("./answers.js").SessionView} SessionView
 * @typedef {import("./answers.js").StateView} StateView
 * @typedef {import("./forms.js").Move} Move
 */

export { verify } from "./archives.js";
export {
  Closed,
  FormError,
  NeedsState,
  NoSeat,
  NotVerified,
  Problem,
  QuestionClosed,
  Refused,
  Reset,
  Stale,
  Unreachable,
  Unreadable,
  VergerError,
} from "./errors.js";
export { Fold } from "./folding.js";
export { Form } from "./forms.js";
export { Moment, Turn } from "./moment.js";
export { Session } from "./session.js";
export { Verger } from "./verger.js";
export { View, viewOf } from "./views.js";
export { verified } from "./webhooks.js";
