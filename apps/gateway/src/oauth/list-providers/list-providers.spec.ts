import { calendarSyncOperations } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, publicUrl, startTestGateway } from '../../gateway.fixture.js';
import { presentProfileState } from '../../accounts/present-profile-state.js';
import { apply, newDeveloper, profileOf } from '../../read-model/gateway-database.fixture.js';
import { startConsentSetup, type ConsentSetup } from '../journey/consent.fixture.js';

const none = { ok: 0, pending: 0, failing: 0, set_aside: 0, disconnected: 0 };

describe('the providers at which users consent (ADM-38)', () => {
  let setup: ConsentSetup;
  beforeAll(async () => {
    setup = await startConsentSetup(testClock().now, {
      MICROSOFT_CLIENT_ID: undefined,
      MICROSOFT_CLIENT_SECRET: undefined,
    });
  });
  afterAll(() => setup.close());

  const list = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${setup.url}/admin/v1/providers`, { headers });
    return { status: response.status, body: (await response.json()) as object };
  };

  it('given one that is configured, then it has the address to register, the other one its settings; nothing is sent', async () => {
    const before = await setup.counts();
    const { body } = await list(adminKey);
    expect(body).toEqual({
      providers: [
        {
          provider: 'google',
          name: 'Google',
          configured: true,
          redirect_address: `${publicUrl}/oauth/providers/google/callback`,
          settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
          budget: null,
          profiles: [{ provider_name: 'google', ...none }],
          ending_profiles: 0,
          checked_at: null,
          result: null,
          findings: [],
        },
        {
          provider: 'microsoft',
          name: 'Microsoft',
          configured: false,
          redirect_address: null,
          settings: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
          budget: null,
          profiles: [
            { provider_name: 'exchange', ...none },
            { provider_name: 'live_connect', ...none },
          ],
          ending_profiles: 0,
          checked_at: null,
          result: null,
          findings: [],
        },
      ],
    });
    expect(await setup.counts()).toEqual(before);
  });

  it('given a check, then the list has what it found, with its time, and sends nothing (ADM-42)', async () => {
    const redirect_uris = [`${publicUrl}/oauth/providers/google/callback`];
    await setup.control('seed', { clients: [{ client_id: 'kalends', client_secret: 'another', redirect_uris }] });
    const headers = { authorization: `Bearer ${adminKey}` };
    await fetch(`${setup.url}/admin/v1/providers/google/check`, { method: 'POST', headers });
    const before = await setup.counts();
    const [google] = ((await list(adminKey)).body as { providers: object[] }).providers;
    expect(google).toMatchObject({
      checked_at: '2026-01-05T09:00:00Z',
      result: 'failed',
      findings: [{ check: 'client', result: 'failed' }],
    });
    expect(await setup.counts()).toEqual(before);
  });

  it('given profiles, then they are counted by their state, of each kind of account, as it is in an account (ADM-43)', async () => {
    const { pool } = setup.database;
    await pool.query(`INSERT INTO account (account_id, client_id, default_tzid) VALUES ('acc_9', 'app', 'Etc/UTC')`);
    const profiles = [
      ['exchange', {}],
      ['exchange', { initial_sync: 'pending' }],
      ['exchange', { error: 'refused', initial_sync: 'failed' }],
      ['exchange', { error: 'refused', set_aside: true }],
      ['exchange', { error: 'refused', connected: false }],
      ['live_connect', { deleted: true }],
      ['caldav', {}],
    ] as const;
    const records = profiles.map(([provider_name, more], index) =>
      profileOf('acc_9', { provider_name, profile_id: `pro_${index}`, revision: 2, ...more } as never),
    );
    await apply(pool, 'acc_9', records);
    const { body } = await list(adminKey);
    const [google, microsoft] = (body as { providers: { profiles: object[] }[] }).providers;
    expect(google!.profiles).toEqual([{ provider_name: 'google', ...none }]);
    expect(microsoft!.profiles).toEqual([
      { provider_name: 'exchange', ok: 1, pending: 1, failing: 1, set_aside: 1, disconnected: 1 },
      { provider_name: 'live_connect', ...none },
    ]);
    const states = records.slice(0, 5).map((record) => presentProfileState(record, []));
    expect(states.map((one) => (one as { profile_state?: string }).profile_state).sort()).toEqual([
      'disconnected',
      'failing',
      'ok',
      'pending',
      'set_aside',
    ]);
  });

  it('given a developer, then 403', async () => {
    expect((await list((await newDeveloper(setup.database.pool)).key)).status).toBe(403);
  });
});

interface Listed {
  provider: string;
  budget: unknown;
}

describe('the budget of a provider in the list (ADM-41)', () => {
  const clock = testClock();
  const budget = { minute: { used: 120, limit: 10_000 }, day: { used: 21_000, limit: 1_000_000, forecast: 64_000 } };

  it('given the budgets of calendar-sync, then each provider has its own, as in the activity; without a reply it is null', async () => {
    const closed = { ...budget, closed_until: clock.now() };
    const numbers = {
      outcome: 'numbers',
      outbox: { messages: 0, oldest_s: 0 },
      inbox: null,
      dead_letters: 0,
      counts: [],
    };
    let reply: object | Error = { ...numbers, budgets: [{ provider: 'google', ...closed }] };
    const replyTo = (topic: string) => (topic === calendarSyncOperations.name ? reply : new Error('no reply'));
    const gateway = await startTestGateway({ now: clock.now, replyTo });
    try {
      const read = async (path: string) => {
        const { body } = await gateway.call('GET', `/admin/v1/${path}`, { token: adminKey });
        return new Map((body as { providers: Listed[] }).providers.map((one) => [one.provider, one.budget]));
      };
      const listed = await read('providers');
      expect(listed.get('google')).toEqual({ ...budget, closed_until: new Date(clock.now()).toISOString() });
      expect(listed.get('google')).toEqual((await read('activity')).get('google'));
      expect(listed.get('microsoft')).toBeNull();
      reply = new Error('calendar-sync is away');
      expect((await read('providers')).get('google')).toBeNull();
    } finally {
      await gateway.stop();
    }
  });
});
