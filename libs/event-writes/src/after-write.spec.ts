import type { EventRecord } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { nextRevision, recordAfterWrite, type AcceptedWrite } from './after-write.js';

const at = Date.UTC(2026, 10, 20, 12);
const master: NonNullable<EventRecord['series']['master']> = {
  summary: 'Board meeting',
  description: 'Figures',
  start: { local: '2026-12-01T15:30:00', tzid: 'Etc/UTC' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Etc/UTC' },
  status: 'confirmed',
  transparency: 'opaque',
};
const place = {
  account_id: 'acc_1',
  calendar_id: 'cal_1',
  event_uid: 'evt_1',
  floating_tzid: 'Europe/London',
  own_addresses: ['ada@example.com'],
};
const ours = { ...place, event_id: 'board' };
const present: EventRecord = {
  kind: 'event',
  ...ours,
  google_event_id: 'g1',
  revision: 100,
  command: 1,
  deleted: false,
  changed_at: 100,
  elsewhere_revision: 90,
  refused_write: { command: 1, operation: 'upsert', reason: 'Not today.', refused_at: 95, revision: 95 },
  series: { uid: 'evt_1@kalends', master, overrides: [] },
};
const upsert = (change: AcceptedWrite['change']): AcceptedWrite => ({ operation: 'upsert', change, accepted_at: at });
const deletion: AcceptedWrite = { operation: 'delete', change: null, accepted_at: at };

describe('the record of an event after a write', () => {
  it('given no event, when written, then it is created, and nobody has changed it elsewhere', () => {
    const { summary, start, end } = master;
    const record = recordAfterWrite(null, upsert({ summary, start, end }), ours);
    expect(record).toMatchObject({
      ...ours,
      deleted: false,
      changed_at: at,
      series: { uid: 'evt_1@kalends', master: { summary, created: '2026-11-20T12:00:00Z' } },
    });
    expect(record.elsewhere_revision).toBeUndefined();
  });

  it('given an event, when one member is written, then all others stay, with what is known about it', () => {
    expect(recordAfterWrite(present, upsert({ summary: 'Moved' }), ours)).toEqual({
      ...present,
      changed_at: at,
      series: { ...present.series, master: { ...master, summary: 'Moved', updated: '2026-11-20T12:00:00Z' } },
    });
  });

  it('given an event, when deleted, then its last series stays', () => {
    expect(recordAfterWrite(present, deletion, ours)).toEqual({ ...present, changed_at: at, deleted: true });
  });

  it('given a deleted event of the application, when written, then it starts afresh with its UID', () => {
    const { summary, start, end } = master;
    const record = recordAfterWrite({ ...present, deleted: true }, upsert({ summary, start, end }), ours);
    expect(record).toMatchObject({ deleted: false, series: { uid: 'evt_1@kalends', master: { summary } } });
    expect(record.series.master?.description).toBeUndefined();
  });

  it('given a deleted event of somebody else, when edited, then it stays deleted (EVT-28)', () => {
    const { event_id: _, ...external } = present;
    const record = recordAfterWrite({ ...external, deleted: true }, upsert({ summary: 'Moved' }), place);
    expect(record).toMatchObject({ deleted: true, series: { master: { summary: 'Board meeting' } } });
  });

  it.each([
    [100, 50, 101],
    [100, 100, 101],
    [100, 200, 200],
  ])('given revision %i at %i ms, then the next is %i', (last, now, next) => {
    expect(nextRevision(last, now)).toBe(next);
  });
});
