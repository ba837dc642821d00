/** What somebody likes: theme, sounds, the name they go by. */

import { recall, store } from './storage';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

function isTheme(text: string | null): text is Theme {
  return (THEMES as readonly (string | null)[]).includes(text);
}

class Preferences {
  #theme = $state<Theme>('system');
  #sounds = $state(true);
  #name = $state('');

  constructor() {
    const theme = recall('theme');
    if (isTheme(theme)) this.#theme = theme;
    this.#sounds = recall('sounds') !== 'off';
    this.#name = recall('name') ?? '';
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    store('theme', theme);
    this.applyTheme();
  }

  get sounds(): boolean {
    return this.#sounds;
  }

  set sounds(on: boolean) {
    this.#sounds = on;
    store('sounds', on ? 'on' : 'off');
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    store('name', name);
  }

  applyTheme(): void {
    if (this.#theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.#theme;
  }
}

export const preferences = new Preferences();

export function motionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
