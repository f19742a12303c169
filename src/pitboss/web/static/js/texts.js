/* Every word on the screen that no rulebook says, from one file a translator can take away. */

const language = document.documentElement.lang || "en";
const answer = await fetch(new URL(`../texts/${language}.json`, import.meta.url));
const texts = await answer.json();

/** The text of that name, with `{name}` replaced; "a.b" looks into a section.
    @param {string} name @param {any} [values] @returns {string} */
export function say(name, values = {}) {
  const found = name.split(".").reduce((section, part) => section?.[part], texts);
  if (typeof found !== "string") return name;
  return found.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ key) => values[key] ?? whole);
}

/** Whether there is a text of that name. @param {string} name */
export function has(name) {
  return say(name) !== name;
}

/** A choice in words: `raise_2` is no text of ours where a game brings it, and reads as Raise 2.
    @param {string} choice */
export function choiceWords(choice) {
  if (has(`choice.${choice}`)) return say(`choice.${choice}`);
  const words = choice.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
