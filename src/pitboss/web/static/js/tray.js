/* The viewer's chips: choose one with pointer or arrow keys, press a circle or drag it there. */

/** @import { LayoutView } from "./types.d.ts" */
/** @import { State } from "./table.js" */

import { DENOMINATIONS, chip } from "./chip.js";
import { make, mark, write } from "./dom.js";
import { cents, money } from "./money.js";
import { say } from "./texts.js";

const FAR = 6;

/** Five denominations that suit a table's limits, in cents. @param {LayoutView} layout */
function suited(layout) {
  const sizes = layout.circles.filter((circle) => circle.least && !circle.follows && circle.least !== circle.most && circle.wager !== "progressive");
  const least = Math.min(...sizes.map((circle) => cents(circle.least)), 1e9);
  const most = Math.max(...sizes.map((circle) => cents(circle.most)), 0);
  const step = Math.min(...sizes.map((circle) => cents(circle.step) || 100), 1e9);
  const fit = DENOMINATIONS.filter((whole) => whole * 2 >= least && whole <= most && whole % step === 0);
  return (fit.length ? fit : DENOMINATIONS.slice(0, 3)).slice(0, 5);
}

export class Tray {
  /** @param {any} node @param {LayoutView} layout
      @param {{drop: (seat: number, wager: string, chip: number) => void, changed: () => void}} on */
  constructor(node, layout, { drop, changed }) {
    this.node = node;
    this.drop = drop;
    const chips = suited(layout);
    this.chip = chips[0];
    node.querySelector(".chips").replaceChildren(...chips.map((whole, index) => {
      const radio = make("input", { type: "radio", name: "chip", value: whole, checked: index === 0, "aria-label": say("tray.chip", { amount: money(whole) }) });
      radio.addEventListener("change", () => {
        this.chip = whole;
        changed();
      });
      const label = make("label", { title: money(whole) }, radio, chip(whole));
      label.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#lift(event, whole, radio));
      return label;
    }));
  }

  /** Chooses the nth chip, for the number keys. @param {number} index */
  choose(index) {
    const radio = this.node.querySelectorAll("input[type=radio]")[index];
    radio?.click();
  }

  /** @param {State} state */
  show({ view }) {
    const may = (/** @type {string} */ what) => view.you.may.some((one) => one.do === what);
    this.node.querySelector("[data-do=repeat]").disabled = !may("repeat");
    this.node.querySelector("[data-do=clear]").disabled = !may("take_down");
    write(this.node.querySelector(".balance b"), money(view.you.balance ?? "0.00"));
    const held = cents(view.you.held ?? "0.00");
    write(this.node.querySelector(".held"), held ? say("tray.held", { amount: money(view.you.held) }) : "");
    const idle = ["betting", "waiting", "settled", "void"].includes(view.stage);
    mark(this.node, "hidden", view.you.seat && idle ? null : true);
  }

  /** @param {PointerEvent} event @param {number} whole @param {HTMLInputElement} radio */
  #lift(event, whole, radio) {
    const from = [event.clientX, event.clientY];
    /** @type {HTMLElement} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ at) => {
      if (!ghost && Math.hypot(at.clientX - from[0], at.clientY - from[1]) > FAR) {
        radio.click();
        ghost = make("div", { class: "lifted" }, chip(whole));
        document.body.append(ghost);
      }
      if (!ghost) return;
      ghost.style.left = `${at.clientX}px`;
      ghost.style.top = `${at.clientY}px`;
      for (const press of document.querySelectorAll(".press.under")) press.classList.remove("under");
      this.#under(at)?.classList.add("under");
    };
    const end = (/** @type {PointerEvent} */ at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      const press = at.type === "pointerup" ? this.#under(at) : null;
      press?.classList.remove("under");
      if (press) this.drop(Number(press.dataset.seat), press.dataset.wager, whole);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} at @returns {any} */
  #under(at) {
    /** @type {HTMLButtonElement} */
    const press = document.elementFromPoint(at.clientX, at.clientY)?.closest(".press");
    return press && !press.disabled ? press : null;
  }
}
