// Made by `make wasm` from src/tenback/ahead/exports.py: change that and run it.
import type { ArrayAt, Int, RecordAt, Word } from './memory';

export const RULES = {"size": 1320, "fields": {"players": {"at": 0, "kind": "i8", "shape": []}, "hand_size": {"at": 8, "kind": "i8", "shape": []}, "minimum": {"at": 16, "kind": "i8", "shape": []}, "late_minimum": {"at": 24, "kind": "i8", "shape": []}, "clamps": {"at": 32, "kind": "i8", "shape": []}, "one_pile": {"at": 40, "kind": "i8", "shape": []}, "breach_loses": {"at": 48, "kind": "i8", "shape": []}, "starter": {"at": 56, "kind": "i8", "shape": []}, "decks": {"at": 64, "kind": "i8", "shape": []}, "deck_size": {"at": 72, "kind": "i8", "shape": []}, "lowest": {"at": 80, "kind": "i8", "shape": []}, "highest": {"at": 88, "kind": "i8", "shape": []}, "ascending": {"at": 96, "kind": "i8", "shape": [4]}, "bases": {"at": 128, "kind": "i8", "shape": [4]}, "owners": {"at": 160, "kind": "i8", "shape": [4]}, "deck_of": {"at": 192, "kind": "i8", "shape": [5]}, "sides": {"at": 232, "kind": "i8", "shape": [5]}, "own_piles": {"at": 272, "kind": "i8", "shape": []}, "has_rivals": {"at": 280, "kind": "i8", "shape": []}, "has_commands": {"at": 288, "kind": "i8", "shape": []}, "is_plain": {"at": 296, "kind": "i8", "shape": []}, "draws": {"at": 304, "kind": "i8", "shape": []}, "duties": {"at": 312, "kind": "i8", "shape": []}, "causes": {"at": 320, "kind": "i8", "shape": [48]}, "breaches": {"at": 704, "kind": "i8", "shape": [48]}, "command_cards": {"at": 1088, "kind": "u8", "shape": [8, 2]}, "commands": {"at": 1216, "kind": "i1", "shape": [104]}}} as const;

export const STATE = {"size": 496, "fields": {"hands": {"at": 0, "kind": "u8", "shape": [5, 2]}, "gone": {"at": 80, "kind": "u8", "shape": [2, 2]}, "drawn": {"at": 112, "kind": "i8", "shape": [2]}, "deck_end": {"at": 128, "kind": "i8", "shape": [2]}, "hidden": {"at": 144, "kind": "i8", "shape": [5]}, "tops": {"at": 184, "kind": "i8", "shape": [4]}, "phase": {"at": 216, "kind": "i8", "shape": []}, "seat": {"at": 224, "kind": "i8", "shape": []}, "minimum": {"at": 232, "kind": "i8", "shape": []}, "laid": {"at": 240, "kind": "i8", "shape": []}, "facts": {"at": 248, "kind": "i8", "shape": []}, "turns": {"at": 256, "kind": "i8", "shape": []}, "termination": {"at": 264, "kind": "i8", "shape": []}, "score": {"at": 272, "kind": "i8", "shape": []}, "winners": {"at": 280, "kind": "i8", "shape": []}, "outcome_seat": {"at": 288, "kind": "i8", "shape": []}, "decks": {"at": 296, "kind": "i1", "shape": [2, 100]}}} as const;

export const ENTRY = {"size": 40, "fields": {"used": {"at": 0, "kind": "u8", "shape": [2]}, "tops": {"at": 16, "kind": "i2", "shape": [4]}, "facts": {"at": 24, "kind": "i4", "shape": []}, "parent": {"at": 28, "kind": "i4", "shape": []}, "choice": {"at": 32, "kind": "i2", "shape": []}, "count": {"at": 34, "kind": "i2", "shape": []}, "draws": {"at": 36, "kind": "i2", "shape": []}, "wides": {"at": 38, "kind": "i2", "shape": []}}} as const;

export interface TurnLimits {
  max_cards: Int;
  wide_gap: Int;
  max_wide: Int;
  max_advance: Int;
}

export interface TurnBuffer {
  entries: ArrayAt<'V40', 1>;
  turns: ArrayAt<'i8', 1>;
  slots: ArrayAt<'i8', 1>;
  whole_slots: ArrayAt<'i8', 1>;
  marks: ArrayAt<'i8', 1>;
}

export interface Network {
  rows: ArrayAt<'f4', 2>;
  first_bias: ArrayAt<'f4', 1>;
  second: ArrayAt<'f4', 2>;
  second_bias: ArrayAt<'f4', 1>;
  last: ArrayAt<'f4', 1>;
  last_bias: ArrayAt<'f4', 1>;
}

export interface Tables {
  rows: ArrayAt<'i2', 2>;
  second: ArrayAt<'f4', 2>;
  second_bias: ArrayAt<'f4', 1>;
  last: ArrayAt<'f4', 1>;
  last_bias: ArrayAt<'f4', 1>;
  together: ArrayAt<'i8', 1>;
}

export interface Cache {
  bases: ArrayAt<'i4', 2>;
  unlaid: ArrayAt<'u8', 2>;
  ages: ArrayAt<'i8', 1>;
  age: ArrayAt<'i8', 1>;
  layout: ArrayAt<'u8', 2>;
  deck: ArrayAt<'i8', 1>;
  sums: ArrayAt<'i4', 2>;
  stamps: ArrayAt<'i8', 1>;
  mark: ArrayAt<'i8', 1>;
  first: ArrayAt<'i4', 2>;
  second: ArrayAt<'f4', 1>;
  slots: ArrayAt<'i8', 1>;
  counts: ArrayAt<'i8', 1>;
  indices: ArrayAt<'i8', 1>;
}

export interface Desk {
  tables: Tables;
  cache: Cache;
  buffer: TurnBuffer;
  values: ArrayAt<'f4', 1>;
  best: ArrayAt<'f4', 1>;
}

export interface Depth {
  turns: Int;
  playout_deck: Int;
  candidates: Int;
  trust: number;
  spread: Int;
  near: Int;
}

export interface SeatPlan {
  policy: Int;
  weights: ArrayAt<'f8', 1>;
  samples: Int;
  talks: boolean;
  depth: Depth;
}

export interface Candidates {
  chosen: ArrayAt<'i8', 1>;
  values: ArrayAt<'f8', 1>;
  sums: ArrayAt<'f8', 1>;
}

export interface Workspace {
  buffer: TurnBuffer;
  numbers: ArrayAt<'f8', 1>;
  work: ArrayAt<'V496', 1>;
  candidates: Candidates;
  said: ArrayAt<'i8', 1>;
}

export interface Candidates2 {
  chosen: ArrayAt<'i8', 1>;
  values: ArrayAt<'f4', 1>;
  sums: ArrayAt<'f8', 1>;
}

export interface SecondOpinion {
  asked: Int;
  desk: Desk;
  turns: Candidates2;
}

export interface Search {
  desk: Desk;
  second: SecondOpinion;
  ahead: Desk;
  work: ArrayAt<'V496', 1>;
  candidates: Candidates2;
  heard: ArrayAt<'i8', 1>;
  left: ArrayAt<'i8', 2>;
  ends: ArrayAt<'V496', 1>;
  tried: ArrayAt<'i8', 2>;
}

export interface Heard {
  told: ArrayAt<'i8', 2>;
  signals: ArrayAt<'i8', 1>;
}

export interface Beam {
  nodes: ArrayAt<'V152', 2>;
  heaps: ArrayAt<'i8', 2>;
  values: ArrayAt<'f8', 2>;
  sizes: ArrayAt<'i8', 1>;
  paths: ArrayAt<'V24', 1>;
  table: ArrayAt<'u8', 2>;
  marks: ArrayAt<'i8', 1>;
  here: RecordAt<496>;
  there: RecordAt<496>;
  deck_sets: ArrayAt<'u8', 2>;
  total: Int;
}

export interface Exhaustive {
  states: ArrayAt<'V496', 1>;
  turns: ArrayAt<'V40', 1>;
  ends: ArrayAt<'i8', 1>;
  nexts: ArrayAt<'i8', 1>;
  keys: ArrayAt<'u8', 2>;
  table: ArrayAt<'u8', 2>;
  best: ArrayAt<'V40', 1>;
  marks: ArrayAt<'i8', 1>;
  values: ArrayAt<'f8', 1>;
  order: ArrayAt<'i8', 1>;
}

export interface DuelSearch {
  states: ArrayAt<'V496', 1>;
  turns: ArrayAt<'V40', 1>;
  spans: ArrayAt<'i8', 2>;
  bounds: ArrayAt<'i8', 2>;
  keys: ArrayAt<'u8', 2>;
  table_keys: ArrayAt<'u8', 2>;
  table: ArrayAt<'i8', 2>;
  marks: ArrayAt<'i8', 1>;
  values: ArrayAt<'f8', 1>;
  order: ArrayAt<'i8', 1>;
}

export interface Known {
  seen: RecordAt<496>;
  seat: Int;
  heard: Heard;
  stream: Int;
}

export interface Lookahead {
  turns: Int;
  spread: Int;
  slopes: ArrayAt<'f8', 1>;
  offsets: ArrayAt<'f8', 1>;
  shift: number;
}

export interface Tried {
  entries: ArrayAt<'i8', 1>;
  drawn: ArrayAt<'i8', 1>;
  values: ArrayAt<'f8', 2>;
  generator: ArrayAt<'u8', 1>;
}

export interface Kernels {
  deals_deal(rules: RecordAt<1320>, state: RecordAt<496>, seed: Int): void;
  deals_deal_out(rules: RecordAt<1320>, state: RecordAt<496>): void;
  deals_fill_unseen(rules: RecordAt<1320>, state: RecordAt<496>, generator: ArrayAt<'u8', 1>): void;
  deals_start_of_stream(seed: Int, stream: Int): bigint;
  deals_next_below(generator: ArrayAt<'u8', 1>, bound: Int): number;
  steps_start(rules: RecordAt<1320>, state: RecordAt<496>, seat: Int): void;
  steps_begin_turn(rules: RecordAt<1320>, state: RecordAt<496>): void;
  steps_place(rules: RecordAt<1320>, state: RecordAt<496>, card: Int, pile: Int): number;
  steps_end(rules: RecordAt<1320>, state: RecordAt<496>): number;
  steps_fail(rules: RecordAt<1320>, state: RecordAt<496>, termination: Int, seat: Int): void;
  blocked_is_blocked(rules: RecordAt<1320>, state: RecordAt<496>): boolean;
  judging_judge_place(rules: RecordAt<1320>, state: RecordAt<496>, card: Int, pile: Int): number;
  judging_judge_end(rules: RecordAt<1320>, state: RecordAt<496>): number;
  legal_legal_sets(rules: RecordAt<1320>, state: RecordAt<496>, out: ArrayAt<'u8', 2>): number;
  facts_facts_after(rules: RecordAt<1320>, seat: Int, facts: Int, card: Int, pile: Int): number;
  telling_is_silenced(rules: RecordAt<1320>, tops: ArrayAt<'i8', 1>): boolean;
  telling_judge_signal(rules: RecordAt<1320>, state: RecordAt<496>, seat: Int, command: Int): number;
  telling_describe_move(rules: RecordAt<1320>, seat: Int, top: Int, card: Int, pile: Int): [number, number];
  telling_possible_jump(rules: RecordAt<1320>, state: RecordAt<496>, pile: Int): number;
  telling_shown_command(rules: RecordAt<1320>, state: RecordAt<496>, pile: Int): number;
  telling_open_duties(rules: RecordAt<1320>, state: RecordAt<496>): [number, number, number];
  telling_would_doom(rules: RecordAt<1320>, state: RecordAt<496>, card: Int, pile: Int): boolean;
  telling_rate(state: RecordAt<496>): number;
  enumeration_enumerate_turns(rules: RecordAt<1320>, state: RecordAt<496>, limits: TurnLimits, buffer: TurnBuffer): number;
  enumeration_play_turn(rules: RecordAt<1320>, state: RecordAt<496>, entry: RecordAt<40>): void;
  policies_greedy_choice(rules: RecordAt<1320>, state: RecordAt<496>): number;
  policies_random_choice(rules: RecordAt<1320>, state: RecordAt<496>, generator: ArrayAt<'u8', 1>): number;
  playouts_play_out(rules: RecordAt<1320>, state: RecordAt<496>, policy: Int, generator: ArrayAt<'u8', 1>): void;
  playouts_play_out_seats(rules: RecordAt<1320>, state: RecordAt<496>, policies: ArrayAt<'i8', 1>, generator: ArrayAt<'u8', 1>): void;
  batches_play_batch(rules: RecordAt<1320>, policies: ArrayAt<'i8', 1>, seeds: ArrayAt<'i8', 1>, states: ArrayAt<'V496', 1>, generator: ArrayAt<'u8', 1>, results: ArrayAt<'i8', 2>): void;
  turns_limits_for(rules: RecordAt<1320>): [number, number, number, number];
  turns_hide(rules: RecordAt<1320>, state: RecordAt<496>, seen: RecordAt<496>): void;
  hidden_hands_note_turn(rules: RecordAt<1320>, state: RecordAt<496>, seat: Int, held_low: Word, held_high: Word, left: ArrayAt<'i8', 2>): void;
  beginning_eagerness_of(rules: RecordAt<1320>, seen: RecordAt<496>, limits: TurnLimits, buffer: TurnBuffer): number;
  beginning_gladdest(said: ArrayAt<'i8', 1>, players: Int, drawn: Int): number;
  signals_may_talk(rules: RecordAt<1320>, tops: ArrayAt<'i8', 1>): boolean;
  signals_signal_of_hand(rules: RecordAt<1320>, tops: ArrayAt<'i8', 1>, pile: Int, low: Word, high: Word): number;
  linear_linear_value(rules: RecordAt<1320>, state: RecordAt<496>, seat: Int, turn: RecordAt<40>, weights: ArrayAt<'f8', 1>, numbers: ArrayAt<'f8', 1>): number;
  tables_fill_tables(network: Network, tables: Tables, room: ArrayAt<'f8', 2>): void;
  best_turn_value_turns(rules: RecordAt<1320>, state: RecordAt<496>, limits: TurnLimits, signals: ArrayAt<'i8', 1>, desk: Desk, spread: Int): number;
  best_turn_best_valued_turn(rules: RecordAt<1320>, state: RecordAt<496>, limits: TurnLimits, signals: ArrayAt<'i8', 1>, desk: Desk, spread: Int): number;
  best_turn_lay_or_lose(rules: RecordAt<1320>, state: RecordAt<496>, buffer: TurnBuffer, turn: Int, generator: ArrayAt<'u8', 1>): void;
  sampled_list_candidates(rules: RecordAt<1320>, seen: RecordAt<496>, limits: TurnLimits, plan: SeatPlan, workspace: Workspace): number;
  sampled_add_samples(rules: RecordAt<1320>, seen: RecordAt<496>, plan: SeatPlan, alive: Int, samples: Int, workspace: Workspace, generator: ArrayAt<'u8', 1>): void;
  deep_list_candidates(rules: RecordAt<1320>, seen: RecordAt<496>, limits: TurnLimits, signals: ArrayAt<'i8', 1>, depth: Depth, search: Search): number;
  deep_add_samples(rules: RecordAt<1320>, seen: RecordAt<496>, limits: TurnLimits, depth: Depth, heard: Heard, alive: Int, samples: Int, search: Search, generator: ArrayAt<'u8', 1>): void;
  choosing_choose_turn(rules: RecordAt<1320>, seen: RecordAt<496>, limits: TurnLimits, plan: SeatPlan, heard: Heard, workspace: Workspace, search: Search, generator: ArrayAt<'u8', 1>): number;
  choosing_choose_turn_without_search(rules: RecordAt<1320>, seen: RecordAt<496>, limits: TurnLimits, plan: SeatPlan, heard: Heard, workspace: Workspace, search: null, generator: ArrayAt<'u8', 1>): number;
  candidates_keep_better_half(candidates: Candidates2, alive: Int): number;
  candidates_keep_better_half_64(candidates: Candidates, alive: Int): number;
  batches_play_games(rules: RecordAt<1320>, plans: [SeatPlan, SeatPlan, SeatPlan, SeatPlan, SeatPlan], seeds: ArrayAt<'i8', 1>, agree: boolean, states: ArrayAt<'V496', 1>, heard: Heard, workspace: Workspace, search: Search, generator: ArrayAt<'u8', 1>, results: ArrayAt<'i8', 2>): void;
  batches_play_games_without_search(rules: RecordAt<1320>, plans: [SeatPlan, SeatPlan, SeatPlan, SeatPlan, SeatPlan], seeds: ArrayAt<'i8', 1>, agree: boolean, states: ArrayAt<'V496', 1>, heard: Heard, workspace: Workspace, search: null, generator: ArrayAt<'u8', 1>, results: ArrayAt<'i8', 2>): void;
  outlook_is_lost_for_sure(tops: ArrayAt<'i8', 1>, low: Word, high: Word): boolean;
  beam_advance(rules: RecordAt<1320>, beam: Beam, limits: TurnLimits, buffer: TurnBuffer, weights: ArrayAt<'f8', 1>, budget: Int): boolean;
  exhaustive_explore(rules: RecordAt<1320>, search: Exhaustive, buffer: TurnBuffer, weights: ArrayAt<'f8', 1>, budget: Int): boolean;
  duel_begin_depth(rules: RecordAt<1320>, search: DuelSearch, buffer: TurnBuffer, depth: Int): void;
  duel_look_ahead(rules: RecordAt<1320>, search: DuelSearch, buffer: TurnBuffer, budget: Int): boolean;
  sampling_is_lost(rules: RecordAt<1320>, state: RecordAt<496>): boolean;
  sampling_sample(rules: RecordAt<1320>, limits: TurnLimits, known: Known, ahead: Lookahead, first: Int, end: Int, search: Search, tried: Tried): void;
}

export const TYPES = {"TurnLimits": ["int", "int", "int", "int"], "TurnBuffer": ["array:|V40:1", "array:<i8:1", "array:<i8:1", "array:<i8:1", "array:<i8:1"], "Network": ["array:<f4:2", "array:<f4:1", "array:<f4:2", "array:<f4:1", "array:<f4:1", "array:<f4:1"], "Tables": ["array:<i2:2", "array:<f4:2", "array:<f4:1", "array:<f4:1", "array:<f4:1", "array:<i8:1"], "Cache": ["array:<i4:2", "array:<u8:2", "array:<i8:1", "array:<i8:1", "array:<u8:2", "array:<i8:1", "array:<i4:2", "array:<i8:1", "array:<i8:1", "array:<i4:2", "array:<f4:1", "array:<i8:1", "array:<i8:1", "array:<i8:1"], "Desk": ["Tables", "Cache", "TurnBuffer", "array:<f4:1", "array:<f4:1"], "Depth": ["int", "int", "int", "real", "int", "int"], "SeatPlan": ["int", "array:<f8:1", "int", "bool", "Depth"], "Candidates": ["array:<i8:1", "array:<f8:1", "array:<f8:1"], "Workspace": ["TurnBuffer", "array:<f8:1", "array:|V496:1", "Candidates", "array:<i8:1"], "Candidates2": ["array:<i8:1", "array:<f4:1", "array:<f8:1"], "SecondOpinion": ["int", "Desk", "Candidates2"], "Search": ["Desk", "SecondOpinion", "Desk", "array:|V496:1", "Candidates2", "array:<i8:1", "array:<i8:2", "array:|V496:1", "array:<i8:2"], "Heard": ["array:<i8:2", "array:<i8:1"], "Beam": ["array:|V152:2", "array:<i8:2", "array:<f8:2", "array:<i8:1", "array:|V24:1", "array:<u8:2", "array:<i8:1", "record:496", "record:496", "array:<u8:2", "int"], "Exhaustive": ["array:|V496:1", "array:|V40:1", "array:<i8:1", "array:<i8:1", "array:<u8:2", "array:<u8:2", "array:|V40:1", "array:<i8:1", "array:<f8:1", "array:<i8:1"], "DuelSearch": ["array:|V496:1", "array:|V40:1", "array:<i8:2", "array:<i8:2", "array:<u8:2", "array:<u8:2", "array:<i8:2", "array:<i8:1", "array:<f8:1", "array:<i8:1"], "Known": ["record:496", "int", "Heard", "int"], "Lookahead": ["int", "int", "array:<f8:1", "array:<f8:1", "real"], "Tried": ["array:<i8:1", "array:<i8:1", "array:<f8:2", "array:<u8:1"]} as const;

export const FUNCTIONS = {"deals_deal": {"arguments": ["record:1320", "record:496", "int"], "results": []}, "deals_deal_out": {"arguments": ["record:1320", "record:496"], "results": []}, "deals_fill_unseen": {"arguments": ["record:1320", "record:496", "array:<u8:1"], "results": []}, "deals_start_of_stream": {"arguments": ["int", "int"], "results": ["word"]}, "deals_next_below": {"arguments": ["array:<u8:1", "int"], "results": ["int"]}, "steps_start": {"arguments": ["record:1320", "record:496", "int"], "results": []}, "steps_begin_turn": {"arguments": ["record:1320", "record:496"], "results": []}, "steps_place": {"arguments": ["record:1320", "record:496", "int", "int"], "results": ["int"]}, "steps_end": {"arguments": ["record:1320", "record:496"], "results": ["int"]}, "steps_fail": {"arguments": ["record:1320", "record:496", "int", "int"], "results": []}, "blocked_is_blocked": {"arguments": ["record:1320", "record:496"], "results": ["bool"]}, "judging_judge_place": {"arguments": ["record:1320", "record:496", "int", "int"], "results": ["int"]}, "judging_judge_end": {"arguments": ["record:1320", "record:496"], "results": ["int"]}, "legal_legal_sets": {"arguments": ["record:1320", "record:496", "array:<u8:2"], "results": ["int"]}, "facts_facts_after": {"arguments": ["record:1320", "int", "int", "int", "int"], "results": ["int"]}, "telling_is_silenced": {"arguments": ["record:1320", "array:<i8:1"], "results": ["bool"]}, "telling_judge_signal": {"arguments": ["record:1320", "record:496", "int", "int"], "results": ["int"]}, "telling_describe_move": {"arguments": ["record:1320", "int", "int", "int", "int"], "results": ["int", "int"]}, "telling_possible_jump": {"arguments": ["record:1320", "record:496", "int"], "results": ["int"]}, "telling_shown_command": {"arguments": ["record:1320", "record:496", "int"], "results": ["int"]}, "telling_open_duties": {"arguments": ["record:1320", "record:496"], "results": ["int", "int", "int"]}, "telling_would_doom": {"arguments": ["record:1320", "record:496", "int", "int"], "results": ["bool"]}, "telling_rate": {"arguments": ["record:496"], "results": ["int"]}, "enumeration_enumerate_turns": {"arguments": ["record:1320", "record:496", "TurnLimits", "TurnBuffer"], "results": ["int"]}, "enumeration_play_turn": {"arguments": ["record:1320", "record:496", "record:40"], "results": []}, "policies_greedy_choice": {"arguments": ["record:1320", "record:496"], "results": ["int"]}, "policies_random_choice": {"arguments": ["record:1320", "record:496", "array:<u8:1"], "results": ["int"]}, "playouts_play_out": {"arguments": ["record:1320", "record:496", "int", "array:<u8:1"], "results": []}, "playouts_play_out_seats": {"arguments": ["record:1320", "record:496", "array:<i8:1", "array:<u8:1"], "results": []}, "batches_play_batch": {"arguments": ["record:1320", "array:<i8:1", "array:<i8:1", "array:|V496:1", "array:<u8:1", "array:<i8:2"], "results": []}, "turns_limits_for": {"arguments": ["record:1320"], "results": ["int", "int", "int", "int"]}, "turns_hide": {"arguments": ["record:1320", "record:496", "record:496"], "results": []}, "hidden_hands_note_turn": {"arguments": ["record:1320", "record:496", "int", "word", "word", "array:<i8:2"], "results": []}, "beginning_eagerness_of": {"arguments": ["record:1320", "record:496", "TurnLimits", "TurnBuffer"], "results": ["int"]}, "beginning_gladdest": {"arguments": ["array:<i8:1", "int", "int"], "results": ["int"]}, "signals_may_talk": {"arguments": ["record:1320", "array:<i8:1"], "results": ["bool"]}, "signals_signal_of_hand": {"arguments": ["record:1320", "array:<i8:1", "int", "word", "word"], "results": ["int"]}, "linear_linear_value": {"arguments": ["record:1320", "record:496", "int", "record:40", "array:<f8:1", "array:<f8:1"], "results": ["real"]}, "tables_fill_tables": {"arguments": ["Network", "Tables", "array:<f8:2"], "results": []}, "best_turn_value_turns": {"arguments": ["record:1320", "record:496", "TurnLimits", "array:<i8:1", "Desk", "int"], "results": ["int"]}, "best_turn_best_valued_turn": {"arguments": ["record:1320", "record:496", "TurnLimits", "array:<i8:1", "Desk", "int"], "results": ["int"]}, "best_turn_lay_or_lose": {"arguments": ["record:1320", "record:496", "TurnBuffer", "int", "array:<u8:1"], "results": []}, "sampled_list_candidates": {"arguments": ["record:1320", "record:496", "TurnLimits", "SeatPlan", "Workspace"], "results": ["int"]}, "sampled_add_samples": {"arguments": ["record:1320", "record:496", "SeatPlan", "int", "int", "Workspace", "array:<u8:1"], "results": []}, "deep_list_candidates": {"arguments": ["record:1320", "record:496", "TurnLimits", "array:<i8:1", "Depth", "Search"], "results": ["int"]}, "deep_add_samples": {"arguments": ["record:1320", "record:496", "TurnLimits", "Depth", "Heard", "int", "int", "Search", "array:<u8:1"], "results": []}, "choosing_choose_turn": {"arguments": ["record:1320", "record:496", "TurnLimits", "SeatPlan", "Heard", "Workspace", "Search", "array:<u8:1"], "results": ["int"]}, "choosing_choose_turn_without_search": {"arguments": ["record:1320", "record:496", "TurnLimits", "SeatPlan", "Heard", "Workspace", "none", "array:<u8:1"], "results": ["int"]}, "candidates_keep_better_half": {"arguments": ["Candidates2", "int"], "results": ["int"]}, "candidates_keep_better_half_64": {"arguments": ["Candidates", "int"], "results": ["int"]}, "batches_play_games": {"arguments": ["record:1320", ["SeatPlan", "SeatPlan", "SeatPlan", "SeatPlan", "SeatPlan"], "array:<i8:1", "bool", "array:|V496:1", "Heard", "Workspace", "Search", "array:<u8:1", "array:<i8:2"], "results": []}, "batches_play_games_without_search": {"arguments": ["record:1320", ["SeatPlan", "SeatPlan", "SeatPlan", "SeatPlan", "SeatPlan"], "array:<i8:1", "bool", "array:|V496:1", "Heard", "Workspace", "none", "array:<u8:1", "array:<i8:2"], "results": []}, "outlook_is_lost_for_sure": {"arguments": ["array:<i8:1", "word", "word"], "results": ["bool"]}, "beam_advance": {"arguments": ["record:1320", "Beam", "TurnLimits", "TurnBuffer", "array:<f8:1", "int"], "results": ["bool"]}, "exhaustive_explore": {"arguments": ["record:1320", "Exhaustive", "TurnBuffer", "array:<f8:1", "int"], "results": ["bool"]}, "duel_begin_depth": {"arguments": ["record:1320", "DuelSearch", "TurnBuffer", "int"], "results": []}, "duel_look_ahead": {"arguments": ["record:1320", "DuelSearch", "TurnBuffer", "int"], "results": ["bool"]}, "sampling_is_lost": {"arguments": ["record:1320", "record:496"], "results": ["bool"]}, "sampling_sample": {"arguments": ["record:1320", "TurnLimits", "Known", "Lookahead", "int", "int", "Search", "Tried"], "results": []}} as const;
