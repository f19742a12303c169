/* The least and the most of a wager, for people. */

/** @import { Amount } from "./types.d.ts" */

import { money } from "./money.js";
import { say } from "./texts.js";

/** `$5–$500`; `$5` where that is all there is, and "from $5" where there is no most.
    @param {{least: Amount | null, most: Amount | null}} range */
export function limits({ least, most }) {
  if (!least) return "";
  if (!most) return say("circle.from", { least: money(least) });
  return least === most ? money(least) : `${money(least)}–${money(most)}`;
}
