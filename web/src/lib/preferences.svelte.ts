/** What somebody likes: name, face, theme, contrast, sounds, how fast things move. */

import { recall, store } from './storage';
import { chooseWhere, whereAlone, type Venue } from './where';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ColourScheme = (typeof THEMES)[number];
export const SPEEDS = ['calm', 'usual', 'quick', 'still'] as const;
export type Speed = (typeof SPEEDS)[number];
const PACE: Record<Speed, number> = { calm: 1.7, usual: 1, quick: 0.55, still: 0 };

function oneOf<Word extends string>(
  words: readonly Word[],
  text: string | null,
  usual: Word,
): Word {
  return words.find((word) => word === text) ?? usual;
}

class Preferences {
  #theme = $state<ColourScheme>(oneOf(THEMES, recall('theme'), 'system'));
  #speed = $state<Speed>(oneOf(SPEEDS, recall('speed'), 'usual'));
  #sounds = $state(recall('sounds') !== 'off');
  #vibration = $state(recall('vibration') !== 'off');
  #contrast = $state(recall('contrast') === 'more');
  #notices = $state(recall('notices') === 'on');
  #name = $state(recall('name') ?? '');
  #face = $state(recall('face') ?? '');
  #alone = $state<Venue>(whereAlone());

  /** Where games are played that need nobody else. */
  get alone(): Venue {
    return this.#alone;
  }

  set alone(venue: Venue) {
    this.#alone = venue;
    chooseWhere(venue);
  }

  get theme(): ColourScheme {
    return this.#theme;
  }

  set theme(theme: ColourScheme) {
    this.#theme = theme;
    store('theme', theme);
    this.applyTheme();
  }

  get speed(): Speed {
    return this.#speed;
  }

  set speed(speed: Speed) {
    this.#speed = speed;
    store('speed', speed);
    this.applyTheme();
  }

  get sounds(): boolean {
    return this.#sounds;
  }

  set sounds(on: boolean) {
    this.#sounds = on;
    store('sounds', on ? 'on' : 'off');
  }

  get vibration(): boolean {
    return this.#vibration;
  }

  set vibration(on: boolean) {
    this.#vibration = on;
    store('vibration', on ? 'on' : 'off');
  }

  get contrast(): boolean {
    return this.#contrast;
  }

  set contrast(more: boolean) {
    this.#contrast = more;
    store('contrast', more ? 'more' : 'usual');
    this.applyTheme();
  }

  /** Whether the browser is to tell of the own turn while the page is not looked at. */
  get notices(): boolean {
    return this.#notices;
  }

  set notices(on: boolean) {
    this.#notices = on;
    store('notices', on ? 'on' : 'off');
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    store('name', name);
  }

  /** The word for the picture at one's seat. */
  get face(): string {
    return this.#face;
  }

  set face(face: string) {
    this.#face = face;
    store('face', face);
  }

  /** Who has no face yet gets one by lot and keeps it. */
  chooseFace(faces: readonly string[]): void {
    if (faces.includes(this.#face) || faces.length === 0) return;
    this.face = faces[Math.floor(Math.random() * faces.length)]!;
  }

  applyTheme(): void {
    const { dataset } = document.documentElement;
    if (this.#theme === 'system') delete dataset.theme;
    else dataset.theme = this.#theme;
    dataset.motion = this.#speed;
    const more = this.#contrast || matchMedia('(prefers-contrast: more)').matches;
    if (more) dataset.contrast = 'more';
    else delete dataset.contrast;
  }
}

export const preferences = new Preferences();

/** Asked once: it follows what the system says. */
let calm: MediaQueryList | undefined;

export function motionReduced(): boolean {
  calm ??= matchMedia('(prefers-reduced-motion: reduce)');
  return calm.matches || preferences.speed === 'still';
}

/** How long a movement takes, at the speed somebody likes. */
export function lasting(ms: number): number {
  return motionReduced() ? 0 : ms * PACE[preferences.speed];
}
