/** Whether this device keeps its tables: a private window does not, nor one without room. */

import { engine } from './engine';

let lost = $state(false);

engine.listen('unkept', () => (lost = true));

export const keeping = {
  get isLost(): boolean {
    return lost;
  },
};
