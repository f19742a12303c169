/* Says when the line is lost, and keeps the purse in the bar up to date. */

import { make, write } from "./dom.js";
import { money } from "./money.js";
import { say } from "./texts.js";

const SHORT = 600;

/** Ties a feed to the bar. */
export function tie(feed) {
  const note = make("p", { class: "lost", role: "status", hidden: true }, say("line.lost"));
  document.body.append(note);
  let later = null;
  feed.on("line", (state) => {
    clearTimeout(later);
    // A line that is back at once was never worth a word.
    if (state === "lost") later = setTimeout(() => (note.hidden = false), SHORT);
    else note.hidden = true;
  });
  const purse = document.querySelector(".bar .purse");
  const show = (amount) => purse && amount && write(purse, money(amount));
  feed.on("purse", (message) => show(message.purse));
  feed.on("welcome", (message) => show(message.purse));
}
