/**
 * Small sounds, made on the spot: paper, wood, and a mallet on a pentatonic scale. A card sounds as
 * high as it stands in the sky, so that a pile climbs or descends for the ear as well. Nothing is
 * downloaded.
 */

import { afterwards } from './afterwards';
import { preferences } from './preferences.svelte';

type Sound =
  'place' | 'jump' | 'take_back' | 'draw' | 'turn' | 'refused' | 'signal' | 'won' | 'lost';

let context: AudioContext | null = null;
/** Right after the frame in which is seen what sounds: making a sound takes a good part of a frame. */
const AFTER_FRAME = 5;
/** After a tap, when nothing moves any more. */
const CALM = 300;

function audio(): AudioContext | null {
  if (!preferences.sounds || typeof AudioContext === 'undefined') return null;
  if (!navigator.userActivation?.hasBeenActive) return null; // browsers allow no sound before
  context ??= new AudioContext();
  // Besides `suspended`, a phone call leaves it `interrupted`.
  if (context.state !== 'running') void context.resume().catch(() => undefined);
  return context;
}

const ROOT = 196;
const PENTATONIC = [0, 2, 4, 7, 9];

/** The pitch of a step of the scale, from the lowest on. */
function pitchOf(step: number): number {
  const octave = Math.floor(step / PENTATONIC.length);
  const tone = PENTATONIC[((step % PENTATONIC.length) + PENTATONIC.length) % PENTATONIC.length]!;
  return ROOT * 2 ** (octave + tone / 12);
}

/** Where a card stands on the scale: two octaves from dawn to night. */
function stepOf(height: number): number {
  return Math.round(height * 2 * PENTATONIC.length);
}

/** A soft mallet: a tone and a short, bright overtone. */
function mallet(to: AudioContext, step: number, after: number, loudness: number): void {
  const pitch = pitchOf(step);
  tone(to, 'sine', pitch, after, 0.7, loudness);
  tone(to, 'triangle', pitch * 4, after, 0.09, loudness * 0.3);
}

function tone(
  to: AudioContext,
  type: OscillatorType,
  frequency: number,
  after: number,
  length: number,
  loudness: number,
): void {
  const start = to.currentTime + after;
  const source = new OscillatorNode(to, { type, frequency });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(to.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

/** Noise that dies away, made once. */
let rustle: AudioBuffer | null = null;

function rustleOf(to: AudioContext): AudioBuffer {
  if (rustle !== null) return rustle;
  rustle = to.createBuffer(1, Math.ceil(to.sampleRate / 10), to.sampleRate);
  const samples = rustle.getChannelData(0);
  for (let at = 0; at < samples.length; at++) {
    samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3;
  }
  return rustle;
}

/** Paper: filtered noise. */
function paper(to: AudioContext, frequency: number, after: number, loudness: number): void {
  const buffer = rustleOf(to);
  const noise = new AudioBufferSourceNode(to, { buffer });
  const filter = new BiquadFilterNode(to, { type: 'bandpass', frequency, Q: 1.2 });
  noise
    .connect(filter)
    .connect(new GainNode(to, { gain: loudness }))
    .connect(to.destination);
  noise.start(to.currentTime + after);
}

const SCORES: Record<Sound, (to: AudioContext, height: number) => void> = {
  place: (to, height) => {
    paper(to, 900, 0, 0.4);
    mallet(to, stepOf(height), 0.02, 0.12);
  },
  jump: (to, height) => {
    paper(to, 900, 0, 0.35);
    [0, 2, 4].forEach((rise, at) => mallet(to, stepOf(height) + rise, 0.02 + at * 0.08, 0.12));
  },
  take_back: (to) => paper(to, 1800, 0, 0.3),
  draw: (to) => [0, 0.07].forEach((after) => paper(to, 2600, after, 0.22)),
  turn: (to) => [5, 7].forEach((step, at) => mallet(to, step, at * 0.12, 0.1)),
  refused: (to) => tone(to, 'sine', 98, 0, 0.22, 0.2),
  signal: (to) => mallet(to, 10, 0, 0.06),
  won: (to) => [0, 2, 4, 5, 7, 9, 10].forEach((step, at) => mallet(to, step, at * 0.13, 0.12)),
  lost: (to) => [4, 2, 0].forEach((step, at) => mallet(to, step, at * 0.22, 0.1)),
};

/** Play a sound; a card sounds by its height, from 0 to 1. */
export function play(sound: Sound, height = 0.5): void {
  afterwards(() => {
    const to = audio();
    if (to !== null) SCORES[sound](to, height);
  }, AFTER_FRAME);
}

/**
 * Make ready for sounds while nothing moves, for that takes as long as several frames; and wake at a
 * tap what sleeps: some browsers allow it only then. Returns what ends it.
 */
export function readySounds(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ready = () => {
    if (context !== null) {
      audio();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(audio, CALM);
  };
  ready();
  addEventListener('click', ready, true);
  return () => {
    clearTimeout(timer);
    removeEventListener('click', ready, true);
  };
}

/** Let a phone tremble, where it can and somebody likes it. */
export function buzz(pattern: number[]): void {
  if (!preferences.vibration || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(pattern);
}
