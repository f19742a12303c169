/* The one line to the server. What is asked carries an id, so that after a lost line it is sent
   again and done once; what is watched is watched again, and comes whole. */

/** @import { FromBrowser, TableReply, TableRequest, ToBrowser, WatchRequest } from "./types.d.ts" */

/** A request to a table, before its id and the table's name are added.
    @typedef {TableRequest extends infer R ? R extends unknown ? Omit<R, "id" | "table"> : never : never} Asked */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 2500;
const SILENCE = 25000;

export class Feed extends EventTarget {
  /** @type {WebSocket} */
  #socket = null;
  /** @type {WatchRequest[]} */
  #watched = [];
  /** @type {Map<string, {asked: FromBrowser, resolve: (reply: TableReply) => void}>} */
  #asked = new Map();
  #wait = FIRST_WAIT;
  #heard = 0;

  constructor() {
    super();
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
    setInterval(() => this.#listen(), 10000);
    this.#connect();
  }

  /** Begins to receive a table, the lobby or a sign. @param {WatchRequest["what"]} what @param {string} [name] */
  watch(what, name = "") {
    this.#watched.push({ do: "watch", what, name });
    this.#send(this.#watched.at(-1));
  }

  /** Asks something of a table; the answer is `done`, `refused` or `mistake`.
      @param {Asked & {table: string}} message @returns {Promise<TableReply>} */
  ask(message) {
    const asked = /** @type {TableRequest} */ ({ ...message, id: crypto.randomUUID?.() ?? unlikely() });
    return new Promise((resolve) => {
      this.#asked.set(asked.id, { asked, resolve });
      this.#send(asked);
    });
  }

  /** Calls back with every message of a kind; `line` says that the connection is open or lost.
      @template {ToBrowser["kind"] | "line"} K
      @param {K} kind
      @param {(message: K extends "line" ? "open" | "lost" : Extract<ToBrowser, {kind: K}>) => void} callback */
  on(kind, callback) {
    this.addEventListener(kind, (event) => callback(/** @type {CustomEvent} */ (event).detail));
  }

  #connect() {
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#heard = performance.now();
      this.#tell("line", "open");
      for (const message of this.#watched) this.#send(message);
      for (const { asked } of this.#asked.values()) this.#send(asked);
    };
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      /** @type {ToBrowser} */
      const message = JSON.parse(event.data);
      if (message.kind === "done" || message.kind === "refused" || message.kind === "mistake") {
        this.#asked.get(message.id)?.resolve(message);
        this.#asked.delete(message.id);
      }
      this.#tell(message.kind, message);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#tell("line", "lost");
      const wait = this.#wait * (0.75 + Math.random() / 2);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
      setTimeout(() => socket === this.#socket && this.#connect(), wait);
    };
  }

  #hurry() {
    if (this.#socket.readyState > WebSocket.OPEN) this.#connect();
  }

  #listen() {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    // A line may be dead without either end having been told.
    if (performance.now() - this.#heard > SILENCE) this.#socket.close();
    else this.#send({ do: "ping" });
  }

  /** @param {FromBrowser} message */
  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {string} kind @param {unknown} detail */
  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

function unlikely() {
  // Pages served over plain HTTP to another machine have no randomUUID.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
