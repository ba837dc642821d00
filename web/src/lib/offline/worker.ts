/** The worker: the compiled module lives here, so that the page never waits for it. */

import { serve } from './answering';
import { files } from './files';
import { startMachine, type Machine } from './machine';
import './study_requests';
import './table_requests';
// A file that answers more kinds of requests is imported here.

let machine: Promise<Machine> | null = null;

serve(self, () => {
  machine ??= startMachine(files).catch((error: unknown) => {
    machine = null; // the next request tries again
    throw error;
  });
  return machine;
});
