/* Decisions and everything else that is asked of the viewer, as large buttons made from the list
   of what the server would accept now; and advice, if it is wanted. */

/** @import { AdviceReply, LayoutView, Offer } from "./types.d.ts" */
/** @import { State } from "./table.js" */

import { keep, make, mark, write } from "./dom.js";
import { amount, cents, money } from "./money.js";
import { choiceWords, has, say } from "./texts.js";

/* How long after an answer the view that follows from it may take, in milliseconds. */
const SETTLES = 1500;

/** @param {LayoutView} layout @param {Offer} may */
function title(layout, may) {
  const circle = layout.circles.find((one) => one.decision === may.decision && one.follows)
    ?? layout.circles.find((one) => one.wager === may.decision);
  const name = circle?.title ?? "";
  // A lone figure or sign is the rulebook's whole name for it, and reads like a mistake.
  return /^.?$/.test(name) ? say("action.wager", { title: name }) : name;
}

/** @param {LayoutView} layout @param {Offer} may */
function words(layout, may) {
  const values = { seat: may.seat, amount: may.costs ? money(may.costs) : "", title: title(layout, may) };
  const name = may.do === "choose" ? `action.${may.choice}` : may.do === "answer" ? `action.answer_${may.choice}` : `action.${may.do}`;
  if (may.do === "choose" && !has(name)) {
    if (!may.costs) return [choiceWords(may.choice), ""];
    // The amount says how many times the wager `raise_2` stakes.
    const choice = choiceWords(may.choice.replace(/_\d+$/, ""));
    const isNamed = choice.toLowerCase() === values.title.toLowerCase();
    return [say("action.other_for", { ...values, choice }), isNamed ? "" : say("action.other_more", values)];
  }
  return [say(name, values), has(`${name}_more`) ? say(`${name}_more`, values) : ""];
}

/** What is offered as a large button now, the most pressing first. @param {State} state */
function offered({ layout, view }) {
  const may = view.you.may;
  const of = (/** @type {Offer["do"]} */ what) => may.filter((one) => one.do === what);
  const now = [...of("answer"), ...of("return"), ...of("view_hand"), ...of("choose")];
  if (now.length) return now;
  if (!view.you.seat) return of("take_seat").slice(0, 1);
  const idle = ["waiting", "betting", "settled", "void", "closed"].includes(view.stage);
  const poor = cents(view.you.balance) < cents(layout.opening);
  return idle && poor && !cents(view.you.staked) ? of("buy_in") : [];
}

/** A round sum to bring to the table: some fifty of the least wager, as far as the purse goes.
    @param {Offer} may @param {number} least */
function usualBuyIn(may, least) {
  const most = cents(may.most);
  const wanted = Math.max(least * 50, cents(may.least));
  return Math.min(wanted, most || wanted);
}

/** @param {Offer} may @param {State} state */
function newAction(may, { layout, ask }) {
  const buys = may.do === "buy_in" ? usualBuyIn(may, cents(layout.opening)) : 0;
  const [name, more] = buys ? [say("action.buy_in", { amount: money(buys) }), say("action.buy_in_more")] : words(layout, may);
  const quiet = ["withdraw", "fold", "check"].includes(may.choice);
  /** @type {any} */
  const request = { do: may.do };
  if (may.seat !== null && may.seat !== undefined) request.seat = may.seat;
  if (may.do === "choose") request.choice = may.choice;
  if (may.do === "answer") request.answer = may.choice;
  if (buys) request.amount = amount(buys);
  // Pressed again before the answer is on the screen it would be done twice, money and all.
  let busy = false;
  const press = async () => {
    if (busy) return;
    busy = true;
    const answer = await ask(request);
    setTimeout(() => (busy = false), answer.kind === "done" ? SETTLES : 0);
  };
  return make("button", { type: "button", class: `act ${quiet ? "quiet" : "main"}`, "data-choice": may.choice ?? may.do, onclick: press },
    make("span", { class: "name" }, name), more ? make("span", { class: "more" }, more) : null, make("span", { class: "best" }));
}

export class Actions {
  /** @type {AdviceReply | null} */
  #advised = null;
  #asked = "";

  /** @param {any} node */
  constructor(node) {
    this.node = node;
    this.list = node.querySelector(".acts");
    this.advice = node.querySelector(".advice");
    this.wants = node.querySelector("input");
    this.wants.checked = localStorage.getItem("advice") === "on";
    this.wants.addEventListener("change", () => {
      localStorage.setItem("advice", this.wants.checked ? "on" : "off");
      this.#asked = "";
      if (this.state) this.show(this.state);
    });
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const { view } = state;
    const list = offered(state);
    const key = (/** @type {Offer} */ may) => [may.do, may.seat, may.decision, may.choice, view.round, may.costs].join("-");
    keep(this.list, list, key, (may) => newAction(may, state), (node, may) => {
      const best = this.#advised && may.do === "choose" && this.#advised.best === may.choice && this.wants.checked;
      node.classList.toggle("advised", Boolean(best));
      write(node.querySelector(".best"), best ? say("advice.best") : "");
    });
    // Not to show a hand loses what depends on it: possible, but never where one presses on.
    const declines = view.you.may.filter((may) => may.do === "decline");
    keep(this.node.querySelector(".less"), declines, key, (may) => make("button", { type: "button", class: "button small", onclick: () => state.ask({ do: "decline", seat: may.seat }) }, words(state.layout, may)[0]));
    const choosing = list.find((may) => may.do === "choose");
    this.node.querySelector(".wants").hidden = !view.you.seat;
    mark(this.node, "data-count", list.length);
    this.#advise(state, choosing);
  }

  /** @param {State} state @param {Offer} [choosing] */
  async #advise(state, choosing) {
    const { view, layout } = state;
    const about = choosing && this.wants.checked ? [view.round, choosing.seat, choosing.decision].join("-") : "";
    if (about === this.#asked) return;
    this.#asked = about;
    this.#advised = null;
    write(this.advice, "");
    if (!about) return;
    const answer = await fetch(`/api/table/${encodeURIComponent(layout.table)}/advice?seat=${choosing.seat}`);
    if (answer.status !== 200 || this.#asked !== about) return;
    this.#advised = await answer.json();
    const worth = Object.entries(this.#advised.worth).map(([choice, units]) => `${choiceWords(choice)} ${units}`);
    write(this.advice, say("advice.worth", { best: choiceWords(this.#advised.best), worth: worth.join(", ") }));
    this.show(this.state);
  }
}
