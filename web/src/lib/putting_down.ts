/** A click beside everything puts the picked card down. */

import type { Attachment } from 'svelte/attachments';
import type { HandStore } from './hand.svelte';

const SOMETHING = 'button, a, input, [role], aside';

export function puttingDown(hand: HandStore): Attachment<HTMLElement> {
  return (element) => {
    function onclick(event: MouseEvent): void {
      if (!(event.target as Element).closest(SOMETHING)) hand.drop();
    }
    element.addEventListener('click', onclick);
    return () => element.removeEventListener('click', onclick);
  };
}
