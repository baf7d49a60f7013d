// @module-tag long
import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectOf } from './harness/browser-journey.js';
import { startBroker, type Broker } from './harness/broker.js';
import { startDistributed, startEmbedded, type Running } from './harness/deployment.js';
import { FormJourney } from './harness/form-journey.js';
import { transport } from './harness/journeys.js';
import { call, Kalends } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';
import { placesOf, readStoredData } from './harness/stored-data.js';

const password = 'Ada-Password-4711';
const title = 'Secret-of-Ada-8213';
const waitOptions = { timeout: 60_000 };

describe(`what was read before a revocation, with REVOKED_RETENTION_DAYS=0 (${transport})`, () => {
  const missing = missingForRadicale();
  let broker: Broker | undefined;
  let running: Running;
  let radicale: Radicale;
  beforeAll(async () => {
    if (missing !== undefined) return;
    broker = await startBroker(transport);
    const settings = { REVOKED_RETENTION_DAYS: '0' };
    [running, radicale] = await Promise.all([
      broker ? startDistributed(broker.brokers, settings) : startEmbedded(settings),
      startRadicale({ users: { ada: password } }),
    ]);
  });
  afterAll(async () => {
    await running?.stop();
    await Promise.all([broker?.stop(), radicale?.stop()]);
  });
  beforeEach((context) => {
    if (missing !== undefined) skipFor(context, missing);
  });

  it('given a calendar, when it is revoked, then nothing of its events is stored anywhere, and connected again it is read again (AUTH-14)', async () => {
    const kalends = new Kalends(running.deployment);
    const calendar = await RadicaleCalendar.create(radicale, 'ada', password, 'work');
    await calendar.put('secret.ics', objectOf('secret', title, '20261201T100000Z'));
    const application = await kalends.application();
    const journey = new FormJourney(kalends, application);
    const login = { url: radicale.url, username: 'ada', password };
    const connect = async () => {
      await journey.begin();
      await journey.connect(login);
      const tokens = await journey.allow();
      const read = async () =>
        (await kalends.events<{ summary: string }>(tokens.access_token, 'tzid=Etc/UTC')).map(({ summary }) => summary);
      await waitUntil(async () => (await read()).includes(title), { ...waitOptions, what: 'the event' });
      return tokens;
    };
    const places = async () => placesOf(await readStoredData(running.deployment, true), { title });
    const first = await connect();
    await waitUntil(async () => (await places()).some((place) => place.includes('availability')), waitOptions);

    const { client_id, client_secret } = application;
    const body = { client_id, client_secret, sub: first.sub };
    expect((await call('POST', kalends.url('/oauth/token/revoke'), { body })).status).toBe(200);
    await waitUntil(async () => (await places()).length === 0, { timeout: 90_000, interval: 4_000 }).catch(() => {});
    expect(await places()).toEqual([]);

    expect((await connect()).sub).toBe(first.sub);
  }, 240_000);
});
