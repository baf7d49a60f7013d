import { setTimeout as delay } from 'node:timers/promises';
import { missingForRadicale, skipFor } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import { caldavWorld, googleWorld, microsoftWorld } from './convergence/worlds.js';
import { install, type Installation } from './convergence/installation.js';
import type { World } from './convergence/actors.js';
import { startBroker } from './harness/broker.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const missing = 'skip' in provided ? provided.skip : missingForRadicale();

interface Fault {
  status?: number;
  retryAfter?: number;
  lostAnswer?: true;
  spoils?: 'page' | 'half';
  times: number;
}

/** What happens to the next reads of a calendar, and in how many seconds the change after it is visible. */
const faults: [name: string, fault: Fault, seconds: number][] = [
  ['one 503', { status: 503, times: 1 }, 10],
  ['a cut answer', { lostAnswer: true, times: 1 }, 10],
  ['half of an answer', { spoils: 'half', times: 1 }, 10],
  ['a page instead of an answer', { spoils: 'page', times: 1 }, 10],
  ['a 429 with a Retry-After of 6 s', { status: 429, retryAfter: 6, times: 1 }, 10],
  ['two 503s in a row', { status: 503, times: 2 }, 20],
];
const hour = 3_600_000;
const settling = 120_000;

describe(`one failure of a provider (${transport})`, () => {
  let at: Installation;
  const stops: (() => Promise<unknown> | undefined)[] = [];
  const worlds = new Map<string, { world: World; fail(fault: Fault): Promise<unknown> }>();

  beforeAll(async () => {
    if (missing) return;
    const broker = await startBroker(transport);
    stops.push(async () => broker?.stop());
    // CalDAV is polled
    at = await install(broker?.brokers, { SYNC_INTERVAL: '3' });
    stops.push(() => at.stop());
    const application = await at.kalends.application();
    const ada = await googleWorld(at, application, 'ada');
    const mia = await microsoftWorld(at, application, 'mia');
    const dan = await caldavWorld(at, application, 'dan');
    stops.push(dan.stop);
    const fault = (path: string) => (how: Fault) => at.google.control('faults', { path, method: 'GET', ...how });
    worlds.set('Google', { world: ada, fail: fault(`/${encodeURIComponent(ada.person.email)}/events`) });
    const { id } = await mia.mailbox.calendar();
    worlds.set('Microsoft', { world: mia, fail: fault(`/me/calendars/${encodeURIComponent(id)}/`) });
    worlds.set('CalDAV', { world: dan, fail: dan.fail });
  }, 180_000);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  }, 60_000);

  beforeEach((context) => {
    if (missing) skipFor(context, missing);
  });

  const summaries = async (world: World) => {
    const { access_token } = world.account;
    const query = 'tzid=Etc/UTC&from=2031-03-01&to=2031-03-31';
    const { body } = await at.kalends.get<{ events: { summary: string }[] }>(access_token, `/v1/events?${query}`);
    return body.events.map(({ summary }) => summary);
  };

  describe.each(['Google', 'Microsoft', 'CalDAV'])('%s', (provider) => {
    it.each(faults)(
      'given %s, when something changes, then it is visible after %j within %i s',
      async (...given) => {
        const [name, fault, seconds] = given;
        const { world, fail } = worlds.get(provider)!;
        const start = Date.UTC(2031, 2, 3, 10);
        const times = { start, end: start + hour, isAllDay: false, zone: 'UTC' as const };
        await fail(fault);
        const from = performance.now();
        const id = `heal${faults.findIndex(([one]) => one === name)}${provider.length}`.toLowerCase();
        await world.phone.create(id, { ...times, summary: name, transparency: 'opaque', rule: null });
        while (!(await summaries(world)).includes(name)) await delay(50);
        const ms = performance.now() - from;
        console.log(`${provider}, ${name}: visible after ${(ms / 1_000).toFixed(1)} s (bound ${seconds})`);
        expect(ms).toBeLessThanOrEqual(boundMs(seconds * 1_000));
      },
      settling,
    );
  });
});
