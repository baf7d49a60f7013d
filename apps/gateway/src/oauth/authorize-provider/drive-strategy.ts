import type { GoogleConsent, GoogleStrategy, StrategyRequest } from './google-strategy.js';

/** Outcome of a passport strategy, one of its five. */
type StrategyOutcome =
  { outcome: 'redirect'; location: string } | { outcome: 'consent'; consent: GoogleConsent } | { outcome: 'refused' };

/** Options of a starting consent. */
interface DriveOptions {
  locale?: string | null;
  /** The e-mail address that Google's page should suggest. */
  hint?: string | null;
  scope?: string[];
}

/**
 * Runs a passport strategy once, without passport's Express middleware: each run is a separate object that inherits from the
 * strategy, as in passport itself. Rejects with the strategy's errors.
 */
export function driveStrategy(
  strategy: GoogleStrategy,
  request: StrategyRequest,
  options: DriveOptions = {},
): Promise<StrategyOutcome> {
  return new Promise((resolve, reject) => {
    const run = Object.assign(Object.create(strategy) as GoogleStrategy, {
      redirect: (location: string) => resolve({ outcome: 'redirect', location }),
      success: (consent: unknown) => resolve({ outcome: 'consent', consent: consent as GoogleConsent }),
      fail: () => resolve({ outcome: 'refused' }),
      pass: () => resolve({ outcome: 'refused' }),
      error: (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
    });
    run.authenticate(request as never, options);
  });
}
