/** A finished game to be shown to others: how it went, without naming a card. */

import type { ReviewFigures } from './review_figures';
import { chaptersOf, momentsOf } from './replay';
import { labelled } from './tell';
import { language, t } from './texts.svelte';
import type { Replay } from '../wire';

/** What is known of a game besides its replay. */
export interface Occasion {
  /** The own seat. */
  readonly you: number;
  /** The day whose deal it was, if it was one. */
  readonly daily: string | null;
  readonly streak: number;
  readonly review: ReviewFigures | null;
  readonly link: string;
}

export interface Track {
  readonly ascending: boolean;
  /** The cards laid, as heights from 0 to 1. */
  readonly heights: readonly number[];
  readonly cards: readonly number[];
}

export interface Figure {
  readonly value: string;
  readonly label: string;
}

export interface Shared {
  /** What was played, and when: a line above the result. */
  readonly heading: string;
  readonly result: string;
  readonly tracks: readonly Track[];
  readonly highest: number;
  readonly figures: readonly Figure[];
  readonly link: string;
}

const BLOCKS = '▁▂▃▄▅▆▇█';
/** As many signs as a narrow phone has room for in a line. */
const WIDEST = 20;

export function tellDay(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language(), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The cards that lay on each pile in the end. */
export function tracksOf(replay: Replay): Track[] {
  const { lowest, highest } = replay.rules;
  const piles = replay.frames.at(-1)?.play.piles ?? [];
  const laid = chaptersOf(momentsOf(replay)).flatMap((chapter) => chapter.laid);
  return piles.map(({ ascending }, pile) => {
    const cards = laid.filter((each) => each.pile === pile).map((each) => each.card);
    const heights = cards.map((card) => (card - lowest) / (highest - lowest));
    return { ascending, cards, heights };
  });
}

/** A track as a line of text: as many blocks as cards, or fewer if there is no room. */
export function trackLine({ ascending, heights }: Track): string {
  const count = Math.min(heights.length, WIDEST);
  const signs = Array.from({ length: count }, (_, at) => {
    const height = heights[Math.round((at * (heights.length - 1)) / Math.max(1, count - 1))] ?? 0;
    return BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(height * BLOCKS.length))];
  });
  return [ascending ? '↑' : '↓', signs.join('')].join(' ').trimEnd();
}

function tellResult(replay: Replay, you: number): string {
  const { team, lowest, highest } = replay.rules;
  const outcome = replay.frames.at(-1)?.play.outcome;
  if (!outcome) return '';
  if (!team) {
    const won = outcome.winners.includes(you);
    return t(won ? 'web.send.won_by' : 'web.send.lost_by', { count: outcome.score });
  }
  const all = highest - lowest + 1;
  const laid = Math.max(0, all - outcome.score);
  return labelled(t(`web.send.${outcome.rating}`), t('web.send.laid', { laid, all }));
}

function countHints(replay: Replay, you: number): number {
  return replay.frames
    .flatMap((frame) => frame.happenings)
    .filter((each) => each.type === 'hint_taken' && each.seat === you).length;
}

function signed(points: number): string {
  return points.toLocaleString(language(), { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
}

export function shareOf(replay: Replay, occasion: Occasion): Shared {
  const { rules } = replay;
  const { you, daily, streak, review, link } = occasion;
  const chapters = chaptersOf(momentsOf(replay));
  const jumps = chapters.flatMap(({ laid }) => laid).filter(({ jump }) => jump).length;
  const hints = countHints(replay, you);
  const kind = [
    t(`web.game.${rules.game}`),
    t('web.statistics.players', { count: rules.players }),
  ].join(', ');
  const figures = [
    ...(review === null
      ? []
      : [
          { value: signed(review.luck), label: t('web.send.luck') },
          { value: String(Math.round(review.accuracy)), label: t('web.send.accuracy') },
        ]),
    { value: String(jumps), label: t('web.send.jumps', { count: jumps }) },
    ...(review === null
      ? [{ value: String(chapters.length), label: t('web.send.turns', { count: chapters.length }) }]
      : []),
    ...(hints > 0 ? [{ value: String(hints), label: t('web.send.hints', { count: hints }) }] : []),
    ...(daily !== null && streak > 1
      ? [{ value: String(streak), label: t('web.send.streak', { count: streak }) }]
      : []),
  ];
  return {
    heading:
      daily === null
        ? labelled('tenback', kind)
        : labelled(t('web.daily.title'), [tellDay(daily), kind].join(' · ')),
    result: tellResult(replay, you),
    tracks: tracksOf(replay),
    highest: rules.highest,
    figures,
    link,
  };
}

/** The same as text. */
export function shareText(shared: Shared): string {
  return [
    shared.heading,
    shared.result,
    ...shared.tracks.map(trackLine),
    shared.figures.map(({ value, label }) => `${value} ${label}`).join(' · '),
    shared.link,
  ].join('\n');
}
