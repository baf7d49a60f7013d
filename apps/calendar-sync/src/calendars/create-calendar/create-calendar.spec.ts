import type { CalendarRecord, CreateCalendarQuery } from '@kalends/contracts';
import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, meeting, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import { SettleProfileHandler } from '../../profiles/settle-profile/settle-profile.handler.js';
import { CreateCalendarHandler } from './create-calendar.handler.js';

const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const sealer = createSealer([new Uint8Array(32).fill(7)]);
const stageProfileSql = `
  INSERT INTO staged_profile (profile_id, provider_name, profile_name, url, username, scope, own_addresses, default_tzid, staged_at)
  SELECT profile_id, provider_name, profile_name, url, username, '{}', own_addresses, default_tzid, 0 FROM profile`;

describe('creating a calendar at a provider', () => {
  let engine: Engine;
  let provider: MemoryProvider;
  let handler: CreateCalendarHandler;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    const wake = () => undefined;
    handler = new CreateCalendarHandler(engine.pool, () => provider, engine.clock.now, wake, log);
    await engine.syncNow();
  });
  afterEach(() => engine.stop());

  const query = (more: Partial<CreateCalendarQuery> = {}): CreateCalendarQuery => ({
    account_id: accountId,
    profile_id: profileId,
    name: 'Rotas',
    tzid: 'Europe/London',
    ...more,
  });
  async function createdRecord(): Promise<CalendarRecord> {
    const reply = await handler.create(query({ color: '#49BED8' }));
    if (reply.outcome !== 'created') throw new Error(reply.description);
    return reply.calendar;
  }
  const recordOf = async (id: string) => (await engine.state()).get(id) as CalendarRecord;

  it('given a connected profile, when requested, then the calendar exists, is published, due, and accepts writes', async () => {
    const calendar = await createdRecord();
    expect(calendar).toMatchObject({
      profile_id: profileId,
      calendar_name: 'Rotas',
      calendar_readonly: false,
      color: '#49BED8',
      deleted: false,
    });
    expect(await recordOf(calendar.calendar_id)).toEqual(calendar);
    expect(await engine.sync()).toBe(1);
    expect(await recordOf(calendar.calendar_id)).toMatchObject({ synced: true, freshness: 'fresh' });
    await engine.write('first', meeting, calendar.calendar_id);
    await engine.sendWrites();
    expect(provider.hrefs().filter((href) => !href.startsWith('/home/'))).toHaveLength(1);
  });

  it('given a lost reply, when requested again, then it is the same calendar, created once', async () => {
    const first = await createdRecord();
    expect((await createdRecord()).calendar_id).toBe(first.calendar_id);
    expect(provider.list.filter(({ name }) => name === 'Rotas')).toHaveLength(1);
  });

  it('given a crash before it was stored, when a sync finds it and the request is repeated, then there is one calendar', async () => {
    const keep = provider.createCalendar.bind(provider);
    let href = '';
    provider.createCalendar = async (newCalendar) => {
      href = (await keep(newCalendar)).href;
      throw new Error('killed');
    };
    await expect(handler.create(query())).rejects.toThrow('killed');
    provider.createCalendar = keep;
    await engine.syncNow();
    const { calendar_id } = await createdRecord();
    const { rows } = await engine.pool.query('SELECT calendar_id FROM calendar WHERE href = $1', [href]);
    expect(rows).toEqual([{ calendar_id }]);
  });

  it('given a provider that lists it late, when synced, then it stays with its writes; if it never appears, it is deleted', async () => {
    const { calendar_id } = await createdRecord();
    provider.list.splice(1);
    await engine.syncNow();
    expect(await recordOf(calendar_id)).toMatchObject({ deleted: false });
    engine.clock.advance(121_000);
    await engine.syncNow();
    expect(await recordOf(calendar_id)).toMatchObject({ deleted: true });
  });

  it('given a profile that is still staged, when requested, then it is created once the profile settles; if it never does, the client should try again', async () => {
    await engine.pool.query(stageProfileSql);
    await engine.pool.query('DELETE FROM profile');
    expect(await handler.create(query())).toMatchObject({ outcome: 'refused', refusal: 'unavailable' });
    const reply = handler.create(query());
    const settle = new SettleProfileHandler(engine.pool, engine.clock.now, () => undefined, log, sealer);
    await settle.settle({ kind: 'publish', account_id: accountId, staged_id: profileId, profile_id: profileId });
    expect(await reply).toMatchObject({ outcome: 'created', calendar: { calendar_name: 'Rotas' } });
  });

  it.each([
    ['refused', 'refused'],
    ['unavailable', 'unavailable'],
    ['authentication-failed', 'not-connected'],
  ] as const)(
    'given that the provider fails with %s, when requested, then the reply is %s',
    async (failure, refusal) => {
      provider.failure = new ProviderError(failure, 'Not here.');
      const reply = await handler.create(query());
      expect(reply).toEqual({ outcome: 'refused', refusal, description: 'Not here.' });
      const { rows } = await engine.pool.query('SELECT name FROM calendar');
      expect(rows).toEqual([{ name: 'Home' }]);
    },
  );

  it('given another account’s profile, or a disconnected one, when requested, then the provider is not called', async () => {
    const requestsBefore = provider.requests.length;
    const foreign = await handler.create(query({ account_id: 'acc_2' }));
    expect(foreign).toMatchObject({ outcome: 'refused', refusal: 'unknown-profile' });
    await engine.pool.query('UPDATE profile SET connected = false');
    expect(await handler.create(query())).toMatchObject({ outcome: 'refused', refusal: 'not-connected' });
    expect(provider.requests).toHaveLength(requestsBefore);
  });
});
