/* A jackpot meter that counts up to the true value, and never beyond it. */

/** @import { ClaimView, LevelView, LinkView } from "./types.d.ts" */

import { make, write } from "./dom.js";
import { cents, money } from "./money.js";
import { say } from "./texts.js";

const still = () => document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
/* Screen readers are told of a meter now and then, not forty times a second. */
const ALOUD = 30000;

class PitMeter extends HTMLElement {
  /** @type {number | null} */
  #shown = null;
  #true = 0;
  #running = false;
  #told = -ALOUD;

  connectedCallback() {
    this.#prepare();
  }

  #prepare() {
    if (this.figure) return;
    this.figure = make("span", { class: "figure", "aria-hidden": "true" });
    this.aloud = make("span", { class: "unseen", role: "status" });
    this.append(this.figure, this.aloud);
  }

  /** Sets the true value. A meter that fell was won, and goes down at once.
      @param {string} amount @param {string} [title] */
  set(amount, title = "") {
    this.#prepare();
    this.#true = cents(amount);
    if (this.#shown === null || this.#true < this.#shown || still()) this.#shown = this.#true;
    if (performance.now() - this.#told > ALOUD) {
      this.#told = performance.now();
      write(this.aloud, `${title} ${money(amount, { always: true })}`);
    }
    this.#write();
    if (!this.#running && this.#shown < this.#true) {
      this.#running = true;
      this.#before = performance.now();
      requestAnimationFrame((now) => this.#count(now));
    }
  }

  #before = 0;

  /** @param {number} now */
  #count(now) {
    const passed = Math.min(now - this.#before, 100);
    this.#before = now;
    // Two seconds for what is missing, whatever it is, and at least a cent at a time.
    const missing = this.#true - this.#shown;
    this.#shown = Math.min(this.#true, this.#shown + Math.max(1, Math.round((missing * passed) / 700)));
    this.#write();
    this.#running = this.#shown < this.#true && this.isConnected;
    if (this.#running) requestAnimationFrame((next) => this.#count(next));
  }

  #write() {
    write(this.figure, money(this.#shown, { always: true }));
  }
}
customElements.define("pit-meter", PitMeter);

/** A meter with its name; where no heading says which link it is of, with the link's too.
    @param {LevelView} level @param {string} [link] */
export function newMeter(level, link = "") {
  const title = link ? say("meter.level", { title: link, level: level.title }) : level.title;
  return make("div", { class: "meter" }, make("span", { class: "title" }, title), make("pit-meter"), make("span", { class: "limit" }));
}

/** Brings it up to date. @param {any} node @param {LevelView} level */
export function showMeter(node, level) {
  node.querySelector("pit-meter").set(level.amount, level.title);
  write(node.querySelector(".limit"), level.limit ? say("meter.limit", { limit: money(level.limit) }) : "");
}

/** What a level is called. @param {LinkView} meters @param {string} level */
export function levelTitle(meters, level) {
  return meters.levels.find((one) => one.level === level)?.title ?? level;
}

/** One claim from another: two winners of one round are two. @param {ClaimView} claim */
export const claimKey = (claim) => `${claim.claim} ${claim.seat} ${claim.is_verified}`;

/** That a link takes no wagers at present, and why; nothing while it does. @param {string} [fault] */
export const faultWords = (fault) => (fault ? say("sign.fault", { fault }) : "");

/** A claim that waits, in words. @param {LinkView} meters @param {ClaimView} claim */
export function claimWords(meters, claim) {
  const amount = money(claim.amount, { always: true });
  return say(claim.is_verified ? "meter.verified" : "meter.claim", { level: levelTitle(meters, claim.level), table: claim.table, amount });
}
