/* A wager on the best hand of the whole table: what it pays for so many hands, and whose hand is the
   best of those turned over so far. */

/** @import { ColumnRow, TableView } from "./types.d.ts" */

import { keep, make, write } from "./dom.js";
import { say } from "./texts.js";

/** @param {ColumnRow} one */
function row(one) {
  return make("div", { class: "pair" }, make("dt", {}, one.hand), make("dd", {}, one.pays));
}

/** Brings it up to date; there is nothing of it at tables without such a wager.
    @param {any} node @param {TableView} view */
export function showTracker(node, { columns, left_exposed: best, lines }) {
  node.hidden = !columns.length;
  if (!columns.length) return;
  const [column] = columns;
  const settled = lines.some((line) => line.wager === column.wager);
  write(node.querySelector("h2"), say("tracker.title", { title: column.title }));
  const replaced = best?.replaces ? ` ${say("tracker.replaces", { seat: best.replaces })}` : "";
  const words = best ? `${say("tracker.best", { seat: best.seat, hand: best.hand })}${replaced} ${say("paid.clause", { clauses: best.clause })}` : say(settled ? "tracker.settled" : "tracker.none");
  write(node.querySelector(".best-hand"), words);
  write(node.querySelector("summary"), say("tracker.pays", { hands: column.hands, clause: column.clause }));
  keep(node.querySelector("dl"), column.rows, (one) => `${column.hands} ${one.hand}`, row);
}
