/** Dragging a card to a pile with mouse, pen or finger. A short move is still a click. */

import type { Attachment } from 'svelte/attachments';
import type { HandStore } from './hand.svelte';

const SLACK = 8;

function pileAt(x: number, y: number): number | null {
  const pile = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-pile]');
  const index = pile?.dataset.pile;
  return index === undefined ? null : Number(index);
}

export function dragging(hand: HandStore, card: number): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    let moved = false;

    function down(event: PointerEvent): void {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY };
      moved = false;
      element.setPointerCapture(event.pointerId);
    }

    function move(event: PointerEvent): void {
      if (start === null) return;
      const { clientX: x, clientY: y } = event;
      if (!moved && Math.hypot(x - start.x, y - start.y) < SLACK) return;
      if (!moved) hand.pick(card);
      moved = true;
      hand.drag = { x: x - start.x, y: y - start.y, over: pileAt(x, y) };
    }

    function up(event: PointerEvent): void {
      start = null;
      if (!moved) return;
      const pile = pileAt(event.clientX, event.clientY);
      if (pile !== null) hand.lay(pile);
      hand.drag = null;
    }

    function cancel(): void {
      start = null;
      moved = false;
      hand.drag = null;
    }

    /** The click that ends a drag is not a click on the card. */
    function click(event: MouseEvent): void {
      if (!moved) return;
      moved = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
