/* From clicks on circles to wagers on the layout. Clicks are gathered for a moment and then sent as
   few requests: what is wanted stands at once, drawn faintly, and firm once it is registered. */

/** @import { LayoutView, MistakeReply, RefusedReply, TableReply, TableView } from "./types.d.ts" */
/** @import { Asked } from "./feed.js" */

import { amount, cents } from "./money.js";

const MOMENT = 450;

export class Wagering {
  /** @type {Map<number, Map<string, number>>} */
  #wanted = new Map();
  #timer = 0;
  #busy = false;

  /** `state()` gives layout and view; `ask` sends; `seen` waits for a view that is at least so new;
      `changed` redraws; `refused` tells.
      @param {object} page
      @param {() => {layout: LayoutView, view: TableView}} page.state
      @param {(request: Asked) => Promise<TableReply>} page.ask
      @param {(version: number) => Promise<void>} page.seen
      @param {() => void} page.changed
      @param {(answer: RefusedReply | MistakeReply) => void} page.refused */
  constructor({ state, ask, seen, changed, refused }) {
    this.state = state;
    this.ask = ask;
    this.seen = seen;
    this.changed = changed;
    this.refused = refused;
  }

  /** What of a wager is the viewer's own and registered, in cents. @param {number} seat @param {string} wager */
  placed(seat, wager) {
    const { view } = this.state();
    const at = view.seats[seat - 1];
    const found = at.wagers.find((one) => one.wager === wager);
    if (!found) return 0;
    if (found.parts.length) return cents(found.parts.find((part) => part.player === view.you.player)?.stake);
    return at.holder === view.you.player && at.holder ? cents(found.stake) : 0;
  }

  /** What the viewer wants on a wager, registered or not. @param {number} seat @param {string} wager */
  stake(seat, wager) {
    return this.#wanted.get(seat)?.get(wager) ?? this.placed(seat, wager);
  }

  /** Whether everything wanted at a seat is registered. @param {number} seat @param {string} wager */
  isFirm(seat, wager) {
    return this.stake(seat, wager) === this.placed(seat, wager);
  }

  /** Least, most and step of a wager now; null where it cannot be changed. What may be changed is
      the server's to say; a wager that needs another waits here until that one is wanted.
      @param {number} seat @param {string} wager */
  bounds(seat, wager) {
    const { layout, view } = this.state();
    if (!view.you.open_wagers[seat]?.includes(wager)) return null;
    const circle = layout.circles.find((one) => one.wager === wager);
    const offer = view.you.may.find((one) => one.do === "place" && one.seat === seat && one.wager === wager);
    if (!offer && !this.placed(seat, wager) && !circle.needs.some((need) => this.stake(seat, need) > 0)) return null;
    const least = cents(offer?.least ?? circle.least) || 100;
    const most = cents(circle.most ?? offer?.most) || least;
    const step = cents(offer?.step ?? circle.step) || 100;
    return { least, most, step, isUnit: wager === "progressive" || least === most };
  }

  /** @param {string} wager */
  #group(wager) {
    const { circles } = this.state().layout;
    const own = circles.find((circle) => circle.wager === wager);
    return own.group ? circles.filter((circle) => circle.group === own.group) : [own];
  }

  /** One more chip on a circle, and on the circles that must equal it. @param {number} seat @param {string} wager @param {number} chip */
  add(seat, wager, chip) {
    const bounds = this.bounds(seat, wager);
    if (!bounds) return;
    const before = this.stake(seat, wager);
    const { least, most, step, isUnit } = bounds;
    let after;
    if (isUnit) after = before + (before ? step : least);
    else after = Math.max(before + Math.max(Math.ceil(chip / step) * step, step), least);
    if (isUnit && least === most && before) after = 0;
    this.#want(seat, wager, Math.min(after, most));
  }

  /** Everything off a circle, and off what cannot stand without it. @param {number} seat @param {string} wager */
  remove(seat, wager) {
    this.#want(seat, wager, 0);
  }

  /** @param {number} seat @param {string} wager @param {number} whole */
  #want(seat, wager, whole) {
    if (!this.#wanted.has(seat)) this.#wanted.set(seat, new Map());
    const wanted = this.#wanted.get(seat);
    const group = this.#group(wager);
    for (const circle of group) wanted.set(circle.wager, whole);
    if (!whole) {
      for (const circle of this.state().layout.circles) {
        const lonely = circle.needs.length && !circle.needs.some((need) => this.stake(seat, need) > 0);
        if (lonely && this.stake(seat, circle.wager)) wanted.set(circle.wager, 0);
      }
    }
    this.#later();
  }

  /** Forgets what is not registered: bets are closed. */
  forget() {
    clearTimeout(this.#timer);
    if (!this.#busy) this.#wanted.clear();
  }

  #later() {
    this.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#register(), MOMENT);
  }

  async #register() {
    if (this.#busy) return this.#later();
    this.#busy = true;
    const work = [...this.#wanted];
    const drawn = new Map(work.map(([seat, wanted]) => [seat, new Map(wanted)]));
    let version = 0;
    for (const [seat, wanted] of work) {
      for (const request of this.#requests(seat, wanted)) {
        const answer = await this.ask(request);
        if (answer.kind !== "done") {
          this.refused(answer);
          break;
        }
        version = answer.version;
      }
    }
    // An answer may be here before the view that shows it, and what is not seen yet is not missing.
    await this.seen(version);
    this.#busy = false;
    for (const [seat, wanted] of drawn) {
      const now = this.#wanted.get(seat);
      const same = now && [...now].every(([wager, whole]) => wanted.get(wager) === whole);
      if (same) this.#wanted.delete(seat);
    }
    if (this.#wanted.size) this.#later();
    this.changed();
    return undefined;
  }

  /** The requests that make what is registered at a seat what is wanted there.
      @param {number} seat @param {Map<string, number>} wanted @returns {Asked[]} */
  #requests(seat, wanted) {
    const { layout, view } = this.state();
    const every = layout.circles.filter((circle) => !circle.follows).map((circle) => ({
      wager: circle.wager, needs: circle.needs.length, now: this.placed(seat, circle.wager),
      then: wanted.get(circle.wager) ?? this.placed(seat, circle.wager),
    }));
    /** @param {{wager: string}} one @param {number} whole @returns {Asked} */
    const place = (one, whole) => ({ do: "place", seat, wager: one.wager, stake: amount(whole) });
    const mayAdd = (/** @type {{wager: string}} */ one) => view.you.may.some((may) => may.do === "place" && may.seat === seat && may.wager === one.wager);
    const mayTake = (/** @type {{wager: string}} */ one) => view.you.may.some((may) => may.do === "take_down" && may.seat === seat && may.wager === one.wager);
    const changed = every.filter((one) => one.then !== one.now);
    const fewer = changed.filter((one) => one.now && (one.then < one.now || !mayAdd(one)));
    if (!fewer.length) return changed.sort((a, b) => a.needs - b.needs).map((one) => place(one, one.then - one.now));
    if (fewer.length === changed.length && fewer.every((one) => !one.then && one.needs && mayTake(one))) {
      return fewer.map((one) => ({ do: "take_down", seat, wager: one.wager }));
    }
    const again = every.filter((one) => one.then).sort((a, b) => a.needs - b.needs);
    return [{ do: "take_down", seat }, ...again.map((one) => place(one, one.then))];
  }
}
