// Text: the API's names and numbers as people read them.

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name of the API in words: `mark_added` is "mark added". */
export const inWords = (name: string) => name.replaceAll("_", " ");

/** A name of the API in words, with a capital: `add_limit` is "Add limit". */
export const spoken = (name: string) => capital(inWords(name));

/** Join names to a text such as "Ann, Bo and Cy". */
export const listed = (names: string[]) => new Intl.ListFormat("en-GB").format(names);

/** The message of an error. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/** The name of a house rule's value, or the value itself. */
export function chosenValue(
  { house_rules: rules }: { house_rules: { id: string; choices?: string[]; labels?: string[]; least?: number }[] },
  { id, value }: { id: string; value: string | number },
) {
  const { choices = [], labels = [], least = 0 } = rules.find((rule) => rule.id === id) ?? {};
  const place = choices.length ? choices.indexOf(String(value)) : Number(value) - least;
  return labels[place] ?? inWords(String(value));
}
