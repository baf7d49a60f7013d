import type { CalendarStateRecord } from '@kalends/contracts';
import { createLogger } from '@kalends/service-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { republishState } from './republish-state.js';

const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const times = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z'];

describe('republishing the whole state', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    provider.put('/home/a.ics', objectOf('a', ...times, 'SUMMARY:First'));
    provider.put('/home/b.ics', objectOf('b', ...times, 'SUMMARY:Second'));
    await engine.sync();
  });
  afterEach(() => engine.stop());

  const byKey = (records: Iterable<CalendarStateRecord>) => [...records].map((one) => JSON.stringify(one)).sort();
  /** What the outbox receives, and how it was reported. */
  async function republished(more: { waiting?: () => Promise<number>; signal?: AbortSignal } = {}) {
    await engine.pool.query('DELETE FROM outbox');
    const reports: number[] = [];
    const dependencies = { pool: engine.pool, log, wake: () => undefined, waiting: more.waiting ?? (async () => 0) };
    const report = async (records: number) => void reports.push(records);
    const remaining = await republishState(dependencies, report, more.signal ?? new AbortController().signal);
    return { remaining, reports, records: await engine.published() };
  }

  it('given a lost topic, then every record is published as it was last, with its revision', async () => {
    const before = await engine.state();
    engine.clock.advance(60_000);
    const { remaining, reports, records } = await republished();
    expect(byKey(records)).toEqual(byKey(before.values()));
    expect(records).toHaveLength(4);
    expect([remaining, reports.at(-1)]).toEqual([0, 4]);
  });

  it('given a deleted event, then its deletion is published again', async () => {
    provider.drop('/home/a.ics');
    await engine.syncNow();
    const { records } = await republished();
    const events = records.filter(({ kind }) => kind === 'event');
    expect(events.map(({ deleted }) => deleted).sort()).toEqual([false, true]);
  });

  it('given a profile, then its record precedes those of its calendars and events', async () => {
    const { records } = await republished();
    expect(records.map(({ kind }) => kind)).toEqual(['profile', 'calendar', 'event', 'event']);
  });

  it('given more events than a page, then each is published once', async () => {
    await engine.pool.query(
      `INSERT INTO event (calendar_id, account_id, event_uid, uid, published, revision, command, changed_at, deleted)
       SELECT calendar_id, account_id, 'evt_' || n, 'uid-' || n, jsonb_set(published, '{event_uid}', to_jsonb('evt_' || n)),
              revision, command, changed_at, deleted
       FROM (SELECT * FROM event LIMIT 1) AS one, generate_series(1, 1000) AS n`,
    );
    const { remaining, records } = await republished();
    const uids = records.flatMap((record) => (record.kind === 'event' ? [record.event_uid] : []));
    expect([remaining, uids.length, new Set(uids).size]).toEqual([0, 1_002, 1_002]);
  });

  it('given a full outbox, when the bus drains it, then publishing continues; if stopped instead, it ends', async () => {
    let waits = 0;
    const { remaining } = await republished({ waiting: async () => (waits++ === 0 ? 2_000 : 1_999) });
    expect([remaining, waits > 1]).toEqual([0, true]);
    const stop = new AbortController();
    const stopped = await republished({
      signal: stop.signal,
      waiting: async () => {
        stop.abort();
        return 2_000;
      },
    });
    expect([stopped.remaining, stopped.reports]).toEqual([undefined, [2]]);
  });
});
