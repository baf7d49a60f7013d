import type { EventChange, WriteEventCommand } from '@kalends/contracts';
import { expand, toIso } from '@kalends/icalendar';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, eventUid, startEngine, uidFor, type Engine } from '../../engine.fixture.js';

const at = (local: string) => ({ local: `2026-12-${local}:00`, tzid: 'Etc/UTC' });
const daily = (count: number) => ({ rrules: [`FREQ=DAILY;COUNT=${count}`], rdates: [], exdates: [] });
const whole: EventChange = { summary: 'Daily', start: at('01T10:00'), end: at('01T11:00'), recurrence: daily(4) };
const creation: EventChange = {
  ...{ summary: 'Later', start: at('03T12:00'), end: at('03T13:00'), recurrence: daily(2) },
  created: { overrides: [{ recurrence_id: at('04T12:00'), change: { summary: 'Last' } }] },
};
const shortened: EventChange = { existing: true, recurrence: daily(2) };

describe('a series that is divided', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
    await engine.write('series', whole);
    await engine.sendWrites();
    provider.requests.length = 0;
  });
  afterEach(() => engine.stop());

  const command = async (name: string, number: number, more: Partial<WriteEventCommand>) => {
    const { rows } = await engine.pool.query<{ calendar_id: string }>('SELECT calendar_id FROM calendar LIMIT 1');
    await engine.handle({
      ...{ kind: 'write-event', account_id: accountId, calendar_id: rows[0]!.calendar_id, event_uid: eventUid(name) },
      ...{ command: number, operation: 'upsert', accepted_at: engine.clock.now() },
      ...more,
    } as WriteEventCommand);
  };
  /** The commands of the gateway's transaction, in their order; the rest is somebody else's if it has no event_id. */
  const divide = async (rest: { event_id?: string } = { event_id: 'rest' }) => {
    await command('rest', 2, { ...rest, change: creation });
    const after = { event_uid: eventUid('rest'), command: 2 };
    await command('series', 3, { event_id: 'series', change: shortened, after });
  };
  const shown = async () => {
    const records = [await engine.event('series'), await engine.event('rest')];
    return records.flatMap((record) => {
      if (!record || record.deleted) return [];
      const window = { start: Date.UTC(2026, 10), end: Date.UTC(2027, 0) };
      return expand(record.series, window, { floatingZone: 'Etc/UTC' }).map(
        ({ startMs, component }) => `${toIso(startMs).slice(8, 13)} ${component.summary}`,
      );
    });
  };
  const requests = () =>
    provider.requests.map((one) => one.replace(uidFor('series'), 'series').replace(uidFor('rest'), 'rest'));
  const four = ['01T10 Daily', '02T10 Daily', '03T10 Daily', '04T10 Daily'];
  const both = ['01T10 Daily', '02T10 Daily', '03T12 Later', '04T12 Last'];

  it.each<[{ event_id?: string }]>([[{ event_id: 'rest' }], [{}]])(
    'given both writes (%j), then readers see them at once, and the provider creates the rest before it ends the series (EVT-48)',
    async (rest) => {
      await divide(rest);
      expect(await shown()).toEqual(both);
      expect(await engine.sendWrites()).toBe(1);
      expect(requests()).toEqual(['upsert rest']);
      expect(await engine.sendWrites()).toBe(1);
      expect(requests()).toEqual(['upsert rest', 'upsert series']);
      expect(await shown()).toEqual(both);
      await engine.syncNow();
      expect(await shown()).toEqual(both);
      expect((await engine.event('rest'))!.event_id).toBe(rest.event_id);
    },
  );

  it('given a provider that is unavailable, then the series is not ended before the rest exists, however often it is tried (EVT-48)', async () => {
    await divide();
    provider.failure = new ProviderError('unavailable', 'Later.');
    await engine.sendWrites();
    engine.clock.advance(3_600_000);
    await engine.sendWrites();
    expect(requests()).toEqual(['upsert rest', 'upsert rest']);
    expect(await shown()).toEqual(both);
  });

  it('given a provider that refuses the rest, then the series is not ended either, and both name why (EVT-48)', async () => {
    await divide();
    provider.failure = new ProviderError('refused', 'Too much.');
    await engine.sendWrites();
    provider.failure = undefined;
    await engine.sendWrites();
    expect(requests()).toEqual(['upsert rest']);
    expect(await shown()).toEqual(four);
    expect((await engine.event('rest'))!).toMatchObject({ deleted: true, refused_write: { reason: 'Too much.' } });
    expect((await engine.event('series'))!.refused_write).toMatchObject({
      reason: 'The series is not divided: Too much.',
    });
    expect((await engine.pool.query('SELECT FROM pending_write')).rowCount).toBe(0);
  });

  it('given a provider that refuses to end the series, then the rest is deleted again, and no instance is there twice (EVT-48)', async () => {
    await divide();
    await engine.sendWrites();
    provider.failure = new ProviderError('refused', 'Not yours.');
    await engine.sendWrites();
    expect(await shown()).toEqual(four);
    provider.failure = undefined;
    await engine.sendWrites();
    expect(requests()).toEqual(['upsert rest', 'upsert series', 'remove rest']);
    await engine.syncNow();
    expect(await shown()).toEqual(four);
    expect((await engine.event('series'))!.refused_write).toMatchObject({ reason: 'Not yours.' });
  });

  it('given a series that its user has deleted meanwhile, then nothing of it is created again (EVT-48)', async () => {
    await divide();
    await engine.sendWrites();
    provider.drop(`/home/${uidFor('series')}.ics`);
    await engine.sendWrites();
    await engine.sendWrites();
    expect(provider.hrefs()).toEqual([]);
    await engine.syncNow();
    expect(await shown()).toEqual([]);
  });
});
