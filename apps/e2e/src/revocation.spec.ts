import { createPool } from '@kalends/postgres';
import {
  missingForRadicale,
  skipFor,
  startProxy,
  startRadicale,
  waitUntil,
  type Proxy,
  type Radicale,
} from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { objectOf, profilesOf } from './harness/browser-journey.js';
import { FormJourney, type Tokens } from './harness/form-journey.js';
import { call, e2e, type Application } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

const password = 'Ada-Password-4711';
const waitOptions = { timeout: 60_000 };
const day = { start: '2026-12-01T08:00:00Z', end: '2026-12-01T18:00:00Z' };
const hour = { start: '2026-12-01T16:00:00Z', end: '2026-12-01T17:00:00Z' };

e2e('what a user has revoked', (kalends) => {
  let radicale: Radicale;
  let calendar: RadicaleCalendar;
  let revoked: Proxy;
  let other: Proxy;
  const missing = missingForRadicale();
  beforeAll(async () => {
    if (missing !== undefined) return;
    radicale = await startRadicale({ users: { ada: password } });
    calendar = await RadicaleCalendar.create(radicale, 'ada', password, 'work');
    [revoked, other] = await Promise.all([startProxy(radicale.url), startProxy(radicale.url)]);
  }, 60_000);
  afterAll(() => Promise.all([radicale?.stop(), revoked?.stop(), other?.stop()]));
  beforeEach(async (context) => {
    if (missing !== undefined) return skipFor(context, missing);
    for (const name of ['dentist', 'later']) await calendar.remove(`${name}.ics`);
    await calendar.put('dentist.ics', objectOf('dentist', 'Dentist', '20261201T100000Z'));
  });

  const titles = async ({ access_token }: Tokens) =>
    (await kalends().events<{ summary: string }>(access_token, 'tzid=Etc/UTC')).map(({ summary }) => summary).sort();
  const hasRead = (tokens: Tokens, ...summaries: string[]) =>
    waitUntil(async () => (await titles(tokens)).join() === summaries.join(), {
      ...waitOptions,
      what: summaries.join(),
    });

  /** Ada's calendar, connected to a new application at an address of its server. */
  async function connected(server: Proxy) {
    const application = await kalends().application();
    const journey = new FormJourney(kalends(), application);
    await journey.begin();
    await journey.connect({ url: server.url, username: 'ada', password });
    const tokens = await journey.allow();
    await hasRead(tokens, 'Dentist');
    return { application, journey, tokens };
  }

  const post = (path: string, { client_secret: token }: Application, body: unknown) =>
    call<{ errors?: object }>('POST', kalends().url(path), { token, body });
  const availability = (application: Application, { sub }: Tokens) =>
    post('/v1/availability', application, {
      participants: [{ members: [{ sub }], required: 'all' }],
      required_duration: { minutes: 60 },
      query_periods: [day],
    });
  const hold = (application: Application, { sub }: Tokens) =>
    post('/v1/holds', application, { hold_id: `hold-${Date.now()}`, members: [{ sub }], ...hour });

  /** Columns of the account's profiles that could give access. */
  async function credentials({ sub }: Tokens) {
    const pool = createPool({ url: kalends().deployment.databaseUrl, max: 1 });
    const { rows } = await pool.query<{ connected: boolean; sealed_password: string | null }>(
      'SELECT connected, sealed_password FROM calendar_sync.profile WHERE account_id = $1',
      [sub],
    );
    await pool.end();
    return rows;
  }
  const hasEnded = (tokens: Tokens) =>
    waitUntil(async () => (await credentials(tokens)).every(({ connected }) => !connected), {
      ...waitOptions,
      what: 'the end of access',
    });

  /** Something happens in the calendar, and an application that may read it has read it in three further polls. */
  async function happensLater(watcher: Tokens) {
    await calendar.put('later.ics', objectOf('later', 'Later', '20261201T130000Z'));
    await hasRead(watcher, 'Dentist', 'Later');
    for (let polls = 0; polls < 3; polls++) {
      other.drain();
      await waitUntil(() => other.count() > 0, waitOptions);
    }
  }

  const revocations = {
    'at /connected-applications': async ({ journey }: Connected) => {
      await journey.browser.open('/connected-applications');
      await journey.browser.submit({}, 'Revoke access of Test application');
      expect(journey.browser.status).toBe(303);
    },
    'by its application (RFC 7009)': async ({ application, tokens }: Connected) => {
      const { client_id, client_secret } = application;
      const body = { client_id, client_secret, token: tokens.refresh_token };
      expect((await call('POST', kalends().url('/oauth/token/revoke'), { body })).status).toBe(200);
    },
  };
  type Connected = Awaited<ReturnType<typeof connected>>;

  it.each(Object.keys(revocations) as (keyof typeof revocations)[])(
    'given two applications, when one is revoked %s, then no further request reaches the provider for it, its password is erased, and nothing is answered about the account; the other one reads on (AUTH-13)',
    { timeout: 120_000 },
    async (how) => {
      const [one, another] = [await connected(revoked), await connected(other)];
      expect((await availability(one.application, one.tokens)).status).toBe(200);
      await revocations[how](one);
      await hasEnded(one.tokens);
      revoked.drain();
      await happensLater(another.tokens);

      expect(revoked.drain()).toEqual([]);
      expect(await credentials(one.tokens)).toEqual([{ connected: false, sealed_password: null }]);
      const notAuthorized = [expect.objectContaining({ key: 'errors.not_authorized' })];
      expect(await availability(one.application, one.tokens)).toMatchObject({
        status: 422,
        body: { errors: { 'participants[0].members[0].sub': notAuthorized } },
      });
      expect(await hold(one.application, one.tokens)).toMatchObject({
        status: 422,
        body: { errors: { 'members[0].sub': notAuthorized } },
      });
      expect((await availability(another.application, another.tokens)).status).toBe(200);
    },
  );

  it(
    'given a revoked account, when its user connects the calendar again, then it has its ids and events again and continues from its cursor (AUTH-14)',
    { timeout: 120_000 },
    async () => {
      const [one, another] = [await connected(revoked), await connected(other)];
      const [before] = await profilesOf(kalends(), one.tokens.access_token);
      await revocations['at /connected-applications'](one);
      await hasEnded(one.tokens);
      await happensLater(another.tokens);
      revoked.drain();

      await one.journey.begin();
      await one.journey.connect({ url: revoked.url, username: 'ada', password });
      const tokens = await one.journey.allow();
      expect(tokens.sub).toBe(one.tokens.sub);
      await hasRead(tokens, 'Dentist', 'Later');
      const [after] = await profilesOf(kalends(), tokens.access_token);
      expect([after!.profile_id, after!.profile_connected]).toEqual([before!.profile_id, true]);
      expect((await availability(one.application, tokens)).status).toBe(200);
      // only what has changed is fetched
      const fetched = revoked.drain().flatMap(({ method, sent }) => {
        if (method !== 'REPORT' || !sent.includes('calendar-multiget')) return [];
        return [...sent.matchAll(/href[^>]*>([^<]+\.ics)</g)].map(([, href]) => href!.split('/').at(-1));
      });
      expect(fetched).toEqual(['later.ics']);
    },
  );
});
