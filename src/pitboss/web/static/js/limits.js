/* The least and the most of a wager, for people. */

import { money } from "./money.js";
import { say } from "./texts.js";

/** `$5–$500`; `$5` where that is all there is, and "from $5" where there is no most. */
export function limits({ least, most }) {
  if (!least) return "";
  if (!most) return say("circle.from", { least: money(least) });
  return least === most ? money(least) : `${money(least)}–${money(most)}`;
}
