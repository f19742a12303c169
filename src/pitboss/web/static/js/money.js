/* Money is text with two decimals on the wire and whole cents here; never a fraction. */

/** @import { Amount } from "./types.d.ts" */

import { say } from "./texts.js";

/** `"25.00"` is 2500 cents. @param {string | null} [text] */
export function cents(text) {
  if (!text) return 0;
  const sign = text.startsWith("-") ? -1 : 1;
  return sign * Number(text.replace("-", "").replace(".", ""));
}

/** 2500 cents are `"25.00"`. @param {number} whole */
export function amount(whole) {
  const digits = String(Math.abs(whole)).padStart(3, "0");
  return `${whole < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For people: `$1,250`, and cents only where there are any or where they are asked for.
    @param {string | number} value @param {{always?: boolean, sign?: boolean}} [options] */
export function money(value, { always = false, sign = false } = {}) {
  const whole = typeof value === "string" ? cents(value) : value;
  const [dollars, rest] = amount(Math.abs(whole)).split(".");
  const grouped = dollars.replace(/\B(?=(\d{3})+$)/g, ",");
  const mark = whole < 0 ? "−" : sign && whole > 0 ? "+" : "";
  return `${mark}$${grouped}${always || rest !== "00" ? `.${rest}` : ""}`;
}

/** `$5–$500`; `$5` where that is all there is, and "from $5" where there is no most.
    @param {{least: Amount | null, most: Amount | null}} range */
export function limits({ least, most }) {
  if (!least) return "";
  if (!most) return say("circle.from", { least: money(least) });
  return least === most ? money(least) : `${money(least)}–${money(most)}`;
}

/** The class of a result: won, lost or even. @param {number} whole */
export function tone(whole) {
  return whole > 0 ? "won" : whole < 0 ? "lost-it" : "even";
}
