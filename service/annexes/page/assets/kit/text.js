// Text: the API's names and numbers as people read them.

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A name of the API in words: `mark_added` is "mark added".
 * @param {string} name
 */
export const inWords = (name) => name.replaceAll("_", " ");

/**
 * The same at the beginning of a line: `add_limit` is "Add limit".
 * @param {string} name
 */
export const spoken = (name) => capital(inWords(name));

/** @param {number} amount */
export const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/**
 * The name of a house rule's value, or the value itself.
 * @param {{house_rules: {id: string, choices?: string[], labels?: string[], least?: number}[]}} ruleset
 * @param {{id: string, value: string | number}} chosen
 */
export function chosenValue({ house_rules: rules }, { id, value }) {
  const { choices = [], labels = [], least = 0 } = rules.find((rule) => rule.id === id) ?? {};
  const place = choices.length ? choices.indexOf(String(value)) : Number(value) - least;
  return labels[place] ?? inWords(String(value));
}
