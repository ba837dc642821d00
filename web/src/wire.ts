// Made by scripts/wire_types.py from the types of the server: change those and run it.

export interface AgreeStandIn {
  type: "agree_stand_in";
  seat: number;
}

export interface AskHint {
  type: "ask_hint";
}

export interface ChangeSettings {
  type: "change_settings";
  settings: Settings;
}

export interface Settings {
  starter: "host" | "lot" | "vote";
  text: boolean;
  take_back: boolean;
  memory: boolean;
  spectators: boolean;
  public: boolean;
  turn_seconds: number;
  pace: number;
  stand_in: string;
}

export interface ChooseStarter {
  type: "choose_starter";
  seat: number;
}

export interface Concede {
  type: "concede";
  wish?: boolean;
}

export interface EndTurn {
  type: "end_turn";
}

export interface GiveSignal {
  type: "give_signal";
  kind: SignalKind;
  subject: number | string;
}

export type SignalKind = "keep_off" | "small_steps" | "holds";

export interface Leave {
  type: "leave";
}

export interface NameHost {
  type: "name_host";
  seat: number;
}

export interface OfferStart {
  type: "offer_start";
  eagerness: "gladly" | "if_need_be" | "rather_not";
}

export interface Place {
  type: "place";
  card: number;
  pile: number;
}

export interface PlayTurn {
  type: "play_turn";
  placements: readonly (readonly [card: number, pile: number])[];
}

export interface Ready {
  type: "ready";
  ready?: boolean;
}

export interface Rematch {
  type: "rematch";
  wish?: boolean;
}

export interface Say {
  type: "say";
  text: string;
}

export interface SeatBot {
  type: "seat_bot";
  bot: string;
  seat?: number | null;
  name?: string;
}

export interface StartGame {
  type: "start_game";
}

export interface TakeBack {
  type: "take_back";
}

export interface Unseat {
  type: "unseat";
  seat: number;
}

export interface WithdrawSignals {
  type: "withdraw_signals";
  subject?: number | string | null;
}

export interface BotStumbled {
  type: "bot_stumbled";
  seat: number;
}

export interface CameBack {
  type: "came_back";
  seat: number;
}

export interface CardPlaced {
  type: "card_placed";
  seat: number;
  card: number;
  pile: number;
  top: number;
  move: "help" | "jump" | "step";
  by: number;
  command: CardCommand | null;
}

export type CardCommand = "STOP" | "SKULL" | "THREE" | "SILENCE" | "NO_JUMP" | "ONE_PILE" | "DRAW_ONE";

export interface CardTakenBack {
  type: "card_taken_back";
  seat: number;
  card: number;
  pile: number;
}

export interface ConcessionWished {
  type: "concession_wished";
  seat: number;
  wish: boolean;
}

export interface GameDealt {
  type: "game_dealt";
  number: number;
  commitment: string;
}

export interface GameEnded {
  type: "game_ended";
  outcome: OutcomeView;
}

export interface OutcomeView {
  termination: string;
  score: number;
  winners: readonly number[];
  seat: number;
  rating: Rating;
}

export type Rating = "beaten" | "excellent" | "lost";

export interface GameStarted {
  type: "game_started";
  seat: number;
}

export interface HintTaken {
  type: "hint_taken";
  seat: number;
}

export interface HostNamed {
  type: "host_named";
  seat: number;
}

export interface ReadinessChanged {
  type: "readiness_changed";
  seat: number;
  ready: boolean;
}

export interface RematchWished {
  type: "rematch_wished";
  seat: number;
  wish: boolean;
}

export interface Said {
  type: "said";
  seat: number;
  text: string;
}

export interface SeatFreed {
  type: "seat_freed";
  seat: number;
  name: string;
}

export interface SeatTaken {
  type: "seat_taken";
  seat: number;
  name: string;
  kind: SeatKind;
  bot: string;
}

export type SeatKind = "person" | "program" | "bot";

export interface SettingsChanged {
  type: "settings_changed";
  settings: Settings;
}

export interface SignalGiven {
  type: "signal_given";
  seat: number;
  kind: SignalKind;
  subject: number | string;
}

export interface SignalWithdrawn {
  type: "signal_withdrawn";
  seat: number;
  kind: SignalKind;
  subject: number | string;
}

export interface StandInAgreed {
  type: "stand_in_agreed";
  seat: number;
  absent: number;
}

export interface StandInSeated {
  type: "stand_in_seated";
  seat: number;
  bot: string;
}

export interface StartOffered {
  type: "start_offered";
  seat: number;
  eagerness: "gladly" | "if_need_be" | "rather_not";
}

export interface StarterVoted {
  type: "starter_voted";
  seat: number;
  choice: number;
}

export interface TimeRanOut {
  type: "time_ran_out";
  seat: number;
}

export interface TurnEnded {
  type: "turn_ended";
  seat: number;
  laid: number;
  drawn: number;
  next: number;
}

export interface WentAway {
  type: "went_away";
  seat: number;
}

export interface Do {
  type: "do";
  id: string;
  command: Intent;
  seen: number;
}

export interface Hello {
  type: "hello";
  token?: string;
  seen?: number;
  face?: string;
  changes?: boolean;
  stays?: boolean;
}

export interface Ping {
  type: "ping";
}

export interface Bye {
  type: "bye";
  code: string;
  key: string;
  again: boolean;
}

export interface Change {
  type: "change";
  seq: number;
  since: number;
  happenings?: readonly Happening[];
  table?: Record<string, unknown>;
  play?: Record<string, unknown>;
  own?: Record<string, unknown> | null;
  remaining_ms?: number | null;
}

export interface Done {
  type: "done";
  id: string;
  seq: number;
}

export interface Hint {
  type: "hint";
  seq: number;
  turns: readonly HintedTurn[];
}

export interface HintedTurn {
  placements: readonly Placed[];
  chance: number;
  low: number;
  high: number;
  close: boolean;
  reasons: readonly Reason[];
}

export interface Placed {
  card: number;
  pile: number;
}

export interface Reason {
  kind: string;
  details: Record<string, number | string>;
}

export interface Moved {
  type: "moved";
  owner: string;
}

export interface Pong {
  type: "pong";
}

export interface Presence {
  type: "presence";
  connected: readonly boolean[];
  faces: readonly string[];
  spectators: number;
  thinking: number | null;
  hurried: boolean;
  preparing: readonly number[];
  prepared: number;
}

export interface Refused {
  type: "refused";
  id: string;
  code: string;
  key: string;
  details: Record<string, string | number>;
  rule: string;
}

export interface Resync {
  type: "resync";
  id: string;
  seq: number;
  you: number | null;
  table: TableView;
  own: Own | null;
  happenings: readonly Happening[];
  complete: boolean;
  remaining_ms: number | null;
}

export interface TableView {
  code: string;
  stage: Stage;
  rules: RulesView;
  settings: Settings;
  host: number | null;
  seats: readonly (SeatView | null)[];
  rematching: readonly number[];
  standing_in: readonly Agreement[];
  play: PlayView | null;
}

export type Stage = "gathering" | "dealt" | "playing" | "over";

export interface RulesView {
  game: string;
  players: number;
  hand_size: number;
  lowest: number;
  highest: number;
  team: boolean;
  options: Record<string, string | boolean>;
  layout: string;
  commands: Record<number, CardCommand>;
  marks: Record<number, string>;
}

export interface SeatView {
  name: string;
  kind: SeatKind;
  bot: string;
  ready: boolean;
  away: boolean;
  stand_in: string;
}

export interface Agreement {
  seat: number;
  absent: number;
}

export interface PlayView {
  number: number;
  phase: Phase;
  commitment: string;
  starter: number | null;
  to_move: number;
  turns: number;
  minimum: number;
  piles: readonly PileView[];
  laid: readonly Placed[];
  hand_counts: readonly number[];
  deck_counts: readonly number[];
  signals: readonly SignalView[];
  silenced: boolean;
  duties: readonly Duty[];
  last_turns: readonly LastTurn[];
  votes: readonly Vote[];
  offers: readonly Offer[];
  conceding: readonly number[];
  helped: boolean;
  gone: readonly (readonly number[])[] | null;
  outcome: OutcomeView | null;
  reveal: RevealView | null;
}

export type Phase = "starting" | "playing" | "over";

export interface PileView {
  names: readonly string[];
  ascending: boolean;
  base: number;
  owner: number | null;
  top: number;
  command: CardCommand | null;
  count: number;
  must_cover: boolean;
}

export interface SignalView {
  seat: number;
  kind: SignalKind;
  subject: number | string;
}

export interface Duty {
  name: string;
  count: number;
}

export interface LastTurn {
  seat: number;
  laid: readonly Placed[];
  drawn: number;
  tops: readonly number[];
}

export interface Vote {
  seat: number;
  choice: number;
}

export interface Offer {
  seat: number;
  eagerness: "gladly" | "if_need_be" | "rather_not";
}

export interface RevealView {
  hands: readonly (readonly number[])[];
  decks: readonly (readonly number[])[];
  deal: readonly (readonly number[])[];
  salt: string;
  text: string;
}

export interface Own {
  seat: number;
  hand: readonly number[];
  legal: readonly Legal[];
  may_end: boolean;
  end_refusal: string | null;
  end_breach: boolean;
  may_take_back: boolean;
  doomed: boolean;
  gone: readonly (readonly number[])[] | null;
}

export interface Legal {
  card: number;
  pile: number;
  move: "help" | "jump" | "step";
  by: number;
  dooms?: boolean;
  breach?: string | null;
}

export interface Update {
  type: "update";
  seq: number;
  happenings: readonly Happening[];
  table: TableView;
  own: Own | null;
  remaining_ms: number | null;
}

export interface Welcome {
  type: "welcome";
  seq: number;
  you: number | null;
  table: TableView;
  own: Own | null;
  happenings: readonly Happening[];
  complete: boolean;
  remaining_ms: number | null;
  version: string;
}

export interface BotView {
  name: string;
  offered_by: string;
  level: number;
  ready: boolean;
}

export interface Catalogue {
  games: readonly GameView[];
  usual_game: string;
  bots: readonly BotView[];
  usual_bot: string;
  light_bot: string;
  faces: readonly string[];
  settings: SettingsView;
}

export interface GameView {
  id: string;
  players: readonly number[];
  usual_players: number;
  solo_bots: readonly string[];
  options: readonly OptionView[];
  has_layout: boolean;
  has_lesson: boolean;
  team: boolean;
  lowest: number;
  highest: number;
  command_cards: CommandCards | null;
}

export interface OptionView {
  name: string;
  values: readonly (string | boolean)[];
  rule: string;
  alone: boolean;
}

export interface CommandCards {
  commands: readonly CardCommand[];
  copies: number;
  lowest: number;
  highest: number;
  layouts: readonly string[];
  even: Record<CardCommand, readonly number[]>;
}

export interface SettingsView {
  usual: Settings;
  starters: readonly string[];
  turn_seconds: readonly number[];
  paces: readonly PaceView[];
  switches: readonly SwitchView[];
}

export interface PaceView {
  name: string;
  ms: number;
}

export interface SwitchView {
  name: string;
  alone: boolean;
}

export interface DailyChain {
  start: string;
  days: number;
  anchor: string;
}

export interface DailyDay {
  date: string;
  number: number;
  key: string | null;
  seconds_left: number;
  chain: DailyChain;
  deals: readonly DailyDealView[];
}

export interface DailyDealView {
  game: string;
  players: number;
  team: boolean;
  bots: readonly string[];
  commitment: string;
  figures: DailyFigures;
  lines: readonly DailyLineView[];
}

export interface DailyFigures {
  tried: number;
  over: number;
  won: number;
  hinted: number;
  scores: readonly DailyScore[];
}

export interface DailyScore {
  won: boolean;
  score: number;
  count: number;
}

export interface DailyLineView {
  author: string;
  verdict: string;
  won: boolean;
  score: number;
  shown: boolean;
}

export interface DailySeat {
  code: string;
  seat: number;
  token: string;
  date: string;
  counts: boolean;
}

export interface ExampleView {
  rule: string;
  rules: RulesView;
  piles: readonly PileView[];
  hand: readonly number[];
  legal: readonly Legal[];
}

export interface GameSummary {
  number: number;
  names: readonly string[];
  date: string;
  commitment: string;
  outcome: OutcomeView | null;
}

export interface Health {
  status: string;
  version: string;
  tables_awake: number;
  connections: number;
}

export interface LessonStep {
  key: string;
  command: Intent | null;
  wait: boolean;
}

export interface LessonTable {
  code: string;
  seat: number;
  token: string;
  steps: readonly LessonStep[];
}

export interface NewAgain {
  record: string;
  name: string;
  seat?: number;
}

export interface NewDaily {
  name: string;
  client?: string;
}

export interface NewLesson {
  name: string;
  bot_name?: string;
}

export interface NewSeat {
  name: string;
  kind?: SeatKind;
  seat?: number | null;
}

export interface NewTable {
  game: string;
  name: string;
  players?: number | null;
  options?: Record<string, string | boolean>;
  layout?: string;
  settings?: Partial<Settings>;
  kind?: SeatKind;
  bots?: readonly string[];
  start?: boolean;
}

export interface Problem {
  code: string;
  key: string;
  message: string;
  details: Record<string, string | number>;
}

export interface Proof {
  commitment: string;
  text: string | null;
}

export interface RecordSummary {
  game: string;
  players: number;
  team: boolean;
  names: readonly string[];
  bots: readonly string[];
  date: string;
  outcome: OutcomeView | null;
  record: string;
}

export interface Replay {
  code: string;
  number: number;
  rules: RulesView;
  names: readonly string[];
  frames: readonly ReplayFrame[];
}

export interface ReplayFrame {
  happenings: readonly Happening[];
  play: PlayView;
  hands: readonly (readonly number[])[];
}

export interface Rescue {
  placements: readonly Placed[];
}

export interface Seated {
  code: string;
  seat: number;
  token: string;
}

export interface Share {
  base: string;
}

export interface TableList {
  tables: readonly TableSummary[];
}

export interface TableSummary {
  code: string;
  game: string;
  players: number;
  stage: Stage;
  free_seats: readonly number[];
  names: readonly (string | null)[];
  options: Record<string, string | boolean>;
  spectators_allowed: boolean;
  public: boolean;
}

export interface Look {
  position: string;
  laid?: readonly (readonly [card: number, pile: number])[];
  end?: boolean;
  names?: readonly string[];
}

export interface LookedAt {
  you: number;
  table: TableView;
  own: Own;
  happenings: readonly Happening[];
  refusal: Refused | null;
  finished: boolean;
  hands: readonly (readonly number[] | null)[];
  decks: readonly (readonly number[] | null)[];
}

export interface NextPuzzle {
  game: string;
  rating?: number;
  theme?: Theme | null;
  seen?: readonly number[];
}

export type Theme = "wait" | "gap" | "obey" | "help" | "last";

export interface PlayerRating {
  rating: number;
  deviation: number;
  volatility: number;
}

export interface PuzzleGame {
  game: string;
  count: number;
  themes: readonly PuzzleTheme[];
}

export interface PuzzleTheme {
  id: Theme;
  count: number;
}

export interface PuzzleJudged {
  right: boolean;
  answer: readonly Placed[];
  why: readonly PuzzleSentence[];
  line: readonly PuzzleTurn[];
  refutation: readonly PuzzleTurn[];
  player: PlayerRating | null;
}

export interface PuzzleSentence {
  key: string;
  details: Record<string, number | string>;
}

export interface PuzzleTurn {
  seat: number;
  laid: readonly Placed[];
}

export interface PuzzleList {
  games: readonly PuzzleGame[];
  newcomer: PlayerRating;
}

export interface PuzzleTry {
  laid?: readonly (readonly [card: number, pile: number])[];
  player?: PlayerRating | null;
}

export interface PuzzleView {
  id: string;
  game: string;
  position: string;
  open: boolean;
  themes: readonly Theme[];
  rating: number;
}

export interface Attempt {
  number: number;
  seat: number;
  placements: readonly Placed[];
  chance: Estimate;
  best: Estimate;
  loss: Estimate;
  exact: boolean;
  better: Better | null;
  judgement: Judgement | null;
  reasons: readonly Reason[];
}

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export interface Better {
  placements: readonly Placed[];
  chance: Estimate;
}

export type Judgement = "inaccuracy" | "mistake" | "blunder";

export interface NewAttempt {
  record: string;
  turn: number;
  placements: readonly Placed[];
}

export interface Review {
  game: string;
  players: number;
  names: readonly string[];
  seed: number;
  samples: number;
  calibrated: boolean;
  result: number | null;
  start: Estimate;
  end: number;
  lost: Estimate;
  luck: Estimate;
  hidden: Estimate;
  adjusted: number;
  accuracy: number;
  curve: readonly Moment[];
  turns: readonly ReviewedTurn[];
  costliest: readonly number[];
  seats: readonly PlayerReview[];
  deal: SolvedDeal;
}

export interface Moment {
  turns: number;
  seats: readonly Estimate[];
  table: number;
}

export interface ReviewedTurn {
  number: number;
  seat: number;
  placements: readonly Placed[];
  conceded: boolean;
  best: Estimate;
  played: Estimate;
  drawn: Estimate;
  loss: Estimate;
  luck: Estimate;
  hidden: number;
  exact: boolean;
  better: Better | null;
  judgement: Judgement | null;
  reasons: readonly Reason[];
  position: string;
}

export interface PlayerReview {
  seat: number;
  name: string;
  turns: number;
  lost: Estimate;
  luck: Estimate;
  adjusted: number;
  accuracy: number;
}

export interface SolvedDeal {
  verdict: Verdict;
  cards_left: number;
  line: readonly LineTurn[];
}

export type Verdict = "winnable" | "unwinnable" | "undecided";

export interface LineTurn {
  seat: number;
  placements: readonly Placed[];
}

export interface ReviewUnderWay {
  id: string;
  done: number;
  total: number;
}

export interface SentDeal {
  record: string;
  turns?: readonly (readonly Placed[])[] | null;
}

export interface SentRecord {
  record: string;
}

export type Intent =
  | AgreeStandIn
  | AskHint
  | ChangeSettings
  | ChooseStarter
  | Concede
  | EndTurn
  | GiveSignal
  | Leave
  | NameHost
  | OfferStart
  | Place
  | PlayTurn
  | Ready
  | Rematch
  | Say
  | SeatBot
  | StartGame
  | TakeBack
  | Unseat
  | WithdrawSignals;

export type Happening =
  | BotStumbled
  | CameBack
  | CardPlaced
  | CardTakenBack
  | ConcessionWished
  | GameDealt
  | GameEnded
  | GameStarted
  | HintTaken
  | HostNamed
  | ReadinessChanged
  | RematchWished
  | Said
  | SeatFreed
  | SeatTaken
  | SettingsChanged
  | SignalGiven
  | SignalWithdrawn
  | StandInAgreed
  | StandInSeated
  | StartOffered
  | StarterVoted
  | TimeRanOut
  | TurnEnded
  | WentAway;

export type ClientMessage =
  | Do
  | Hello
  | Ping;

export type ServerMessage =
  | Bye
  | Change
  | Done
  | Hint
  | Moved
  | Pong
  | Presence
  | Refused
  | Resync
  | Update
  | Welcome;
