/* What to do now, in one sentence: a player who reads nothing else can play. */

/** @import { TableView } from "./types.d.ts" */
/** @import { State } from "./table.js" */

import { mark, write } from "./dom.js";
import { cents, money } from "./money.js";
import { say } from "./texts.js";

/** @param {TableView} view */
function toBring(view) {
  return say(view.you.may.some((one) => one.do === "buy_in") ? "prompt.buy_in" : "prompt.nothing_left");
}

/** @param {State} state */
function toBet(state) {
  const { layout, view, seats, wagering, hasBase } = state;
  const seat = view.you.seat;
  if (seats.some((one) => hasBase(one))) {
    const waits = seats.some((one) => layout.circles.some((circle) => !wagering.isFirm(one, circle.wager)));
    return say(waits ? "prompt.registering" : "prompt.in");
  }
  if (cents(view.you.balance) < cents(layout.opening)) return toBring(view);
  if (!view.you.may.some((one) => one.do === "place" && one.seat === seat)) return say("prompt.watching");
  const group = layout.circles.filter((circle) => circle.group && circle.required);
  if (group.length) return say("prompt.bet_group", { titles: group.map((circle) => circle.title).join(", ") });
  const open = layout.circles.filter((circle) => circle.is_opening);
  return say("prompt.bet", { title: open.map((circle) => circle.title).join(` ${say("or")} `) });
}

/* Of several hands, which one is meant; and that one of them may be looked at. */
/** @param {State} state @param {boolean} isUnseen */
function toDecide({ layout, view, seats }, isUnseen) {
  const asks = layout.decisions.find((one) => one.decision === view.decision)?.asks ?? "";
  if (seats.length < 2) return asks;
  return say(isUnseen ? "prompt.unseen" : "prompt.at_seat", { seat: view.asked, asks });
}

/** @param {TableView} view */
function result(view) {
  const net = view.you.net;
  if (net === null) return say(view.stage === "waiting" ? "prompt.waiting" : "prompt.settled");
  const whole = cents(net);
  return say(whole > 0 ? "prompt.won" : whole < 0 ? "prompt.lost" : "prompt.even", { amount: money(Math.abs(whole)) });
}

/** The sentence. @param {State} state */
function promptFor(state) {
  const { layout, view } = state;
  const you = view.you;
  const may = (/** @type {string} */ what) => you.may.find((one) => one.do === what);
  if (may("answer")) return say("prompt.answer", view.halt);
  if (view.halt) return view.halt.text;
  if (view.stage === "closed") return say("prompt.closed");
  if (!you.player) return say(`prompt.${state.visitor}`);
  if (you.kept_out) return say(you.kept_out.is_barred ? "prompt.barred" : "prompt.stopped", you.kept_out);
  if (may("return")) return say("prompt.return");
  if (!you.seat) return say(may("take_seat") ? "prompt.sit" : "prompt.full");
  if (view.stage === "deciding" && you.is_your_turn) return toDecide(state, Boolean(may("view_hand")));
  if (may("view_hand")) return say("prompt.view_hand");
  switch (view.stage) {
    case "betting": return toBet(state);
    case "dealing": return say("prompt.dealing");
    case "deciding": return say("prompt.others", { seat: view.asked ?? "" });
    case "turning": return say("prompt.turning");
    case "showing": return say("prompt.showing");
    case "settling": return say("prompt.settling");
    case "void": return say("prompt.void");
    default: return !cents(you.balance) && !cents(you.net) ? toBring(view) : result(view);
  }
}

/** The sentence on the screen, and the time that is left. */
export class Prompt {
  /** @type {number | null} */
  #ends = null;
  #whole = 1;
  #stage = "";

  /** @param {any} node */
  constructor(node) {
    this.words = node.querySelector(".words");
    this.clock = node.querySelector(".countdown");
    this.aloud = node.querySelector("[role=status]");
    setInterval(() => this.#tick(), 200);
  }

  /** @param {State} state */
  show(state) {
    const { view } = state;
    const sentence = promptFor(state);
    write(this.words, sentence);
    // Read out when it changes, and not with every card that falls.
    clearTimeout(this.later);
    this.later = setTimeout(() => write(this.aloud, sentence), 400);
    const ends = view.deadline ? Date.parse(view.deadline) - Date.parse(view.now) + performance.now() : null;
    if (view.stage !== this.#stage || ends === null || this.#ends === null || Math.abs(ends - this.#ends) > 1500) {
      this.#whole = ends === null ? 1 : Math.max(ends - performance.now(), 1);
    }
    this.#stage = view.stage;
    this.#ends = ends;
    this.#tick();
  }

  #tick() {
    const left = this.#ends === null ? 0 : this.#ends - performance.now();
    this.clock.hidden = left <= 0;
    if (left <= 0) return;
    const seconds = Math.ceil(left / 1000);
    write(this.clock.querySelector("b"), String(seconds));
    mark(this.clock, "aria-label", say("prompt.seconds", { seconds }));
    this.clock.style.setProperty("--left", Math.min(left / this.#whole, 1));
    this.clock.classList.toggle("soon", seconds <= 5);
  }
}
