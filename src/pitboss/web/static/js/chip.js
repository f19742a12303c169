/* Chips: one from above for the tray, and stacks from the side for what lies on the layout. */

import { draw } from "./dom.js";
import { money } from "./money.js";

/* Dollars, colour of the body, of the edge spots and of the print. */
/** @type {[number, string, string, string][]} */
const KINDS = [
  [1, "#e9e4d6", "#3e6fb0", "#22303f"],
  [5, "#c0282d", "#f5ead2", "#ffffff"],
  [25, "#1c7f4b", "#f5ead2", "#ffffff"],
  [100, "#23272b", "#e8c36a", "#ffffff"],
  [500, "#6b3fa0", "#f2dcff", "#ffffff"],
  [1000, "#e0a526", "#5a2b0c", "#2a1504"],
  [5000, "#8a4b2a", "#ffd9a8", "#ffffff"],
  [25000, "#2a8fa8", "#ffffff", "#04222a"],
];
export const DENOMINATIONS = KINDS.map(([dollars]) => dollars * 100);
const MOST_DRAWN = 8;

/** @param {number} whole */
function kind(whole) {
  return KINDS.findLast(([dollars]) => dollars * 100 <= whole) ?? KINDS[0];
}

/** @param {number} whole */
function short(whole) {
  const dollars = whole / 100;
  return dollars >= 1000 ? `${dollars / 1000}K` : String(dollars);
}

/** One chip seen from above. @param {number} whole */
export function chip(whole) {
  const [, body, spot, print] = kind(whole);
  const spots = [0, 60, 120, 180, 240, 300].map((turn) =>
    draw("path", { d: "M-9-49A50 50 0 0 1 9-49L7-36A37 37 0 0 0-7-36Z", fill: spot, transform: `rotate(${turn})` }));
  return draw("svg", { viewBox: "-54 -54 108 108", class: "chip", "aria-hidden": "true" },
    draw("circle", { r: 50, fill: body, stroke: "#0007", "stroke-width": 2 }), ...spots,
    draw("circle", { r: 35, fill: "none", stroke: spot, "stroke-width": 2, "stroke-dasharray": "4 5", opacity: 0.8 }),
    draw("circle", { r: 30, fill: body, stroke: "#0003", "stroke-width": 2 }),
    draw("text", { y: 9, "text-anchor": "middle", class: "print", fill: print, "font-size": whole >= 100000 ? 23 : 27 }, short(whole)));
}

/** The fewest chips that come to an amount, the largest first. @param {number} whole */
function chipsFor(whole) {
  const chips = [];
  let left = whole;
  for (const value of DENOMINATIONS.toReversed()) {
    while (left >= value && chips.length < 40) {
      chips.push(value);
      left -= value;
    }
  }
  return chips;
}

/** An amount as a stack of chips seen from the side, the largest at the bottom. @param {number} whole */
export function stack(whole) {
  const chips = chipsFor(whole).slice(0, MOST_DRAWN);
  const height = 34 + chips.length * 9;
  const drawn = chips.map((value, level) => {
    const [, body, spot, print] = kind(value);
    const y = height - 18 - level * 9;
    const top = level === chips.length - 1;
    return draw("g", { transform: `translate(40 ${y})` },
      draw("path", { d: "M-34 0v8a34 13 0 0 0 68 0v-8z", fill: body, stroke: "#0006", "stroke-width": 1 }),
      draw("path", { d: "M-24 9.4v8l10 3v-8zM14 12.4v8l10-3v-8zM-5 13.4v8h10v-8z", fill: spot }),
      draw("ellipse", { rx: 34, ry: 13, fill: body, stroke: "#fff5", "stroke-width": 1 }),
      draw("ellipse", { rx: 22, ry: 8, fill: "none", stroke: spot, "stroke-width": 1.5, "stroke-dasharray": "5 4" }),
      top ? draw("text", { y: 4.2, "text-anchor": "middle", class: "print", fill: print, "font-size": 12 }, short(value)) : null);
  });
  return draw("svg", { viewBox: `0 0 80 ${height}`, class: "stack", "aria-hidden": "true", "data-amount": money(whole) }, ...drawn);
}
