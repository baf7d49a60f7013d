import { collectWith, metrics } from '@kalends/service-runtime';
import { ClientChecks, worstOf } from '../journey/client-checks.js';

const results = ['ok', 'warning', 'failed', 'unknown'] as const;

/** Updates the gauges of checked OAuth clients, in every replica alike; returns a function that stops it. */
export const measureChecks = (checks: Pick<ClientChecks, 'last'>): (() => void) =>
  collectWith(async () => {
    const last = await checks.last();
    metrics.providerChecks.reset();
    for (const [provider, { findings }] of last)
      for (const result of results)
        metrics.providerChecks.set({ provider, result }, worstOf(findings) === result ? 1 : 0);
  });
