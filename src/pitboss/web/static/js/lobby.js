/* The lobby: every table as a card, kept up to date while one looks. */

/** @import { LinkView, TableCard } from "./types.d.ts" */

import { keep, make, mark, write } from "./dom.js";
import { Feed } from "./feed.js";
import { tie } from "./line.js";
import { claimKey, claimWords, faultWords, newMeter, showMeter } from "./meter.js";
import { limits } from "./money.js";
import { say } from "./texts.js";

const jackpots = document.querySelector(".jackpots");
const tables = document.querySelector(".tables");

/** @param {LinkView} meters */
function newJackpot(meters) {
  return make("a", { class: "jackpot-link", href: `/sign/${encodeURIComponent(meters.link)}` },
    make("h2", {}, make("b", {}, meters.title), make("span", {}, say("lobby.sign"))), make("div", { class: "levels" }), make("div", { class: "claims" }), make("p", { class: "fault" }));
}

/** @param {any} node @param {LinkView} meters */
function showJackpot(node, meters) {
  write(node.querySelector(".fault"), faultWords(meters.fault));
  keep(node.querySelector(".levels"), meters.levels, (level) => level.level, (level) => newMeter(level), showMeter);
  keep(node.querySelector(".claims"), meters.claims, claimKey, (claim) => make("p", { class: "claim" }, claimWords(meters, claim)));
}

/** @param {TableCard} table */
function newCard(table) {
  const name = encodeURIComponent(table.table);
  return make("li", { class: "table-card", "data-table": table.table },
    make("div", { class: "top" },
      make("p", {}, make("span", {}, `${table.table} · ${table.currency}`), make("span", { class: "stage" })),
      make("h2", {}, table.title), make("div", { class: "seats-row", "aria-hidden": "true" }), make("p", { class: "free-seats" })),
    make("div", { class: "body" }, make("div", { class: "levels" }),
      make("div", {}, make("h3", {}, say("lobby.limits")), make("dl", { class: "limits" })),
      make("div", {}, make("h3", {}, `${say("lobby.returns")} `, make("small", {}, say("lobby.returns_note"))), make("dl", { class: "returns" }))),
    make("div", { class: "go" },
      make("a", { class: "button first", href: `/table/${name}` }, make("span", {}), make("span", { class: "unseen" }, ` ${table.title}, ${table.table}`)),
      make("a", { href: `/rules/${name}` }, say("lobby.rules"), make("span", { class: "unseen" }, ` ${table.title}, ${table.table}`))));
}

/** @param {string} name @param {string} value @param {boolean} [moves] */
function pair(name, value, moves = false) {
  return make("div", { class: "pair" }, make("dt", {}, name, moves ? make("span", { class: "moves", title: say("lobby.meter_mark") }, " ★", make("span", { class: "unseen" }, say("lobby.meter_mark"))) : null), make("dd", {}, value));
}

/** @param {any} node @param {TableCard} table @param {LinkView[]} meters */
function showCard(node, table, meters) {
  const free = table.free.length;
  write(node.querySelector(".stage"), say(`stage.${table.stage}`));
  write(node.querySelector(".free-seats"), table.is_still ? say("lobby.still") : !table.is_open ? say("lobby.closed") : free ? say("lobby.free", { free, positions: table.positions }) : say("lobby.full"));
  const seats = Array.from({ length: table.positions }, (_, at) => table.positions - at);
  keep(node.querySelector(".seats-row"), seats, (seat) => seat, () => make("i"), (mark_, seat) => mark_.classList.toggle("free", table.free.includes(seat)));
  write(node.querySelector(".go .first span"), say(free && table.is_open ? "lobby.play" : "lobby.watch"));
  const own = meters.find((one) => one.link === table.link);
  keep(node.querySelector(".levels"), own?.levels ?? [], (level) => level.level, (level) => newMeter(level, own.title), showMeter);
  keep(node.querySelector(".limits"), Object.entries(table.limits), ([name, [least, most]]) => `${name}${least}${most}`,
    ([name, [least, most]]) => pair(name, limits({ least, most })));
  keep(node.querySelector(".returns"), table.returns, (one) => `${one.wager}${one.percent}${one.is_known}`,
    (one) => pair(one.title, one.percent === null ? say(one.is_known ? "lobby.wait" : "lobby.unknown") : `${one.percent} %`, one.at_meter));
  mark(node, "data-free", free);
}

const feed = new Feed();
tie(feed);
feed.on("lobby", (message) => {
  keep(jackpots, message.meters, (meters) => meters.link, newJackpot, showJackpot);
  keep(tables, message.tables, (table) => table.table, newCard, (node, table) => showCard(node, table, message.meters));
});
feed.watch("lobby");
