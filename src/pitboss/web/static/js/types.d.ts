/* Generated from web/messages.py by `python -m tools.browser_types`. */

/** Money as text, "25.00"; an amount that may be below nothing begins with "-". */
export type Amount = string;

/** First on every connection: who is signed in. */
export interface Welcome {
  kind: "welcome";
  /** The name others see; None for a viewer who has not signed in. */
  player: string | null;
  is_guest: boolean;
  staff: string | null;
  purse: Amount | null;
  now: string;
}

/** Why the table stands still, in words. */
export interface HaltView {
  kind: string;
  title: string;
  clause: string;
  awaits: string[];
  text: string;
}

/** One player's part of a wager on a shared area. */
export interface WagerPart {
  player: string;
  stake: Amount;
}

/** Money on a circle. Withdrawn wagers stay listed; the seat's decisions mark them. */
export interface PlacedWager {
  wager: string;
  stake: Amount;
  /** Empty unless several players funded it. */
  parts: WagerPart[];
}

/** One position of the layout. `player` is None where it is free. */
export interface PositionView {
  seat: number;
  player: string | null;
  is_you: boolean;
  is_absent: boolean;
  /** Who wagers here in this round: with several hands or blind bets not who sits here. */
  holder: string | null;
  cards: (string | null)[];
  /** What the cards make as far as the viewer sees them; empty if they do not. */
  words: string;
  wagers: PlacedWager[];
  decisions: Record<string, string>;
  /** Whether it is this seat's turn to decide. */
  is_asked: boolean;
  is_folded: boolean;
  /** The clause by which the hand is out of the round. */
  is_removed: string | null;
  is_shown: boolean;
}

/** One hand of a column, and what it pays as printed. */
export interface ColumnRow {
  hand: string;
  pays: string;
}

/** The paytable of a wager for the number of hands in this round. */
export interface ColumnView {
  wager: string;
  title: string;
  hands: number;
  clause: string;
  rows: ColumnRow[];
}

/** The best hand met so far, which stays exposed while the others are turned over. */
export interface BestHand {
  wager: string;
  title: string;
  seat: number;
  /** In words. */
  hand: string;
  /** The seat whose hand it took the place of just now. */
  replaces: number | null;
  clause: string;
}

/** One player's part of a line. */
export interface LinePart {
  player: string;
  stake: Amount;
  winnings: Amount;
  returned: Amount;
}

/** One wager, or one payment that is no wager, settled: what, how much, and why. */
export interface LineView {
  seat: number;
  player: string;
  is_you: boolean;
  wager: string;
  title: string;
  stake: Amount;
  outcome: "win" | "lose" | "stand_off" | "withdrawn" | "returned" | "void";
  /** As printed: "7 to 1". */
  pays: string | null;
  winnings: Amount;
  returned: Amount;
  /** Whose hand brought it, for an envy payment. */
  from_seat: number | null;
  parts: LinePart[];
  clauses: string[];
  interpretations: string[];
  /** One sentence that explains it. */
  text: string;
  /** What the clauses say, in short. */
  why: string;
}

/** Why the viewer may neither decide nor wager at this table, and who may readmit them. */
export interface Exclusion {
  /** Otherwise their action was stopped. */
  is_barred: boolean;
  clause: string;
  /** A role. */
  readmits: string;
}

/** One thing the player may ask for now: `do` is the request that asks for it. */
export interface Offer {
  do: "place" | "take_down" | "repeat" | "choose" | "view_hand" | "decline" | "take_seat" | "leave_seat" | "return" | "buy_in" | "cash_out" | "answer";
  seat: number | null;
  wager: string | null;
  /** For `choose` and `answer`. */
  choice: string | null;
  decision: string | null;
  least: Amount | null;
  /** At most what the player can pay. Below `least` the wager is permitted but not payable. */
  most: Amount | null;
  step: Amount | null;
  /** For `choose`: what the answer puts on the layout. */
  costs: Amount | null;
  clause: string;
}

/** What concerns the viewer alone; for the public, all of it empty. */
export interface OwnView {
  player: string | null;
  /** Where the viewer sits. */
  seat: number | null;
  /** What the viewer holds at this table. */
  balance: Amount | null;
  /** What of it is free for new wagers. */
  spare: Amount | null;
  /** Prizes held for verification until their claims are paid (I-14): no part of the balance. */
  held: Amount | null;
  staked: Amount | null;
  /** Of the round, once it is settled. */
  net: Amount | null;
  is_your_turn: boolean;
  kept_out: Exclusion | null;
  may: Offer[];
  /** While bets are open: the wagers that the viewer may place or change, by seat. */
  open_wagers: Record<number, string[]>;
  /** What the viewer's screen added to the deck of this round (I-115). */
  contributed: string | null;
}

/** A table as one viewer may see it, whole. A later version replaces an earlier one. */
export interface TableView {
  table: string;
  version: number;
  /** The number of the present or, while waiting, the latest round; its result stays (U3). */
  round: number;
  gaming_day: string;
  stage: "closed" | "waiting" | "betting" | "dealing" | "deciding" | "turning" | "showing" | "settling" | "settled" | "void" | "halted";
  /** Which question is being asked, in stage `deciding`. */
  decision: string | null;
  /** The seat it is put to. */
  asked: number | null;
  /** When bets close or a decision is prompted for, if a clock runs; compare with `now`. */
  deadline: string | null;
  now: string;
  halt: HaltView | null;
  /** Why the table takes no progressive wagers at present; empty while it does. */
  link_lost: string;
  /** Every position, in order. */
  seats: PositionView[];
  community: (string | null)[];
  dealer: (string | null)[];
  dealer_words: string;
  /** Odds that go by the number of hands, once that is known. */
  columns: ColumnView[];
  left_exposed: BestHand | null;
  burned: number;
  magic_card: string | null;
  lucky_seat: number | null;
  lines: LineView[];
  /** Binds the system to the deck of this round before bets open; opened afterwards. */
  commitment: string;
  you: OwnView;
}

/** A watched table. */
export interface TableMessage {
  kind: "table";
  view: TableView;
}

/** One wager circle of the layout. */
export interface Circle {
  wager: string;
  /** The rulebook's own words. */
  title: string;
  clause: string;
  /** Wagers of one group are placed together and equal. */
  group: string | null;
  required: boolean;
  /** Whether a hand begins with it; every other wager needs one of these. */
  is_opening: boolean;
  /** At least one of these must stand beside it. */
  needs: string[];
  /** Placed by a decision, from `least_times` to `most_times` the wager it follows. */
  follows: string | null;
  least_times: number;
  most_times: number;
  decision: string | null;
  least: Amount | null;
  most: Amount | null;
  /** Stakes are whole multiples of this; None where a decision says how much. */
  step: Amount | null;
}

/** One decision that hands are asked for. */
export interface QuestionView {
  decision: string;
  title: string;
  /** What the player is asked, in words. */
  asks: string;
  clause: string;
  choices: string[];
}

/** What stays the same about a table while it is open. */
export interface LayoutView {
  table: string;
  title: string;
  rulebook: string;
  edition: string;
  game: string;
  currency: string;
  mode: "electronic" | "live";
  /** Play money. */
  is_practice: boolean;
  positions: number;
  hand_cards: number;
  community_cards: number;
  dealer_cards: number;
  hands_per_player: string;
  link: string | null;
  /** The least that a hand can begin with. */
  opening: Amount;
  circles: Circle[];
  decisions: QuestionView[];
  /** Titles of payments that are no wagers: envy, magic_card, lucky_player. */
  payments: Record<string, string>;
  /** Whether the screens of seated players add to the decks (I-115). */
  contributes: boolean;
}

/** Before the first `table` of a watched table, and when what it offers has changed. */
export interface LayoutMessage {
  kind: "layout";
  layout: LayoutView;
}

/** What a wager gives back of each dollar staked, at the present meters. */
export interface WagerReturn {
  wager: string;
  title: string;
  /** As "96.51"; None while it is being worked out, and where it is not known. */
  percent: string | null;
  edge: string | null;
  /** Whether it moves with a meter. */
  at_meter: boolean;
  /** Whether the game's odds can be worked out here at all. */
  is_known: boolean;
}

/** A table as the lobby shows it. */
export interface TableCard {
  table: string;
  title: string;
  rulebook: string;
  game: string;
  currency: string;
  is_open: boolean;
  is_practice: boolean;
  stage: "closed" | "waiting" | "betting" | "dealing" | "deciding" | "turning" | "showing" | "settling" | "settled" | "void" | "halted";
  round: number;
  positions: number;
  /** The seats that are free. */
  free: number[];
  /** Least and most, by the wager's title or its group's; None where there is no most. */
  limits: Record<string, [Amount, Amount | null]>;
  link: string | null;
  returns: WagerReturn[];
  /** Whether something keeps it from going on that is no player's to wait for; staff see why. */
  is_still: boolean;
}

/** One level of a link. */
export interface LevelView {
  level: string;
  title: string;
  /** What its meter shows. */
  amount: Amount;
  /** What it starts again from. */
  reset: Amount;
  /** How far it goes, where the house set a limit: that must be posted (P10). */
  limit: Amount | null;
  hits: number;
}

/** One winner of a claim that is not paid yet (P17, P22): the player is not named. */
export interface ClaimView {
  claim: number;
  table: string;
  seat: number;
  level: string;
  hand: string;
  /** The hand in words. */
  words: string;
  amount: Amount;
  at: string;
  is_verified: boolean;
}

/** One prize that was verified. */
export interface HitView {
  claim: number;
  table: string;
  seat: number;
  level: string;
  hand: string;
  /** The hand in words. */
  words: string;
  amount: Amount;
  at: string;
  /** Verified is won; paid is once its slip is written. */
  is_paid: boolean;
}

/** A link as every display shows it; a link that takes no wagers says why (P8, P32). */
export interface LinkView {
  link: string;
  title: string;
  currency: string;
  is_running: boolean;
  /** Why it takes no wagers at present; empty while it does. */
  fault: string;
  /** The role whose holder sees the winning cards before a prize is paid. */
  verifies: string;
  /** The rule by which a prize waits for that. */
  clause: string;
  /** The level that pays awards which are no percentage, if one does (I-05). */
  fixed_from: string | null;
  levels: LevelView[];
  claims: ClaimView[];
  /** The latest first. */
  hits: HitView[];
}

/** The lobby: every open table, and the meters of their links. */
export interface LobbyMessage {
  kind: "lobby";
  version: number;
  tables: TableCard[];
  meters: LinkView[];
}

/** A link's meters: for a watched sign, and for watched tables on that link. */
export interface MetersMessage {
  kind: "meters";
  meters: LinkView;
}

/** The viewer's own money away from the tables, whenever it changed. */
export interface PurseMessage {
  kind: "purse";
  purse: Amount;
}

/** The request was carried out; the view that shows it comes beside. */
export interface DoneReply {
  kind: "done";
  id: string;
  /** Whether the same request had been carried out before. */
  is_repeat: boolean;
  /** Of the table with it; a view of this version or a later one shows it. */
  version: number;
}

/** The request is against a rule: which one, and what to do instead. */
export interface RefusedReply {
  kind: "refused";
  id: string;
  problem: string;
  clause: string;
  remedy: string;
}

/** A message that could not be read, or about something that is not there. */
export interface MistakeReply {
  kind: "mistake";
  id: string | null;
  problem: string;
  remedy: string;
}

/** Answers `ping`. */
export interface Pong {
  kind: "pong";
  now: string;
}

/** Begin to receive a table, the lobby or a sign; the present state comes at once. */
export interface WatchRequest {
  do: "watch";
  what: "table" | "lobby" | "sign";
  /** The table's or the link's; empty for the lobby. */
  name?: string;
}

/** Stop receiving it. */
export interface UnwatchRequest {
  do: "unwatch";
  what: "table" | "lobby" | "sign";
  name?: string;
}

/** Answered with `pong`, for telling a slow line from a dead one. */
export interface PingRequest {
  do: "ping";
}

/** Put money on a wager of a seat. */
export interface PlaceRequest {
  id: string;
  table: string;
  do: "place";
  seat: number;
  wager: string;
  stake: string;
}

/** Take a wager back before bets close; without a wager, everything on the seat. */
export interface TakeDownRequest {
  id: string;
  table: string;
  do: "take_down";
  seat: number;
  wager?: string | null;
}

/** Place the wagers of the player's last round again, as far as they may be placed now. */
export interface RepeatRequest {
  id: string;
  table: string;
  do: "repeat";
}

/** Answer the question put to the player's hand. */
export interface ChooseRequest {
  id: string;
  table: string;
  do: "choose";
  seat: number;
  choice: string;
}

/** Of several hands, look at this one. */
export interface ViewHandRequest {
  id: string;
  table: string;
  do: "view_hand";
  seat: number;
}

/** Do not let the hand be compared. */
export interface DeclineRequest {
  id: string;
  table: string;
  do: "decline";
  seat: number;
}

/** Sit down at a free position. */
export interface TakeSeatRequest {
  id: string;
  table: string;
  do: "take_seat";
  seat: number;
}

/** Get up. */
export interface LeaveSeatRequest {
  id: string;
  table: string;
  do: "leave_seat";
}

/** The player is back after being found absent. */
export interface ReturnRequest {
  id: string;
  table: string;
  do: "return";
}

/** Bring money from the purse to the table. */
export interface BuyInRequest {
  id: string;
  table: string;
  do: "buy_in";
  amount: string;
}

/** Take money from the table back to the purse. */
export interface CashOutRequest {
  id: string;
  table: string;
  do: "cash_out";
  amount: string;
}

/** Add bytes that the browser drew to the deck of this round, before bets close (I-115). */
export interface ContributeRequest {
  id: string;
  table: string;
  do: "contribute";
  value: string;
}

/** Where a rule leaves it to the players: take all wagers back, or stay. */
export interface AnswerRequest {
  id: string;
  table: string;
  do: "answer";
  answer: "withdraw" | "stay";
}

/** A round that is over, as the viewer may recall it. */
export interface PastRound {
  table: string;
  round: number;
  gaming_day: string;
  ended: string;
  title: string;
  seats: PositionView[];
  community: (string | null)[];
  dealer: (string | null)[];
  dealer_words: string;
  magic_card: string | null;
  lucky_seat: number | null;
  void: string | null;
  lines: LineView[];
  your_net: Amount | null;
  /** Opened after the round: with what players added the deck can be rebuilt from it. */
  deck_seed: string | null;
  /** What bound the house to that seed before bets were called for. */
  commitment: string;
  /** What players added to the deck, in the order of their seats (I-115). */
  contributions: string[];
}

/** Best play for the player's own hand: GET /api/table/{table}/advice?seat=N. */
export interface AdviceReply {
  seat: number;
  decision: string;
  best: string;
  /** Each choice in units of the wager, rounded to four places: "-1.0000". */
  worth: Record<string, string>;
}

/** Whether a table can play. One that waits for a player or for staff can. */
export interface TableHealth {
  table: string;
  is_open: boolean;
  /** Whether this process runs it; elsewhere people do, or another process. */
  is_driven: boolean;
  /** When anything last happened there. */
  moved: string;
  problem: string | null;
  remedy: string | null;
}

/** GET /health: 200 where every table can play, 503 where one stands still. */
export interface HealthReply {
  status: "ok" | "degraded";
  tables: TableHealth[];
  now: string;
  /** What is wrong with the record, in plain words; the operator's log says where. */
  record: string[];
}

/** Why something below /api/ was not answered, and what to do instead. */
export interface FaultReply {
  problem: string;
  remedy: string;
}

export type ToBrowser =
  | Welcome
  | TableMessage
  | LayoutMessage
  | LobbyMessage
  | MetersMessage
  | PurseMessage
  | DoneReply
  | RefusedReply
  | MistakeReply
  | Pong;

export type TableReply =
  | DoneReply
  | RefusedReply
  | MistakeReply;

export type FromBrowser =
  | WatchRequest
  | UnwatchRequest
  | PingRequest
  | PlaceRequest
  | TakeDownRequest
  | RepeatRequest
  | ChooseRequest
  | ViewHandRequest
  | DeclineRequest
  | TakeSeatRequest
  | LeaveSeatRequest
  | ReturnRequest
  | BuyInRequest
  | CashOutRequest
  | ContributeRequest
  | AnswerRequest;

export type TableRequest =
  | PlaceRequest
  | TakeDownRequest
  | RepeatRequest
  | ChooseRequest
  | ViewHandRequest
  | DeclineRequest
  | TakeSeatRequest
  | LeaveSeatRequest
  | ReturnRequest
  | BuyInRequest
  | CashOutRequest
  | ContributeRequest
  | AnswerRequest;
