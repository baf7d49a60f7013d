import { sha256 } from '@kalends/security';
import type { Consent, ConsentStrategy, StartOptions, StrategyRequest } from './consent-strategy.js';

/** Outcome of a passport strategy, one of its five. */
type StrategyOutcome =
  { outcome: 'redirect'; location: string } | { outcome: 'consent'; consent: Consent } | { outcome: 'refused' };

/** The nonce of a request (OpenID Connect Core §15.5.2): derived from its state, which is used once and by one browser. */
export const nonceOf = (state: string): string => sha256(`nonce:${state}`);

/**
 * Runs a passport strategy once, without passport's Express middleware: each run is a separate object that inherits from the
 * strategy, as in passport itself. Rejects with the strategy's errors.
 */
export function driveStrategy(
  strategy: ConsentStrategy,
  request: StrategyRequest,
  options: Omit<StartOptions, 'nonce'> = {},
): Promise<StrategyOutcome> {
  return new Promise((resolve, reject) => {
    const run = Object.assign(Object.create(strategy) as ConsentStrategy, {
      redirect: (location: string) => resolve({ outcome: 'redirect', location }),
      success: (consent: unknown) => resolve({ outcome: 'consent', consent: consent as Consent }),
      fail: () => resolve({ outcome: 'refused' }),
      pass: () => resolve({ outcome: 'refused' }),
      error: (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
    });
    run.authenticate(request as never, { ...options, nonce: nonceOf(request.state) } as object);
  });
}
