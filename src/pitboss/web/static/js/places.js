/* The viewer's own places, large: circles to press, cards to read, and what came of them. */

/** @import { Circle, LayoutView, LineView } from "./types.d.ts" */
/** @import { State } from "./table.js" */

import { layCards } from "./card.js";
import { stack } from "./chip.js";
import { draw, keep, make, mark, write } from "./dom.js";
import { columns, ownNetOf, resultFor } from "./felt.js";
import { cents, limits, money, tone } from "./money.js";
import { say } from "./texts.js";

/** @param {Circle} circle */
function ring(circle) {
  if (circle.wager === "progressive") {
    return draw("svg", { viewBox: "0 0 100 100", class: "ring jackpot", "aria-hidden": "true" },
      draw("circle", { cx: 50, cy: 50, r: 46, class: "bezel" }), draw("circle", { cx: 50, cy: 50, r: 37, class: "lens" }),
      draw("path", { class: "star", d: "M50 26l7.4 15 16.6 2.4-12 11.7 2.8 16.5L50 63.8l-14.8 7.8L38 55.100 26 43.400l16.600-2.400z" }));
  }
  const shape = circle.follows
    ? draw("rect", { x: 6, y: 6, width: 88, height: 88, rx: 16 })
    : draw("circle", { cx: 50, cy: 50, r: 45 });
  return draw("svg", { viewBox: "0 0 100 100", class: "ring", "aria-hidden": "true" }, shape,
    circle.follows ? draw("rect", { x: 13, y: 13, width: 74, height: 74, rx: 11, class: "inner-line" }) : draw("circle", { cx: 50, cy: 50, r: 38, class: "inner-line" }));
}

/** @param {Circle} circle @param {LayoutView} layout */
function costs(circle, layout) {
  if (!circle.follows) return limits(circle);
  const title = layout.circles.find((one) => one.wager === circle.follows)?.title ?? circle.follows;
  const { least_times: least, most_times: most } = circle;
  if (least < most) return say("circle.sized", { least, most, title });
  return say(most > 1 ? "circle.follows" : "circle.equals", { times: most, title });
}

/** @param {Circle} circle @param {number} seat @param {State} state */
function newCircle(circle, seat, { layout, add, remove }) {
  const press = make("button", { type: "button", class: "press", "data-seat": seat, "data-wager": circle.wager },
    ring(circle), make("span", { class: "title" }, circle.wager === "progressive" ? costs(circle, layout) : circle.title), make("span", { class: "pile" }));
  press.addEventListener("click", (/** @type {MouseEvent} */ event) => (event.shiftKey ? remove : add)(seat, circle.wager));
  press.addEventListener("contextmenu", (/** @type {Event} */ event) => {
    event.preventDefault();
    remove(seat, circle.wager);
  });
  press.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (["Delete", "Backspace", "-"].includes(event.key)) remove(seat, circle.wager);
  });
  const take = make("button", { type: "button", class: "take", "aria-label": say("circle.take", { title: circle.title }), onclick: () => remove(seat, circle.wager) }, "×");
  const kind = [circle.wager === "progressive" ? "jackpot" : "", circle.title.length < 4 ? "short" : ""];
  return make("div", { class: ["circle", ...kind].join(" "), title: circle.title }, press, make("span", { class: "caption" }), take);
}

/** @param {any} node @param {Circle} circle @param {number} seat @param {State} state */
function updateCircle(node, circle, seat, state) {
  const { layout, view, wagering, chip } = state;
  const [press, caption, take] = node.children;
  const at = view.seats[seat - 1];
  const bounds = wagering.bounds(seat, circle.wager);
  const isBetting = view.stage === "betting";
  const whole = isBetting && !circle.follows ? wagering.stake(seat, circle.wager)
    : cents(at.wagers.find((one) => one.wager === circle.wager)?.stake);
  const firm = !isBetting || wagering.isFirm(seat, circle.wager);
  const gone = at.decisions[circle.wager] === "withdraw";
  const line = view.lines.find((one) => one.seat === seat && one.wager === circle.wager);
  press.disabled = !bounds;
  const wanted = Boolean(bounds) && !whole && (circle.required || (circle.is_opening && !state.hasBase(seat)));
  node.classList.toggle("wanted", wanted);
  node.classList.toggle("lit", whole > 0 && firm && !gone);
  node.classList.toggle("faint", whole > 0 && !firm);
  node.classList.toggle("gone", gone);
  mark(node, "data-outcome", line?.outcome);
  const result = line && resultFor(line, view.you.player);
  write(caption, line ? [say(`outcome.${line.outcome}`), result ? money(result, { sign: true }) : ""].join(" ").trim()
    : whole || circle.wager === "progressive" ? circle.title : costs(circle, layout));
  caption.classList.toggle("large", Boolean(line) && Math.abs(result) >= 1000000);
  take.hidden = !bounds || !whole;
  const pile = press.children[2];
  if (pile.dataset.whole !== String(whole)) {
    pile.dataset.whole = whole;
    pile.replaceChildren(...(whole ? [stack(whole), make("b", {}, money(whole))] : []));
  }
  const name = [circle.title, whole ? say("circle.staked", { amount: money(whole) }) : say("circle.empty")];
  if (bounds) name.push(say("circle.limits", { least: money(bounds.least), most: money(bounds.most) }), say("circle.press", { amount: money(bounds.isUnit ? bounds.step : Math.max(chip, bounds.least)) }));
  mark(press, "aria-label", name.join(", "));
}

/** @param {number} seat @param {State} state */
function newPlace(seat, { layout }) {
  const slots = Array.from({ length: layout.hand_cards }, () => make("i"));
  const hand = make("div", { class: "hand" }, make("div", { class: "slots", "aria-hidden": "true" }, slots), make("div", { class: "cards" }));
  hand.style.setProperty("--cards", layout.hand_cards);
  return make("section", { class: "place" },
    make("header", {}, make("h2", {}), make("span", { class: "words" }), make("span", { class: "net" })),
    make("div", { class: "spread" }, make("div", { class: "circles", "data-columns": columns(layout), "data-rows": layout.circles.length > columns(layout) ? 2 : 1 }), hand));
}

/** One line of the settlement, in the words of the server, with its clause; for `player` their part.
    @param {LineView} line @param {{player?: string | null, seatToo?: boolean}} [options] */
export function paidLine(line, { player = null, seatToo = false } = {}) {
  const whole = resultFor(line, player);
  const part = line.parts.find((one) => one.player === player);
  const share = part ? ` ${say("paid.part", { stake: money(part.stake), whole: money(line.stake), sum: money(whole, { sign: true }) })}` : "";
  const title = line.from_seat ? say("paid.from", { title: line.title, seat: line.from_seat }) : line.title;
  return make("li", { class: `line ${line.outcome}`, "data-wager": line.wager },
    make("span", { class: "what" }, seatToo ? `${say("seat.number", { seat: line.seat })}: ${title}` : title),
    make("span", { class: "outcome" }, [say(`outcome.${line.outcome}`), line.pays].filter(Boolean).join(", ")),
    make("span", { class: "sum" }, money(whole, { sign: true })),
    make("p", { class: "text" }, line.text, share, line.why ? make("span", { class: "why" }, ` ${line.why}`) : null,
      " ", make("span", { class: "clause" }, say("paid.clause", { clauses: line.clauses.join(", ") }))));
}

/** @param {any} node @param {number} seat @param {State} state */
function updatePlace(node, seat, state) {
  const { view, layout } = state;
  const at = view.seats[seat - 1];
  const net = ownNetOf(view.lines, seat, view.you.player);
  mark(node, "aria-label", say("place.label", { seat }));
  const [heading, words, sum] = node.children[0].children;
  write(heading, at.is_you ? say("place.yours", { seat }) : say("place.other", { seat }));
  write(words, at.words);
  write(sum, net === null ? "" : money(net, { sign: true }));
  sum.className = `net ${tone(net)}`;
  const [circles, hand] = node.children[1].children;
  keep(circles, layout.circles, (circle) => circle.wager,
    (circle) => newCircle(circle, seat, state), (child, circle) => updateCircle(child, circle, seat, state));
  layCards(hand.children[1], at.cards);
  node.classList.toggle("asked", view.asked === seat && view.you.is_your_turn);
  node.classList.toggle("folded", at.is_folded);
}

/* Of more places than there is room for, the one that is asked or newly opened comes into sight;
   once, so that a viewer who looks elsewhere is left alone. */
/** @param {any} parent @param {string} seat */
function bring(parent, seat) {
  if (parent.dataset.brought === seat) return;
  parent.dataset.brought = seat;
  const place = [...parent.children].find((one) => one.dataset.key === seat);
  if (place) parent.scrollLeft = place.offsetLeft - parent.offsetLeft - (parent.clientWidth - place.clientWidth) / 2;
}

/** Brings the viewer's own places up to date. @param {any} parent @param {number[]} seats @param {State} state */
export function showPlaces(parent, seats, state) {
  keep(parent, seats, (seat) => seat, (seat) => newPlace(seat, state), (node, seat) => updatePlace(node, seat, state));
  parent.classList.toggle("several", seats.length > 1);
  bring(parent, String((state.view.you.is_your_turn && state.view.asked) || seats.at(-1)));
}
