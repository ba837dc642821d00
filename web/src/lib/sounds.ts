/** Small sounds, made on the spot: wood, paper, a few bells. Nothing is downloaded. */

import { preferences } from './preferences.svelte';

type Sound =
  'place' | 'jump' | 'take_back' | 'draw' | 'turn' | 'refused' | 'signal' | 'won' | 'lost';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!preferences.sounds || typeof AudioContext === 'undefined') return null;
  if (!navigator.userActivation?.hasBeenActive) return null; // browsers allow no sound before
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A note that dies away. */
function note(
  to: AudioContext,
  pitch: number,
  after: number,
  length: number,
  loudness: number,
): void {
  const start = to.currentTime + after;
  const tone = new OscillatorNode(to, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(to.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** A rustle or a tap: filtered noise. */
function rustle(
  to: AudioContext,
  pitch: number,
  after: number,
  length: number,
  loudness: number,
): void {
  const start = to.currentTime + after;
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) {
    samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3;
  }
  const noise = new AudioBufferSourceNode(to, { buffer });
  const filter = new BiquadFilterNode(to, { type: 'bandpass', frequency: pitch, Q: 1.2 });
  noise
    .connect(filter)
    .connect(new GainNode(to, { gain: loudness }))
    .connect(to.destination);
  noise.start(start);
}

const SCORES: Record<Sound, (to: AudioContext) => void> = {
  place: (to) => {
    rustle(to, 900, 0, 0.09, 0.5);
    note(to, 196, 0, 0.12, 0.12);
  },
  jump: (to) => {
    rustle(to, 900, 0, 0.09, 0.4);
    [784, 659, 523, 784].forEach((pitch, at) => note(to, pitch, at * 0.08, 0.35, 0.11));
  },
  take_back: (to) => rustle(to, 1800, 0, 0.12, 0.3),
  draw: (to) => [0, 0.07].forEach((after) => rustle(to, 2600, after, 0.1, 0.22)),
  turn: (to) => [523, 659].forEach((pitch, at) => note(to, pitch, at * 0.11, 0.5, 0.09)),
  refused: (to) => note(to, 120, 0, 0.22, 0.16),
  signal: (to) => note(to, 880, 0, 0.25, 0.06),
  won: (to) =>
    [523, 659, 784, 1047, 784, 1047].forEach((pitch, at) => note(to, pitch, at * 0.13, 0.7, 0.1)),
  lost: (to) => [392, 330, 262].forEach((pitch, at) => note(to, pitch, at * 0.2, 0.8, 0.09)),
};

export function play(sound: Sound): void {
  const to = audio();
  if (to !== null) SCORES[sound](to);
}

/** Let a phone tremble, where it can and somebody likes it. */
export function buzz(pattern: number[]): void {
  if (!preferences.vibration || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(pattern);
}
