/** How far somebody has come in a lesson, from what happened at the table. */

import type { Happening, Intent, LessonStep } from '../wire';

export interface LessonProgress {
  /** The step to be done; past the last one the lesson is over. */
  readonly at: number;
  /** Own cards laid that no step has asked for yet. */
  readonly ahead: readonly { card: number; pile: number }[];
}

export const BEGINNING: LessonProgress = { at: 0, ahead: [] };

/** Whether this is what a step asks for. */
function fulfils(command: Intent, happening: Happening, you: number): boolean {
  if (!('seat' in happening) || happening.seat !== you) return false;
  switch (command.type) {
    case 'place':
      return (
        happening.type === 'card_placed' &&
        happening.card === command.card &&
        happening.pile === command.pile
      );
    case 'end_turn':
      return happening.type === 'turn_ended';
    case 'give_signal':
      return (
        happening.type === 'signal_given' &&
        happening.kind === command.kind &&
        happening.subject === command.subject
      );
    default:
      return false;
  }
}

/** Go on from a step to read. */
export function readOn(progress: LessonProgress): LessonProgress {
  return { ...progress, at: progress.at + 1 };
}

/** Go on as far as what happened allows; taking a card back leads back to its step. */
export function follow(
  steps: readonly LessonStep[],
  progress: LessonProgress,
  happening: Happening,
  you: number,
): LessonProgress {
  const command = steps[progress.at]?.command ?? null;
  if (command !== null && fulfils(command, happening, you)) {
    const ahead = happening.type === 'turn_ended' ? [] : progress.ahead;
    return skipDone(steps, { at: progress.at + 1, ahead });
  }
  if (!('seat' in happening) || happening.seat !== you) return progress;
  const { at, ahead } = progress;
  switch (happening.type) {
    case 'card_placed':
      return { at, ahead: [...ahead, { card: happening.card, pile: happening.pile }] };
    case 'turn_ended':
      return { at, ahead: [] };
    case 'card_taken_back':
      return takenBack(steps, progress, happening.card);
    default:
      return progress;
  }
}

/** A card that was laid before its step came is not asked for again. */
function skipDone(steps: readonly LessonStep[], { at, ahead }: LessonProgress): LessonProgress {
  const command = steps[at]?.command;
  if (command?.type !== 'place') return { at, ahead };
  const done = ahead.findIndex(({ card, pile }) => card === command.card && pile === command.pile);
  if (done === -1) return { at, ahead };
  return skipDone(steps, { at: at + 1, ahead: ahead.toSpliced(done, 1) });
}

function takenBack(
  steps: readonly LessonStep[],
  { at, ahead }: LessonProgress,
  card: number,
): LessonProgress {
  const early = ahead.findIndex((each) => each.card === card);
  if (early !== -1) return { at, ahead: ahead.toSpliced(early, 1) };
  const step = steps
    .slice(0, at)
    .findLastIndex(({ command }) => command?.type === 'place' && command.card === card);
  return { at: step === -1 ? at : step, ahead };
}
