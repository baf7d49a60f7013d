import type { HealthCheck } from './readiness.js';

/** Whether a program is draining: it still handles requests, but reports that it should get no more. */
export interface Draining {
  readonly begun: boolean;
  begin(): void;
  /** Fails from the start of draining on, so that load balancers choose another replica. */
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
      check: async () => (begun ? { status: 'failed', detail: 'the program is draining' } : 'ok'),
    },
  };
}
