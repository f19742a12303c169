/* Playing cards. <pit-card card="Th"> is the ten of hearts; without a card it lies face down.
   A card that is turned, turns; one that is new, is dealt. */

import { draw, make, mark } from "./dom.js";
import { say } from "./texts.js";

/** @type {Record<string, string>} */
const SUITS = { c: "club", d: "diamond", h: "heart", s: "spade" };
/* Each suit in a box of 100 by 100 around its middle. */
/** @type {Record<string, string>} */
const SHAPES = {
  heart: "M0 46C-12 30-46 8-46-18-46-36-33-46-20-46-10-46-3-40 0-31 3-40 10-46 20-46 33-46 46-36 46-18 46 8 12 30 0 46Z",
  diamond: "M0-50C8-32 22-14 38 0 22 14 8 32 0 50-8 32-22 14-38 0-22-14-8-32 0-50Z",
  spade: "M0-50C10-32 44-14 44 12 44 27 33 36 22 36 13 36 7 32 4 26 5 36 9 44 15 50H-15C-9 44-5 36-4 26-7 32-13 36-22 36-33 36-44 27-44 12-44-14-10-32 0-50Z",
  club: "M0-48C13-48 22-39 22-27 22-20 19-14 14-9 18-11 22-12 26-12 38-12 46-3 46 9 46 21 37 30 26 30 16 30 8 25 4 17 5 32 8 42 15 50H-15C-8 42-5 32-4 17-8 25-16 30-26 30-37 30-46 21-46 9-46-3-38-12-26-12-22-12-18-11-14-9-19-14-22-20-22-27-22-39-13-48 0-48Z",
};
const LEFT = 82;
const RIGHT = 168;
const MIDDLE = 125;
/* Where the pips of each number lie, on a card of 250 by 350. */
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[MIDDLE, 80], [MIDDLE, 270]],
  3: [[MIDDLE, 80], [MIDDLE, 175], [MIDDLE, 270]],
  4: [[LEFT, 80], [RIGHT, 80], [LEFT, 270], [RIGHT, 270]],
  5: [[LEFT, 80], [RIGHT, 80], [MIDDLE, 175], [LEFT, 270], [RIGHT, 270]],
  6: [[LEFT, 80], [RIGHT, 80], [LEFT, 175], [RIGHT, 175], [LEFT, 270], [RIGHT, 270]],
  7: [[LEFT, 80], [RIGHT, 80], [MIDDLE, 127], [LEFT, 175], [RIGHT, 175], [LEFT, 270], [RIGHT, 270]],
  8: [[LEFT, 80], [RIGHT, 80], [MIDDLE, 127], [LEFT, 175], [RIGHT, 175], [MIDDLE, 223], [LEFT, 270], [RIGHT, 270]],
  9: [[LEFT, 75], [RIGHT, 75], [LEFT, 142], [RIGHT, 142], [MIDDLE, 175], [LEFT, 208], [RIGHT, 208], [LEFT, 275], [RIGHT, 275]],
  T: [[LEFT, 75], [RIGHT, 75], [MIDDLE, 108], [LEFT, 142], [RIGHT, 142], [LEFT, 208], [RIGHT, 208], [MIDDLE, 242], [LEFT, 275], [RIGHT, 275]],
};

/** @param {string} name @param {number} x @param {number} y @param {number} size @param {boolean} [turned] */
function suit(name, x, y, size, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return draw("path", { d: SHAPES[name], transform: `translate(${x} ${y}) scale(${size / 100})${turn}` });
}

/** @param {string} rank @param {string} name @param {boolean} turned */
function corner(rank, name, turned) {
  const text = rank === "T" ? "10" : rank;
  return draw("g", { transform: turned ? "rotate(180 125 175)" : null },
    draw("text", { x: 34, y: 60, class: "index", "text-anchor": "middle", "letter-spacing": text === "10" ? -7 : 0 }, text),
    suit(name, 34, 88, 40));
}

/* A court card is drawn once and laid twice, head and foot, as on a real one. */
const GOLD = "#e0ae3e";
const SKIN = "#f7dfc6";
/** @type {Record<string, {hair: string, tone: string, crown: string, extra: string}>} */
const COURT = {
  J: {
    hair: "M98 112V84q0-20 27-20t27 20v28q-10 6-14-4V88h-26v20q-4 10-14 4z", tone: "#a9692f",
    crown: "M96 79q-3-24 27-27 31-1 33 19-14-5-29-2-16 2-31 10zM150 70q16-20 19-27-19 4-26 16z",
    extra: "M118 112q7 4 14 0",
  },
  Q: {
    hair: "M92 138q-6-40 8-60 25-24 50 0 14 20 8 60-10 8-20-2V88h-26v48q-10 10-20 2z", tone: "#8a4b22",
    crown: "M98 74 92 46l14 10 7-17 12 15 12-15 7 17 14-10-6 28q-27-9-54 0z",
    extra: "M119 111q6 5 12 0-6-3-12 0z",
  },
  K: {
    hair: "M95 116V82q0-18 30-18t30 18v34q-6 34-30 34t-30-34zm17-30v18q2 10 13 10t13-10V86z", tone: "#c9c3b4",
    crown: "M95 76V42l14 15 16-20 16 20 14-15v34q-30-9-60 0z",
    extra: "M112 107q6-6 13-1 7-5 13 1-6 5-13 2-7 3-13-2z",
  },
};

/** @param {string} rank @param {string} name */
function court(rank, name) {
  const { hair, tone, crown, extra } = COURT[rank];
  const line = { stroke: "#221a12", "stroke-width": 2.2, "stroke-linejoin": "round" };
  const half = () => [
    draw("path", { d: "M67 175v-22q8-22 36-27l22 14 22-14q28 5 36 27v22z", ...line }),
    draw("path", { d: "M103 126l22 49h-15l-24-45zM147 126l-22 49h15l24-45z", fill: GOLD, ...line }),
    draw("path", { d: "M76 175v-18M90 175v-22M160 175v-22M174 175v-18", stroke: GOLD, "stroke-width": 4 }),
    draw("path", { d: hair, fill: tone, ...line, "fill-rule": "evenodd" }),
    draw("ellipse", { cx: 125, cy: 95, rx: 19, ry: 24, fill: SKIN, ...line }),
    rank === "K" ? draw("path", { d: "M106 100q4 8 19 8t19-8q2 34-19 38-21-4-19-38z", fill: tone, ...line }) : null,
    draw("path", { d: extra, fill: rank === "K" ? "#8f8878" : "#b5262f", stroke: "#7a1c20", "stroke-width": 1.5 }),
    draw("path", { d: "M113 88q4-4 8 0M129 88q4-4 8 0M125 92v9l-3 2", fill: "none", stroke: "#221a12", "stroke-width": 2 }),
    draw("path", { d: crown, fill: GOLD, ...line }),
    draw("circle", { cx: 125, cy: 64, r: 4 }), draw("circle", { cx: 108, cy: 67, r: 2.6 }), draw("circle", { cx: 142, cy: 67, r: 2.6 }),
    suit(name, 84, 62, 30),
  ];
  return [
    draw("rect", { x: 66, y: 34, width: 118, height: 282, rx: 8, class: "frame" }),
    draw("g", {}, half()),
    draw("g", { transform: "rotate(180 125 175)" }, half()),
    draw("path", { d: "M67 175h116", stroke: GOLD, "stroke-width": 5 }),
  ];
}

/** @param {string} rank @param {string} name */
function middle(rank, name) {
  if (rank === "A") return [suit(name, MIDDLE, 175, 120)];
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => suit(name, x, y, 50, y > 175));
  return court(rank, name);
}

/** @param {string} kind @param {any[]} parts */
function paper(kind, ...parts) {
  return draw("svg", { viewBox: "0 0 250 350", class: kind, "aria-hidden": "true" },
    draw("rect", { x: 1.5, y: 1.5, width: 247, height: 347, rx: 20, class: "paper" }), ...parts);
}

/** The face of a card; a small one is only index and suit, to be read from across a table.
    @param {string} card @param {boolean} [small] */
function face(card, small = false) {
  const [rank, letter] = card;
  const name = SUITS[letter];
  const parts = small
    ? [draw("text", { x: 125, y: 165, class: "big-index", "text-anchor": "middle", "letter-spacing": rank === "T" ? -16 : 0 }, rank === "T" ? "10" : rank), suit(name, 125, 255, 130)]
    : [corner(rank, name, false), corner(rank, name, true), ...middle(rank, name)];
  return paper(`face ${name}`, ...parts);
}

function back() {
  const lattice = [];
  for (let at = -350; at < 250; at += 25) {
    lattice.push(`M${at} 350 ${at + 350} 0M${at} 0 ${at + 350} 350`);
  }
  return paper("back",
    draw("rect", { x: 14, y: 14, width: 222, height: 322, rx: 12, class: "ground" }),
    draw("svg", { x: 14, y: 14, width: 222, height: 322, viewBox: "14 14 222 322" },
      draw("path", { d: lattice.join(""), class: "lattice" })),
    draw("circle", { cx: 125, cy: 175, r: 46, class: "seal" }), suit("spade", 125, 172, 46));
}

/** "ten of hearts". @param {string | null} card */
export function spoken(card) {
  return card ? say("cards.name", { rank: say(`cards.ranks.${card[0]}`), suit: say(`cards.suits.${card[1]}`) })
    : say("cards.down");
}

class PitCard extends HTMLElement {
  static observedAttributes = ["card"];

  connectedCallback() {
    this.setAttribute("role", "img");
    if (!this.firstChild) this.#lay();
  }

  /** @param {string} _ @param {string | null} before @param {string | null} now */
  attributeChangedCallback(_, before, now) {
    if (!this.isConnected || before === now) return;
    if (now && !before) this.classList.add("turning");
    this.#lay();
  }

  #lay() {
    const card = this.getAttribute("card");
    const inner = make("span", { class: "inner" }, back());
    if (card) inner.append(face(card, this.hasAttribute("small")));
    this.replaceChildren(inner);
    mark(this, "aria-label", spoken(card));
  }
}
customElements.define("pit-card", PitCard);

/** Makes the children of `parent` these cards, of which some may be null.
    @param {any} parent @param {(string | null)[]} cards @param {boolean} [small] */
export function layCards(parent, cards, small = false) {
  while (parent.children.length > cards.length) parent.lastElementChild.remove();
  cards.forEach((card, index) => {
    const laid = parent.children[index];
    // A card face up cannot go down again: that is another card.
    if (laid && laid.hasAttribute("card") && laid.getAttribute("card") !== card) {
      laid.replaceWith(fresh(card, small, index));
    } else if (laid) mark(laid, "card", card);
    else parent.append(fresh(card, small, index));
  });
}

/** @param {string | null} card @param {boolean} small @param {number} index */
function fresh(card, small, index) {
  const made = make("pit-card", { card, small, class: "dealt" });
  made.style.setProperty("--n", index);
  return made;
}
