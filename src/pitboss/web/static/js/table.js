/* The table's page: what comes over the line goes to the parts, what people press goes back. */

/** @import { LayoutView, LineView, LinkView, MistakeReply, RefusedReply, TableReply, TableView } from "./types.d.ts" */
/** @import { Asked } from "./feed.js" */

import { Actions } from "./actions.js";
import { spoken } from "./card.js";
import { keep, make, write } from "./dom.js";
import { background, showFelt } from "./felt.js";
import { Feed } from "./feed.js";
import { holdFocus } from "./focus.js";
import { tie } from "./line.js";
import { claimKey, claimWords, faultWords, newMeter, showMeter } from "./meter.js";
import { cents, money } from "./money.js";
import { paidLine, showPlaces } from "./places.js";
import { prizes } from "./prizes.js";
import { Prompt } from "./prompt.js";
import { recall } from "./recall.js";
import { say } from "./texts.js";
import { showTracker } from "./tracker.js";
import { Tray } from "./tray.js";
import { Wagering } from "./wagering.js";

/** What the parts of the page are shown by.
    @typedef {object} State
    @property {LayoutView} layout
    @property {TableView} view
    @property {number[]} seats  where the viewer sits, wagers, or wants to wager
    @property {Wagering} wagering
    @property {(seat: number) => boolean} hasBase  whether a hand can begin with what is wanted there
    @property {number} chip  the chip that is chosen, in cents
    @property {(request: Asked) => Promise<TableReply>} ask
    @property {string} visitor
    @property {(seat: number) => void} sit
    @property {(seat: number) => void} bet
    @property {(seat: number, wager: string) => void} add
    @property {(seat: number, wager: string) => void} remove
 */

const page = document.querySelector("main");
const part = (/** @type {string} */ name) => page.querySelector(name);
const table = page.dataset.table;
const feed = new Feed();
tie(feed);
const prompt = new Prompt(part(".prompt"));
const actions = new Actions(part(".actions"));
/** @type {Set<number>} */
const opened = new Set();
/** @type {LayoutView} */
let layout = null;
/** @type {TableView} */
let view = null;
/** @type {Tray} */
let tray = null;
/** @type {number} */
let recalled = null;
/** @type {LinkView} */
let meters = null;

/** What this screen added to the deck of each round. @type {Map<number, string>} */
const added = new Map();
/* Before the first wager of a round, so that the deck is not the house's alone (I-115). */
function contribute() {
  if (!layout?.contributes || !view.you.seat || view.you.contributed || added.has(view.round)) return;
  const value = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  added.set(view.round, value);
  feed.ask({ do: "contribute", value, table });
}
/** @param {Asked} request */
const ask = (request) => {
  if (request.do === "place" || request.do === "repeat") contribute();
  return feed.ask({ ...request, table });
};
/** @type {{version: number, resolve: () => void}[]} */
const waiting = [];
/** Waits for a view that is at least so new. @param {number} version @returns {Promise<void>} */
const seen = (version) => (view && view.version >= version ? Promise.resolve() : new Promise((resolve) => waiting.push({ version, resolve })));
const wagering = new Wagering({ state: () => ({ layout, view }), ask, seen, changed: () => show(), refused: tell });

/** @param {Asked} request */
async function askAndTell(request) {
  const answer = await ask(request);
  if (answer.kind !== "done") tell(answer);
  return answer;
}

/** @param {RefusedReply | MistakeReply} answer */
function tell(answer) {
  const words = [answer.problem, answer.remedy].filter(Boolean).map((one) => one.replace(/([^.!?])$/, "$1.")).join(" ");
  const clause = answer.kind === "refused" && answer.clause ? say("paid.clause", { clauses: answer.clause }) : "";
  const note = make("p", { role: "alert" }, `${words} `, make("small", {}, clause));
  part(".notes").replaceChildren(note);
  setTimeout(() => note.remove(), 9000);
}

/** @param {number} seat */
function hasBase(seat) {
  const base = layout.circles.filter((circle) => circle.is_opening);
  const has = (/** @type {{wager: string}} */ circle) => wagering.stake(seat, circle.wager) > 0;
  return base.some((circle) => circle.required) ? base.every(has) : base.some(has);
}

/* Where the viewer sits, wagers, or has said they want to wager. */
function ownSeats() {
  const mine = view.seats.filter((seat) => seat.is_you || opened.has(seat.seat)
    || (view.you.player && seat.holder === view.you.player)
    || seat.wagers.some((wager) => wager.parts.some((one) => one.player === view.you.player)));
  return mine.map((seat) => seat.seat);
}

function show() {
  if (!layout || !view) return;
  if (view.stage !== "betting") wagering.forget();
  const seats = ownSeats();
  /** @type {State} */
  const state = {
    layout, view, seats, wagering, hasBase, chip: tray.chip, ask: askAndTell, visitor: page.dataset.visitor,
    sit: (seat) => askAndTell({ do: "take_seat", seat }),
    bet: (seat) => { opened.add(seat); show(); },
    add: (seat, wager) => wagering.add(seat, wager, tray.chip),
    remove: (seat, wager) => wagering.remove(seat, wager),
  };
  showFelt(part(".felt"), state);
  showPlaces(part(".places"), seats, state);
  prompt.show(state);
  actions.show(state);
  tray.show(state);
  showBrought();
  showSpecial();
  showPrizes();
  showFault();
  showTracker(part(".tracker"), view);
  const isOwn = (/** @type {LineView} */ line) => line.is_you || seats.includes(line.seat);
  /** @param {any} node @param {LineView[]} lines @param {boolean} seatToo */
  const list = (node, lines, seatToo) => keep(node, lines, (line, index) => `${view.round}-${index}-${line.seat}-${line.wager}`, (line) => paidLine(line, { player: view.you.player, seatToo }));
  list(part(".own"), view.lines.filter(isOwn), seats.length > 1);
  list(part(".others"), view.lines.filter((line) => !isOwn(line)), true);
  const hasOwn = view.lines.some(isOwn);
  part(".own-none").hidden = hasOwn;
  write(part(".own-hands"), hasOwn ? handsCompared(seats) : "");
  write(part(".round-number"), view.round ? say("table.round", { round: view.round }) : "");
  page.dataset.stage = view.stage;
  page.dataset.round = view.round;
  holdFocus([[part(".acts"), ".act"], [part(".places"), ".wanted .press:enabled"]]);
}

/* What the viewer's hands came to, and the dealer's: the reason before the sums. */
/** @param {number[]} seats */
function handsCompared(seats) {
  const hands = seats.filter((seat) => view.seats[seat - 1].words).map((seat) => say("table.own_hand", { seat, words: view.seats[seat - 1].words }));
  if (!view.dealer_words) return hands.join(" · ");
  const isAlike = seats.some((seat) => view.seats[seat - 1].words === view.dealer_words);
  return [...hands, say("felt.dealer_has", { words: view.dealer_words })].join(" · ") + (isAlike ? `. ${say("table.alike")}` : "");
}

/* Coming and going: chips to and from the table, and getting up. */
function showBrought() {
  const may = (/** @type {string} */ what) => view.you.may.find((one) => one.do === what);
  const money_ = part(".money");
  money_.hidden = !view.you.seat && !may("cash_out");
  money_.querySelector("[data-do=leave_seat]").disabled = !may("leave_seat");
  money_.querySelector("[data-do=buy_in]").disabled = !may("buy_in");
  const out = money_.querySelector("[data-do=cash_out]");
  out.disabled = !may("cash_out");
  out.dataset.amount = may("cash_out")?.most ?? "";
}

/* What is paid to people without a stake of its own is announced to all of them. */
function showSpecial() {
  const special = view.lines.filter((line) => line.wager in layout.payments && cents(line.winnings) > 0);
  /** @type {string[]} */
  const said = [];
  for (const name of new Set(special.map((line) => line.wager))) {
    const paid = special.filter((line) => line.wager === name).sort((one, other) => one.seat - other.seat);
    const from = paid.find((line) => line.from_seat)?.from_seat;
    const seats = [...new Set(paid.map((line) => (line.is_you ? say("seat.you_short") : say("seat.number", { seat: line.seat }))))].join(", ");
    const card = name === "magic_card" && view.magic_card ? spoken(view.magic_card) : "";
    said.push(say(from ? "special.from" : card ? "special.card" : "special.paid", { title: layout.payments[name], seats, from, card, amount: money(paid[0].winnings) }));
  }
  keep(part(".special"), said, (words) => `${view.round} ${words}`, (words) => make("p", {}, words));
}

feed.on("layout", (message) => {
  layout = message.layout;
  tray = new Tray(part(".tray"), layout, { changed: () => show(), drop: (seat, wager, chip) => wagering.add(seat, wager, chip) });
  part(".felt .print")?.remove();
  part(".felt .stage").prepend(background(layout));
  show();
});
feed.on("table", (message) => {
  const ended = view && view.round !== message.view.round;
  view = message.view;
  for (const one of waiting.splice(0)) view.version >= one.version ? one.resolve() : waiting.push(one);
  if (ended) opened.clear();
  show();
  if (recalled !== view.round && ["waiting", "betting"].includes(view.stage)) {
    recalled = view.round;
    recall(part(".recall"), table, view.you.player, added);
  }
});
feed.on("meters", (message) => {
  meters = message.meters;
  keep(part(".meters"), meters.levels, (level) => level.level, (level, index) => newMeter(level, index ? "" : meters.title), showMeter);
  const elsewhere = meters.claims.filter((claim) => claim.table !== table);
  keep(part(".claims"), elsewhere, claimKey, (claim) => make("p", {}, claimWords(meters, claim)));
  showPrizes();
  showFault();
});
/* A link that is stopped says so at once; a table that cannot reach its link finds out by itself. */
function showFault() {
  write(part(".board .fault"), faultWords(meters?.fault || view?.link_lost));
}

/* What was won from the jackpot at this table, and how far its payment is. */
function showPrizes() {
  if (view && meters) prizes(part(".prizes"), { meters, view, own: ownSeats() });
}

feed.on("mistake", (message) => { if (message.id === null) tell(message); });
feed.watch("table", table);

part(".tray [data-do=repeat]").addEventListener("click", () => askAndTell({ do: "repeat" }));
part(".tray [data-do=clear]").addEventListener("click", clear);
part(".money [data-do=leave_seat]").addEventListener("click", () => askAndTell({ do: "leave_seat" }));
part(".money [data-do=cash_out]").addEventListener("click", (/** @type {any} */ event) => askAndTell({ do: "cash_out", amount: event.currentTarget.dataset.amount }));
part(".money form").addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  const typed = String(new FormData(event.target).get("amount")).trim();
  askAndTell({ do: "buy_in", amount: typed.includes(".") ? typed : `${typed}.00` });
});

function clear() {
  for (const seat of ownSeats()) {
    for (const circle of layout.circles) if (!circle.follows && wagering.stake(seat, circle.wager)) wagering.remove(seat, circle.wager);
  }
}

/* Single keys: numbers choose a chip, R repeats, X clears. */
addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest?.("input:not([type=radio]), select, textarea, summary");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.documentElement.dataset.keys === "off" || !tray) return;
  if (/^[1-9]$/.test(event.key)) tray.choose(Number(event.key) - 1);
  else if (event.key.toLowerCase() === "r") part(".tray [data-do=repeat]").click();
  else if (event.key.toLowerCase() === "x") part(".tray [data-do=clear]").click();
});
