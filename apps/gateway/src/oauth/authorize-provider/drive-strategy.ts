import type { GoogleConsent, GoogleStrategy, StrategyRequest } from './google-strategy.js';

/** What a passport strategy came to, of its five ways to end. */
type StrategyOutcome =
  { outcome: 'redirect'; location: string } | { outcome: 'consent'; consent: GoogleConsent } | { outcome: 'refused' };

/** Of a consent that begins. */
interface DriveOptions {
  locale?: string | null;
  /** Whom the page at Google is to offer first: an e-mail address. */
  hint?: string | null;
  scope?: string[];
}

/**
 * Runs a passport strategy once, without passport's Express middleware: each run is an object of its own with the
 * strategy behind it, as passport itself does it. Rejects with what the strategy calls an error.
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
