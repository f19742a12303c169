/* The sign of a link: meters that count, a claim that waits, and a celebration when one is paid. */

/** @import { HitView, LinkView } from "./types.d.ts" */

import { chip } from "./chip.js";
import { keep, make, write } from "./dom.js";
import { Feed } from "./feed.js";
import { claimKey, faultWords, levelTitle, newMeter, showMeter } from "./meter.js";
import { money } from "./money.js";
import { say } from "./texts.js";

/* How long a hit is celebrated, and how old one may be when the sign is switched on. */
const CELEBRATE = 30000;

const main = document.querySelector("main");
const part = (/** @type {string} */ name) => main.querySelector(name);
/** @type {string | null} */
let last = null;

/** @param {HitView} hit @param {string} title */
function celebrate(hit, title) {
  document.querySelector(".won")?.remove();
  const fall = make("div", { class: "fall" });
  for (let at = 0; at < 22; at += 1) {
    const one = chip([500, 2500, 10000, 50000, 100000][at % 5]);
    one.style.setProperty("--at", (at * 37) % 100);
    one.style.setProperty("--late", (at * 13) % 7);
    fall.append(one);
  }
  const shown = make("div", { class: "won", role: "status" }, fall, make("p", { class: "shout" }, say("sign.won")),
    make("p", { class: "sum" }, money(hit.amount, { always: true })), make("p", { class: "where" }, say("sign.table", { table: hit.table }), title ? ` · ${title}` : ""));
  document.body.append(shown);
  setTimeout(() => shown.remove(), CELEBRATE);
}

/** @param {LinkView} meters @param {number} now */
function show(meters, now) {
  const title = (/** @type {string} */ level) => levelTitle(meters, level);
  keep(part(".levels"), meters.levels, (level) => level.level, (level) => newMeter(level), showMeter);
  write(part(".fault"), faultWords(meters.fault));
  keep(part(".claims"), meters.claims, claimKey, (claim) => make("p", {}, say(claim.is_verified ? "sign.verified" : "sign.claim", { level: title(claim.level), table: claim.table, amount: money(claim.amount, { always: true }) })));
  const hit = meters.hits[0];
  write(part(".last"), hit ? say("sign.last", { amount: money(hit.amount, { always: true }), table: hit.table }) : "");
  const name = hit ? `${hit.claim} ${hit.seat}` : "";
  const isNew = last === null ? hit && now - Date.parse(hit.at) < CELEBRATE : name !== last;
  if (hit && isNew) celebrate(hit, title(hit.level));
  last = name;
}

const feed = new Feed();
let ahead = 0;
feed.on("welcome", (message) => (ahead = Date.parse(message.now) - Date.now() || 0));
feed.on("meters", (message) => show(message.meters, Date.now() + ahead));
feed.watch("sign", main.dataset.link);
