/* Says when the line is lost, and keeps the purse in the bar up to date. */

/** @import { Feed } from "./feed.js" */
/** @import { Amount } from "./types.d.ts" */

import { make, write } from "./dom.js";
import { money } from "./money.js";
import { say } from "./texts.js";

const SHORT = 600;

/** Ties a feed to the bar. @param {Feed} feed */
export function tie(feed) {
  const note = make("p", { class: "lost", role: "status", hidden: true }, say("line.lost"));
  document.body.append(note);
  let later = 0;
  feed.on("line", (state) => {
    clearTimeout(later);
    // A line that is back at once was never worth a word.
    if (state === "lost") later = setTimeout(() => (note.hidden = false), SHORT);
    else note.hidden = true;
  });
  const purse = document.querySelector(".bar .purse");
  const show = (/** @type {Amount | null} */ amount) => purse && amount && write(purse, money(amount));
  feed.on("purse", (message) => show(message.purse));
  feed.on("welcome", (message) => show(message.purse));
}
