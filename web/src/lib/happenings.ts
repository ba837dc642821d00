/** What happened at the table, one sentence each: about others by their name, about you as "you". */

import type { Happening, TableView } from '../wire';
import { botTitle } from './names';
import type { Details } from './sentence';
import { nameOf, onPile, pileName, tellCommand, tellOutcome, tellSignal } from './tell';
import { t } from './texts.svelte';

export function tellHappening(happening: Happening, table: TableView, you: number | null): string {
  const seat = 'seat' in happening ? happening.seat : null;
  const mine = seat !== null && seat === you;
  const name = seat === null ? '' : nameOf(table, seat);
  /** Whichever of two keys fits: the one about the reader, or the one about somebody else. */
  const either = (own: string, other: string, details: Details = {}) =>
    mine ? t(own, details) : t(other, { name, ...details });

  switch (happening.type) {
    case 'seat_taken':
      return happening.kind === 'bot'
        ? t('web.log.seat_taken_by_bot', { name: happening.name, bot: botTitle(happening.bot) })
        : t('web.log.seat_taken', { name: happening.name });
    case 'seat_freed':
      return t('web.log.seat_freed', { name: happening.name });
    case 'readiness_changed':
      return happening.ready
        ? either('web.log.you.ready', 'web.log.ready')
        : either('web.log.you.not_ready', 'web.log.not_ready');
    case 'settings_changed':
      return t('web.log.settings_changed');
    case 'host_named':
      return either('web.log.you.host_named', 'web.log.host_named');
    case 'game_dealt':
      return t('web.log.game_dealt', { number: happening.number });
    case 'starter_voted':
      return happening.choice === you
        ? either('web.log.you.starter_voted_you', 'web.log.starter_voted_you')
        : either('web.log.you.starter_voted', 'web.log.starter_voted', {
            choice: nameOf(table, happening.choice),
          });
    case 'start_offered':
      return either(
        `web.log.you.start_offered.${happening.eagerness}`,
        `web.log.start_offered.${happening.eagerness}`,
      );
    case 'game_started':
      return either('web.log.you.game_started', 'session.starts');
    case 'card_placed': {
      const { card, by, move, command } = happening;
      const pile = onPile(table, happening.pile, you, mine ? undefined : happening.seat);
      const details = { card, pile, by };
      const laid = either(
        `web.log.you.card_placed.${move}`,
        `web.log.card_placed.${move}`,
        details,
      );
      const mark = table.rules.marks[card];
      if (mark !== undefined) return `${laid} ${t(`web.mark.about.${mark}`)}`;
      return command === null ? laid : `${laid} ${tellCommand(command)}`;
    }
    case 'card_taken_back': {
      const details = { card: happening.card, pile: pileName(table, happening.pile, you) };
      return either('web.log.you.card_taken_back', 'web.log.card_taken_back', details);
    }
    case 'turn_ended': {
      const count = happening.drawn;
      const ended =
        count === 0
          ? either('web.log.you.turn_ended_only', 'web.log.turn_ended_only')
          : either('web.log.you.turn_ended', 'web.log.turn_ended', { count });
      if (happening.next === you) return `${ended} ${t('web.log.next_you')}`;
      return `${ended} ${t('web.log.next', { name: nameOf(table, happening.next) })}`;
    }
    case 'signal_given':
      return tellSignal(table, happening, you);
    case 'signal_withdrawn':
      return either('web.log.you.signal_withdrawn', 'web.log.signal_withdrawn');
    case 'said':
      return either('web.log.you.said', 'session.said', { text: happening.text });
    case 'concession_wished':
      return happening.wish
        ? either('web.log.you.concession_wished.yes', 'web.log.concession_wished.yes')
        : either('web.log.you.concession_wished.no', 'web.log.concession_wished.no');
    case 'rematch_wished':
      return happening.wish
        ? either('web.log.you.rematch_wished.yes', 'web.log.rematch_wished.yes')
        : either('web.log.you.rematch_wished.no', 'web.log.rematch_wished.no');
    case 'went_away':
      return t('web.log.went_away', { name });
    case 'came_back':
      return t('web.log.came_back', { name });
    case 'stand_in_agreed': {
      const absent = nameOf(table, happening.absent);
      return either('web.log.you.stand_in_agreed', 'web.log.stand_in_agreed', { absent });
    }
    case 'stand_in_seated':
      return t('web.log.stand_in_seated', { name, bot: botTitle(happening.bot) });
    case 'time_ran_out':
      return either('web.log.you.time_ran_out', 'web.log.time_ran_out');
    case 'hint_taken':
      return either('web.log.you.hint_taken', 'web.log.hint_taken');
    case 'bot_stumbled':
      return t('web.log.bot_stumbled', { name });
    case 'game_ended':
      return tellOutcome(table, happening.outcome, you);
  }
}
