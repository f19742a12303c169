/* The last ten rounds, in one touch: cards, wagers, decisions and payments. */

/** @import { PastRound } from "./types.d.ts" */

import { layCards } from "./card.js";
import { keep, make } from "./dom.js";
import { cents, money, tone } from "./money.js";
import { paidLine } from "./places.js";
import { choiceWords, say } from "./texts.js";

/** @param {string} name @param {(string | null)[]} cards @param {string} [words] */
function laid(name, cards, words = "") {
  const row = make("div", { class: "cards" });
  layCards(row, cards, true);
  return make("div", { class: "hand" }, make("span", { class: "name" }, name), row, make("span", { class: "words" }, words));
}

/** Seed, commitment and contributions: all that the deck can be rebuilt from, and whether what this
    screen added is in it. @param {PastRound} round @param {string | undefined} added */
function proof(round, added) {
  const said = [say("recall.seed", { seed: round.deck_seed }), say("recall.commitment", { commitment: round.commitment })];
  for (const value of round.contributions) said.push(say(value === added ? "recall.added_here" : "recall.added", { value }));
  if (added && !round.contributions.includes(added)) said.push(say("recall.not_added", { value: added }));
  return said.map((words) => make("p", { class: "seed" }, words));
}

/** @param {PastRound} round @param {string | null} player @param {Map<number, string>} added */
function newRound(round, player, added) {
  const net = round.your_net === null ? "" : money(round.your_net, { sign: true });
  const kind = round.your_net === null ? "" : tone(cents(round.your_net));
  const body = make("div", { class: "body" });
  if (round.void) body.append(make("p", {}, say("recall.void", { clause: round.void })));
  if (round.dealer.length) body.append(laid(say("felt.dealer"), round.dealer, round.dealer_words));
  if (round.community.length) body.append(laid(say("felt.community"), round.community));
  if (round.magic_card) body.append(laid(say("felt.magic"), [round.magic_card]));
  for (const seat of round.seats.filter((one) => one.cards.length)) {
    const decisions = Object.values(seat.decisions).map(choiceWords).join(", ");
    body.append(laid(say("recall.seat", { seat: seat.seat, name: seat.is_you ? say("seat.you") : seat.holder ?? seat.player ?? "" }), seat.cards, [seat.words, decisions].filter(Boolean).join(". ")));
    const lines = round.lines.filter((line) => line.seat === seat.seat);
    body.append(make("ul", { class: "paid" }, lines.map((line) => paidLine(line, { player }))));
  }
  if (round.deck_seed) body.append(...proof(round, added.get(round.round)));
  return make("li", {}, make("details", {}, make("summary", {}, make("span", {}, say("recall.round", { round: round.round })), make("span", { class: `net ${kind}` }, net)), body));
}

/** Fetches and lists them, newest first; says so where there is none.
    @param {any} parent @param {string} table @param {string | null} player
    @param {Map<number, string>} added  what this screen added to the deck of each round */
export async function recall(parent, table, player, added) {
  const answer = await fetch(`/api/table/${encodeURIComponent(table)}/rounds?last=10`);
  if (!answer.ok) return;
  /** @type {PastRound[]} */
  const rounds = await answer.json();
  keep(parent, rounds, (round) => `${round.gaming_day}-${round.round}`, (round) => newRound(round, player, added));
  if (!rounds.length) parent.replaceChildren(make("li", { class: "none" }, say("recall.none")));
}
