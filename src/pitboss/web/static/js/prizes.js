/* A prize of the jackpot at this table: claimed, verified, paid; in words, with the rule. */

/** @import { ClaimView, HitView, LinkView, TableView } from "./types.d.ts" */

import { keep, make } from "./dom.js";
import { levelTitle } from "./meter.js";
import { money } from "./money.js";
import { say } from "./texts.js";

/* How long a payment stays announced. */
const ANNOUNCED = 120000;

/** @param {ClaimView | HitView} prize */
const stage = (prize) => ("is_paid" in prize ? "paid" : prize.is_verified ? "verified" : "pending");

/** @param {LinkView} meters @param {ClaimView | HitView} prize @param {boolean} isYours */
function words(meters, prize, isYours) {
  const values = {
    hand: prize.words, seat: prize.seat, amount: money(prize.amount, { always: true }),
    level: levelTitle(meters, prize.level), title: meters.title, verifies: meters.verifies,
  };
  if (stage(prize) === "paid") return [say(isYours ? "prize.paid_yours" : "prize.paid", values)];
  return [say(isYours ? "prize.yours" : "prize.other", values), say(`prize.${stage(prize)}`, values)];
}

/** Brings them up to date; only hits that are paid are listed.
    @param {any} parent @param {{meters: LinkView, view: TableView, own: number[]}} state */
export function prizes(parent, { meters, view, own }) {
  const isHere = (/** @type {ClaimView | HitView} */ one) => one.table === view.table;
  const isNew = (/** @type {HitView} */ hit) => Date.parse(view.now) - Date.parse(hit.at) < ANNOUNCED;
  const list = [...meters.claims.filter(isHere), ...meters.hits.filter((hit) => isHere(hit) && hit.is_paid && isNew(hit))];
  keep(parent, list, (one) => `${one.claim} ${one.seat} ${stage(one)} ${own.includes(one.seat)}`, (one) => {
    const [first, more] = words(meters, one, own.includes(one.seat));
    return make("p", { "data-stage": stage(one) }, make("strong", {}, first), more ? ` ${more}` : "",
      " ", make("span", { class: "clause" }, say("paid.clause", { clauses: meters.clause })));
  });
}
