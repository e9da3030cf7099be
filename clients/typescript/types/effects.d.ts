/** @type {import("./records.js").Table} */
export const TABLE: import("./records.js").Table;
