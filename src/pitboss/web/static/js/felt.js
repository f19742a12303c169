/* The layout as all viewers see it: the felt, the dealer's side, and every position with its
   wagers, cards and result. Seat 1 is at the dealer's left, so it is on the right of this picture. */

/** @import { Circle, LayoutView, LineView, PositionView, TableView } from "./types.d.ts" */
/** @import { State } from "./table.js" */

import { layCards } from "./card.js";
import { stack } from "./chip.js";
import { draw, keep, make, mark, write } from "./dom.js";
import { cents, money, tone } from "./money.js";
import { choiceWords, has, say } from "./texts.js";

/** What is printed and what stands on the felt whatever happens in a round. @param {LayoutView} layout */
export function background(layout) {
  const words = layout.title.toUpperCase();
  const pieces = [];
  for (let at = 0; at < 8; at += 1) {
    const colour = ["#e9e4d6", "#c0282d", "#1c7f4b", "#23272b", "#6b3fa0", "#23272b", "#1c7f4b", "#c0282d"][at];
    pieces.push(draw("rect", { x: 404 + at * 24.5, y: 10, width: 20.5, height: 26, rx: 3, fill: colour }));
    for (let line = 0; line < 5; line += 1) {
      pieces.push(draw("path", { d: `M${404 + at * 24.5} ${14 + line * 4.6}h20.5`, stroke: "#0005" }));
    }
  }
  return draw("svg", { viewBox: "0 0 1000 500", class: "print", "aria-hidden": "true" },
    draw("defs", {}, draw("path", { id: "arc", d: "M176 82A324 200 0 0 0 824 82" })),
    draw("path", { class: "arc", d: "M152 76A348 226 0 0 0 848 76" }),
    draw("path", { class: "arc thin", d: "M204 76A296 154 0 0 0 796 76" }),
    draw("text", { class: "lettering", "text-anchor": "middle" },
      draw("textPath", { href: "#arc", startOffset: "50%", textLength: words.length > 26 ? 560 : null, lengthAdjust: words.length > 26 ? "spacingAndGlyphs" : null }, words)),
    draw("g", { class: "rack" }, draw("rect", { x: 396, y: 4, width: 208, height: 38, rx: 6, class: "tray-box" }), ...pieces),
    draw("g", { class: "shoe", transform: "translate(668 2) rotate(6)" },
      draw("path", { d: "M0 12 46 0v38L8 46z", fill: "#16191c" }), draw("path", { d: "M0 12 46 0l22 6-50 16z", fill: "#2c3136" }),
      draw("path", { d: "M8 46 18 22 68 6v26L46 38z", fill: "#0c0e10" }), draw("path", { d: "M4 40-10 46l10 8 14-8z", fill: "#fbfaf5" })));
}

/** Where a position lies, in hundredths of the stage: along a bow, as far from its neighbours on
    either side as it is wide, so that nothing of one ever lies on another. @param {number} seat @param {number} positions */
function spot(seat, positions) {
  const aside = positions === 1 ? 0 : 1 - (2 * (seat - 1)) / (positions - 1);
  return [50 + 43 * aside, 74.5 - 26.5 * aside * aside];
}

/** How many circles lie side by side: a row of up to four, or two rows. @param {LayoutView} layout */
export function columns(layout) {
  const count = layout.circles.length;
  return count > 4 ? Math.ceil(count / 2) : count;
}

/** @param {PositionView} seat @param {LayoutView} layout */
function newSeat(seat, layout) {
  const node = make("section", { class: "seat" },
    make("div", { class: "wagers", "data-columns": columns(layout) }), make("div", { class: "cards" }),
    make("div", { class: "plate" }, make("span", { class: "number" }), make("span", { class: "name" }), make("span", { class: "said" })),
    make("div", { class: "net" }));
  const [x, y] = spot(seat.seat, layout.positions);
  node.style.setProperty("--x", `${x}%`);
  node.style.setProperty("--y", `${y}%`);
  return node;
}

/** What a line brought a player: of an area that several funded, their part of it. In cents.
    @param {LineView} line @param {string | null} player */
export function resultFor(line, player) {
  const { winnings, returned, stake } = line.parts.find((part) => part.player === player) ?? line;
  return cents(winnings) + cents(returned) - cents(stake);
}

/** What the viewer has won or lost on a position; null if nothing of it was theirs.
    @param {LineView[]} lines @param {number} seat @param {string | null} player */
export function ownNetOf(lines, seat, player) {
  const own = lines.filter((line) => line.seat === seat && line.is_you);
  return own.length ? own.reduce((sum, line) => sum + resultFor(line, player), 0) : null;
}

/** What a position has won or lost in the settled round, in cents; null before.
    @param {LineView[]} lines @param {number} seat */
function netOf(lines, seat) {
  const own = lines.filter((line) => line.seat === seat);
  if (!own.length) return null;
  return own.reduce((sum, line) => sum + cents(line.winnings) + cents(line.returned) - cents(line.stake), 0);
}

/** @param {TableView} view @param {LayoutView} layout @param {PositionView} seat */
function said(view, layout, seat) {
  if (seat.is_removed) return say("seat.removed");
  if (seat.is_folded) return say("seat.folded");
  if (seat.is_asked) return say("seat.deciding");
  const last = layout.decisions.findLast((decision) => seat.decisions[decision.decision]);
  if (last && view.stage === "deciding") {
    const choice = seat.decisions[last.decision];
    return has(`seat.said.${choice}`) ? say(`seat.said.${choice}`) : choiceWords(choice);
  }
  if (seat.is_absent) return say("seat.absent");
  return "";
}

/** @param {PositionView} seat @param {string} name @param {string} words @param {LayoutView} layout */
function label(seat, name, words, layout) {
  const parts = [say("seat.label", { seat: seat.seat, name }), words];
  const title = (/** @type {string} */ wager) => layout.circles.find((circle) => circle.wager === wager)?.title ?? wager;
  for (const wager of seat.wagers) parts.push(`${title(wager.wager)} ${money(wager.stake)}`);
  return parts.filter(Boolean).join(", ");
}

/* An amount where there is little room: "$1.5K". What is not a round sum is said whole. */
/** @param {number} whole */
function brief(whole) {
  return whole < 100000 || whole % 10000 ? money(whole) : `${money(whole / 1000).replace(/(\.\d)0$/, "$1")}K`;
}

/* A wager's place at a position, as it is printed on the layout, and what lies on it. */
/** @param {Circle} circle */
function newSpot(circle) {
  const kind = circle.wager === "progressive" ? "star" : circle.follows ? "square" : "round";
  return make("span", { class: `spot ${kind}`, title: circle.title }, make("small", { "aria-hidden": "true" }, kind === "star" ? "★" : circle.title), make("i", {}), make("b", {}));
}

/** @param {any} node @param {Circle} circle @param {PositionView} seat */
function updateSpot(node, circle, seat) {
  const stake = seat.wagers.find((one) => one.wager === circle.wager)?.stake ?? "";
  if (node.dataset.stake !== stake) {
    node.dataset.stake = stake;
    node.children[1].replaceChildren(...(stake ? [stack(cents(stake))] : []));
    node.children[2].textContent = stake && brief(cents(stake));
  }
  node.classList.toggle("wager", Boolean(stake));
  node.classList.toggle("gone", seat.decisions[circle.wager] === "withdraw");
}

/** @param {any} node @param {PositionView} seat @param {State} state */
function updateSeat(node, seat, { view, layout, sit, bet }) {
  const may = view.you.may;
  const canSit = may.some((one) => one.do === "take_seat" && one.seat === seat.seat);
  const canBet = !canSit && !seat.is_you && view.you.seat && view.stage === "betting" && may.some((one) => one.do === "place" && one.seat === seat.seat);
  const name = seat.is_you ? say("seat.you") : seat.player ?? seat.holder ?? say("seat.free");
  const net = netOf(view.lines, seat.seat);
  const words = said(view, layout, seat) || (seat.is_shown ? seat.words : "");
  mark(node, "aria-label", label(seat, name, words, layout));
  for (const [key, on] of Object.entries({ you: seat.is_you, free: !seat.player && !seat.holder, asked: seat.is_asked, folded: seat.is_folded || seat.is_removed, lucky: view.lucky_seat === seat.seat })) {
    node.classList.toggle(key, Boolean(on));
  }
  const [wagers, cards, plate, badge] = node.children;
  write(plate.children[0], String(seat.seat));
  write(plate.children[1], name);
  write(plate.children[2], words);
  layCards(cards, seat.cards, true);
  keep(wagers, layout.circles, (circle) => circle.wager, newSpot, (spot_, circle) => updateSpot(spot_, circle, seat));
  write(badge, net === null ? "" : money(net, { sign: true }));
  badge.className = `net ${tone(net)}`;
  badge.hidden = net === null;
  let button = node.querySelector(":scope > button");
  const wanted = canSit ? "seat.sit" : canBet ? "seat.bet" : null;
  if (!wanted) button?.remove();
  else if (button?.dataset.what !== wanted) {
    button?.remove();
    button = make("button", { class: "sit", type: "button", "data-what": wanted, onclick: () => (canSit ? sit : bet)(seat.seat) },
      say(wanted), make("span", { class: "unseen" }, ` ${say("seat.number", { seat: seat.seat })}`));
    node.append(button);
  }
}

/* On a phone the positions are a strip; it moves to the viewer's own when they sit down. */
/** @param {any} felt @param {number | null} seat */
function showOwn(felt, seat) {
  if (felt.dataset.own === String(seat)) return;
  felt.dataset.own = seat;
  const strip = felt.querySelector(".seats");
  const own = seat && strip.children[seat - 1];
  if (own) strip.scrollLeft = own.offsetLeft - (strip.clientWidth - own.clientWidth) / 2;
}

/** Brings the felt up to date. @param {any} felt @param {State} state */
export function showFelt(felt, state) {
  const { view, layout } = state;
  layCards(felt.querySelector(".community .cards"), view.community);
  layCards(felt.querySelector(".dealer .cards"), view.dealer);
  felt.querySelector(".dealer").hidden = !layout.dealer_cards;
  felt.querySelector(".community").hidden = !layout.community_cards;
  write(felt.querySelector(".dealer .words"), view.dealer_words ? say("felt.dealer_has", { words: view.dealer_words }) : "");
  const magic = felt.querySelector(".magic");
  magic.hidden = !view.magic_card;
  layCards(magic.querySelector(".cards"), view.magic_card ? [view.magic_card] : [], true);
  write(magic.querySelector(".name"), layout.payments.magic_card ?? "");
  keep(felt.querySelector(".seats"), view.seats, (seat) => seat.seat,
    (seat) => newSeat(seat, layout), (node, seat) => updateSeat(node, seat, state));
  mark(felt, "data-stage", view.stage);
  showOwn(felt, view.you.seat);
}
