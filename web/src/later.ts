// What is loaded after the first picture, as one script: it is asked for when the first of it is needed.
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
