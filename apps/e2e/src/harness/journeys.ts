import { missingForRadicale, skipFor, startRadicale, type Radicale } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { startBroker, type Broker } from './broker.js';
import { BrowserJourney } from './browser-journey.js';
import { startCallbackServer, type CallbackServer } from './callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './chromium.js';
import { startWithGoogle, type GoogleInstallation } from './google-installation.js';

const provided = inject('kalends');
export const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

/** What journeys in a real browser need; `chromium` and `journey` are new for each test. */
export interface Journeys {
  at: GoogleInstallation;
  radicale: Radicale;
  callback: CallbackServer;
  chromium: RealBrowser;
  journey: BrowserJourney;
}

/**
 * Starts a Kalends with simulated providers, Radicale and an application's callback for the tests of a `describe`, and a
 * browser for each of them. The members are set once the tests run.
 */
export function useJourneys(providers: Parameters<typeof startWithGoogle>[1] = {}): Journeys {
  const missing = 'skip' in provided ? provided.skip : (missingForRadicale() ?? missingForChromium());
  const started: Partial<Journeys> = {};
  let broker: Broker | undefined;
  beforeAll(async () => {
    if (missing) return;
    broker = await startBroker(transport);
    [started.at, started.radicale, started.callback] = await Promise.all([
      startWithGoogle(broker?.brokers, providers),
      startRadicale({ users: { ada: 'app-password' } }),
      startCallbackServer(),
    ]);
  });
  afterAll(async () => {
    await started.at?.stop();
    await Promise.all([broker?.stop(), started.radicale?.stop(), started.callback?.close()]);
  });
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    started.chromium = await openChromium();
    started.journey = new BrowserJourney(started.at!.kalends, started.chromium, started.callback!);
    return () => started.chromium!.close();
  });
  return started as Journeys;
}
