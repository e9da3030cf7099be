// The second script: all parts of the page that the first picture does not need. It is loaded when one of them is first needed.
export { banks } from "./banks/banks";
export { palette } from "./play/palette";
export { play } from "./play/play";
export { away, end } from "./seats/away";
export { door } from "./seats/door";
export { lobby } from "./seats/lobby";
export { people } from "./seats/people";
export { share } from "./seats/share";
export { trial } from "./seats/trial";
export { Networks } from "./session/networks";
export { refused } from "./why/refused";
export { step } from "./why/step";
