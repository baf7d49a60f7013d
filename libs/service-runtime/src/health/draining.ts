import type { HealthCheck } from './readiness.js';

/** Whether a program is about to end: it still does what it is asked, but says that it is not to be asked any more. */
export interface Draining {
  readonly begun: boolean;
  begin(): void;
  /** Failed from the beginning of the end on, so that load balancers choose another replica. */
  readonly check: HealthCheck;
}

export function createDraining(): Draining {
  let begun = false;
  return {
    get begun() {
      return begun;
    },
    begin: () => {
      begun = true;
    },
    check: {
      name: 'ending',
      check: async () => (begun ? { status: 'failed', detail: 'the program is about to end' } : 'ok'),
    },
  };
}
