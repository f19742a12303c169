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
