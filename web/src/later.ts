// The second script: the parts of the page that are not needed for the first picture. It is loaded when a part is first needed.
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
