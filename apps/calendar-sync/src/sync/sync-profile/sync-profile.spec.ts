import { expand } from '@kalends/icalendar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, eventUid, meeting, profileId, startEngine, uidFor, type Engine } from '../../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { ProviderError, eventUidOf } from '@kalends/provider-port/sync';

const plain = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z'];
const editedElsewhere = (uid: string, summary: string) => objectOf(uid, ...plain, `SUMMARY:${summary}`);

/** A gate where work waits until a test opens it. */
function gate() {
  let open!: () => void;
  let reached!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const arrival = new Promise<void>((resolve) => (reached = resolve));
  return { open, arrival, wait: () => (reached(), opened) };
}

describe('syncing a profile', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
  });
  afterEach(() => engine.stop());

  const summaries = async () =>
    [...(await engine.state()).values()]
      .flatMap((record) => (record.kind === 'event' && !record.deleted ? [record.series.master?.summary] : []))
      .sort();
  const calendarRecord = async () => [...(await engine.state()).values()].find((record) => record.kind === 'calendar');
  const profileRecord = async () => (await engine.state()).get(profileId);

  it('given a new profile, when it is synced, then calendars and events are published before their "synced"', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'First'));
    await engine.sync();
    const kinds = (await engine.published()).map((record) =>
      record.kind === 'calendar' ? `calendar ${record.synced}` : record.kind,
    );
    expect(kinds).toEqual(['calendar false', 'event', 'calendar true', 'profile']);
    expect(await profileRecord()).toMatchObject({ initial_sync: 'done', connected: true });
  });

  it('given a synced profile, when nothing changed, then its events are not read nor published again', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'First'));
    await engine.sync();
    const before = (await engine.published()).length;
    provider.requests.splice(0);
    // a first read requests no ctags, so the second has none to compare; the third is the second under its ctag
    for (let round = 2; round <= 3; round += 1) {
      await engine.syncNow();
      expect(provider.requests.splice(0)).toEqual(['calendars', 'changes']);
    }
    await engine.syncNow();
    expect(provider.requests).toEqual(['calendars']);
    expect((await engine.published()).slice(before).map(({ kind }) => kind)).toEqual(['profile', 'profile', 'profile']);
  });

  it('given an object rewritten without a visible change, when synced, then it is not published again', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'First'));
    await engine.sync();
    provider.put('/home/a.ics', editedElsewhere('a', 'First'));
    const before = (await engine.published()).length;
    await engine.syncNow();
    expect((await engine.published()).slice(before).map(({ kind }) => kind)).toEqual(['profile']);
    const { rows } = await engine.pool.query('SELECT etag FROM event');
    expect(rows).toEqual([{ etag: '"2"' }]);
  });

  it('given a cursor that is no longer valid, when synced, then events that vanished meanwhile are deleted', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'Kept'));
    provider.put('/home/b.ics', editedElsewhere('b', 'Vanishing'));
    await engine.sync();
    provider.drop('/home/b.ics');
    provider.put('/home/c.ics', editedElsewhere('c', 'New'));
    provider.forget();
    await engine.syncNow();
    expect(await summaries()).toEqual(['Kept', 'New']);
  });

  it('FC-43: given a revoked password, when synced, then the profile is published as disconnected and keeps its events', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'Kept'));
    await engine.sync();
    provider.failure = new ProviderError('authentication-failed', 'Not with that password.');
    await engine.syncNow();
    engine.clock.advance(21_000);
    await engine.sync();
    expect(await profileRecord()).toMatchObject({ connected: false, error: 'Not with that password.' });
    expect(await calendarRecord()).toMatchObject({ freshness: 'disconnected', synced: true });
    expect(await summaries()).toEqual(['Kept']);
    expect(await engine.sync()).toBe(0);
  });

  it('given a server that is down, when synced, then everything is stale and kept, and retries back off', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'Kept'));
    await engine.sync();
    provider.failure = new ProviderError('unavailable', 'Down.');
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      await engine.syncNow();
      const { rows } = await engine.pool.query<{ next_sync_at: number }>('SELECT next_sync_at FROM profile');
      waits.push(rows[0]!.next_sync_at - engine.clock.now());
    }
    expect(waits.every(Number.isInteger)).toBe(true);
    expect(waits[3]!).toBeGreaterThan(waits[0]! * 3);
    expect(await calendarRecord()).toMatchObject({ freshness: 'stale' });
    expect(await profileRecord()).toMatchObject({ connected: true, initial_sync: 'done', error: 'Down.' });
    expect(await summaries()).toEqual(['Kept']);
    provider.failure = undefined;
    await engine.syncNow();
    expect(await calendarRecord()).toMatchObject({ freshness: 'fresh' });
    expect((await profileRecord())!).not.toHaveProperty('error');
  });

  it('given a server with Retry-After, when synced, then it is not called earlier', async () => {
    provider.failure = new ProviderError('unavailable', 'Busy.', { retryAfterMs: 7_200_000 });
    await engine.sync();
    engine.clock.advance(7_199_000);
    expect(await engine.sync()).toBe(0);
    engine.clock.advance(2_000);
    expect(await engine.sync()).toBe(1);
  });

  it('given a calendar that is deleted and created again, when synced, then its events are deleted and restored, its id stays', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'First'));
    await engine.sync();
    const [home] = provider.list.splice(0);
    await engine.syncNow();
    engine.clock.advance(31_000);
    await engine.syncNow();
    const deletedRecord = await calendarRecord();
    expect(deletedRecord).toMatchObject({ deleted: true });
    expect(await summaries()).toEqual([]);
    provider.list.push(home!);
    await engine.syncNow();
    expect(await calendarRecord()).toMatchObject({
      calendar_id: deletedRecord?.kind === 'calendar' && deletedRecord.calendar_id,
      deleted: false,
    });
    expect(await summaries()).toEqual(['First']);
  });

  it('FC-11: given one UID in two calendars, each with an override, then neither is merged nor duplicated', async () => {
    const work = { href: '/work/', name: 'Work', readonly: false, primary: false, tzid: 'Europe/London' };
    provider.list.push(work);
    const series = (summary: string) => {
      const master = objectOf('shared', ...plain, 'RRULE:FREQ=DAILY;COUNT=3', `SUMMARY:${summary}`);
      const moved = ['DTSTART:20261202T120000Z', 'DTEND:20261202T130000Z', `SUMMARY:${summary} later`];
      const override = ['BEGIN:VEVENT', 'UID:shared', 'DTSTAMP:20261101T000000Z', 'RECURRENCE-ID:20261202T100000Z'];
      return master.replace('END:VEVENT', ['END:VEVENT', ...override, ...moved, 'END:VEVENT'].join('\r\n'));
    };
    provider.put('/home/a.ics', series('At home'));
    provider.put('/work/a.ics', series('At work'));
    await engine.sync();
    await engine.syncNow();
    const storedEvents = async () =>
      [...(await engine.state()).values()].flatMap((record) =>
        record.kind === 'event' && !record.deleted
          ? [[record.calendar_id, record.series.master?.summary, record.series.overrides.length]]
          : [],
      );
    const records = await storedEvents();
    expect(records.map(([, summary, overrides]) => [summary, overrides]).sort()).toEqual([
      ['At home', 1],
      ['At work', 1],
    ]);
    expect(new Set(records.map(([calendarId]) => calendarId)).size).toBe(2);
    provider.drop('/home/a.ics');
    await engine.syncNow();
    expect((await storedEvents()).map(([, summary]) => summary)).toEqual(['At work']);
  });

  it('FC-13: given a provider that reports no deleted occurrences, when a series arrives without one, then it is deleted', async () => {
    const listed = (...days: string[]) => {
      const dates = days.map((day) => `RDATE:202612${day}T100000Z`);
      const moved = ['RECURRENCE-ID:20261205T100000Z', 'DTSTART:20261205T150000Z', 'DTEND:20261205T160000Z'];
      const override = [
        'BEGIN:VEVENT',
        'UID:listed',
        'DTSTAMP:20261101T000000Z',
        ...moved,
        'SUMMARY:Moved',
        'END:VEVENT',
      ];
      const object = objectOf('listed', ...plain, ...dates, 'SUMMARY:Listed');
      return days.includes('05') ? object.replace('END:VEVENT', ['END:VEVENT', ...override].join('\r\n')) : object;
    };
    const starts = async () => {
      const found = [...(await engine.state()).values()].find((record) => record.kind === 'event')!;
      const window = { start: Date.UTC(2026, 11, 1), end: Date.UTC(2027, 0, 1) };
      return expand(found.series, window, { floatingZone: 'Etc/UTC' }).map(({ startMs }) => new Date(startMs).toJSON());
    };
    provider.put('/home/a.ics', listed('03', '05', '08'));
    await engine.sync();
    expect(await starts()).toEqual([
      '2026-12-01T10:00:00.000Z',
      '2026-12-03T10:00:00.000Z',
      '2026-12-05T15:00:00.000Z',
      '2026-12-08T10:00:00.000Z',
    ]);
    provider.put('/home/a.ics', listed('08'));
    await engine.syncNow();
    expect(await starts()).toEqual(['2026-12-01T10:00:00.000Z', '2026-12-08T10:00:00.000Z']);
  });

  it('given a UID at two hrefs, when synced repeatedly, then one event stays unchanged', async () => {
    provider.put('/home/a.ics', editedElsewhere('twice', 'Held'));
    provider.put('/home/b.ics', editedElsewhere('twice', 'Second'));
    await engine.sync();
    const before = (await engine.published()).filter(({ kind }) => kind === 'event').length;
    provider.put('/home/b.ics', editedElsewhere('twice', 'Second, changed'));
    await engine.syncNow();
    provider.forget();
    await engine.syncNow();
    expect((await engine.published()).filter(({ kind }) => kind === 'event')).toHaveLength(before);
    expect(await summaries()).toEqual(['Held']);
    provider.drop('/home/a.ics');
    await engine.syncNow();
    await engine.syncNow();
    expect(await summaries()).toEqual(['Second, changed']);
  });

  it('given an object that gets another href, when synced, then its event is never deleted', async () => {
    provider.put('/home/a.ics', editedElsewhere('moved', 'Here'));
    await engine.sync();
    provider.drop('/home/a.ics');
    provider.put('/home/z.ics', editedElsewhere('moved', 'Here'));
    await engine.syncNow();
    const records = (await engine.published()).filter((record) => record.kind === 'event');
    expect(records.map(({ deleted }) => deleted)).toEqual([false]);
    const { rows } = await engine.pool.query('SELECT href FROM event');
    expect(rows).toEqual([{ href: '/home/z.ics' }]);
  });

  it('given an unreadable object and a task, when synced, then the others are stored', async () => {
    provider.put('/home/bad.ics', 'BEGIN:VCALENDAR\r\nthis is nothing\r\n');
    provider.put('/home/task.ics', editedElsewhere('task', 'Task').replaceAll('VEVENT', 'VTODO'));
    provider.put('/home/a.ics', editedElsewhere('a', 'Good'));
    await engine.sync();
    expect(await summaries()).toEqual(['Good']);
    expect(await profileRecord()).toMatchObject({ initial_sync: 'done' });
    const { rows } = await engine.pool.query('SELECT href, reason FROM other_object ORDER BY href');
    expect(rows).toEqual([
      { href: '/home/bad.ics', reason: 'unreadable' },
      { href: '/home/task.ics', reason: 'no-event' },
    ]);
  });

  it('given two replicas, when both poll, then a profile is synced once, and a dead one’s lease is taken over', async () => {
    const [one, other] = [engine.replica(), engine.replica()];
    const counts = await Promise.all([engine.sync(one.syncs), engine.sync(other.syncs)]);
    expect(counts.sort()).toEqual([0, 1]);
    await engine.pool.query(`UPDATE profile SET next_sync_at = 0, lease_id = 'of a dead process',
      lease_until = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 6000`);
    expect(await engine.sync()).toBe(0);
    await engine.pool.query('UPDATE profile SET lease_until = lease_until - 6001');
    expect(await engine.sync()).toBe(1);
  });

  it('given a lease lost while reading, when the batch arrives, then nothing of it is stored', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'Late'));
    provider.pause.beforeBatch = async () => void (await engine.pool.query(`UPDATE profile SET lease_id = 'another'`));
    await engine.sync();
    expect(await summaries()).toEqual([]);
  });

  it('given an account erased while it is read, when the batch arrives, then nothing of it is stored again', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'Late'));
    provider.pause.beforeBatch = () => engine.handle({ kind: 'erase-account', account_id: accountId });
    await engine.sync();
    for (const table of ['profile', 'calendar', 'event', 'other_object']) {
      expect((await engine.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
    }
  });

  it('given an account with events, when it is erased, then the topic gets a tombstone for each of its records', async () => {
    provider.put('/home/a.ics', editedElsewhere('a', 'Kept'));
    await engine.sync();
    const keys = async (condition: string) => {
      const sql = `SELECT DISTINCT key FROM outbox WHERE topic = 'calendar-sync.event.calendar-state.v1' AND ${condition}`;
      const { rows } = await engine.pool.query<{ key: string }>(sql);
      return rows.map(({ key }) => key).sort();
    };
    const tombstones = await keys('body IS NOT NULL');
    await engine.handle({ kind: 'erase-account', account_id: accountId });
    expect(tombstones.length).toBeGreaterThanOrEqual(3);
    expect(await keys('body IS NULL')).toEqual(tombstones);
  });

  it('given a sync that read an older state, when a write settles meanwhile, then readers never see it disappear', async () => {
    provider.put(`/home/${uidFor('ours')}.ics`, editedElsewhere(uidFor('ours'), 'Old'));
    await engine.sync();
    provider.put(`/home/${uidFor('ours')}.ics`, editedElsewhere(uidFor('ours'), 'Old but changed'));
    const slow = gate();
    provider.pause.beforeBatch = slow.wait;
    const reading = engine.syncNow();
    await slow.arrival;
    await engine.write('ours', { summary: 'New' });
    await engine.sendWrites();
    const countAtSettling = (await engine.published()).length;
    slow.open();
    await reading;
    const after = (await engine.published()).slice(countAtSettling);
    expect(after.flatMap((record) => (record.kind === 'event' ? [record.series.master?.summary] : []))).toEqual([]);
    delete provider.pause.beforeBatch;
    await engine.syncNow();
    expect((await engine.event('ours'))!.series.master!.summary).toBe('New');
  });

  it('given a change elsewhere that a sync stores during a write, when all is settled, then the newest state wins', async () => {
    await engine.sync();
    await engine.write('ours', meeting);
    const slow = gate();
    provider.pause.afterWrite = slow.wait;
    const writing = engine.sendWrites();
    await slow.arrival;
    provider.put(`/home/${uidFor('ours')}.ics`, editedElsewhere(uidFor('ours'), 'Theirs, later'));
    await engine.syncNow();
    slow.open();
    await writing;
    await engine.syncNow();
    expect((await engine.event('ours'))!.series.master!.summary).toBe('Theirs, later');
  });

  it('given another zone of the calendar, when synced, then its events are published in it', async () => {
    provider.put('/home/a.ics', objectOf('a', 'DTSTART:20261201T100000', 'SUMMARY:Floating'));
    await engine.sync();
    provider.list[0]!.tzid = 'Asia/Tokyo';
    await engine.syncNow();
    const { rows } = await engine.pool.query<{ calendar_id: string }>('SELECT calendar_id FROM calendar');
    const record = (await engine.state()).get(eventUidOf(rows[0]!.calendar_id, 'a'));
    expect(record).toMatchObject({ floating_tzid: 'Asia/Tokyo' });
    expect(eventUid('a')).toMatch(/^evt_[0-9a-f]{24}$/);
  });
});
