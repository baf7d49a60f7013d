import type { CalendarRecord, EventRecord } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { SeenState } from './differences.js';

const common = { account_id: 'acc_1', calendar_id: 'cal_1', deleted: false };

const calendar: CalendarRecord = {
  kind: 'calendar',
  ...common,
  revision: 1,
  profile_id: 'pro_1',
  calendar_name: 'Home',
  calendar_readonly: false,
  calendar_primary: true,
  tzid: 'Etc/UTC',
  synced: true,
  freshness: 'fresh',
};

const event = (revision: number, command: number, summary: string, more: Partial<EventRecord> = {}): EventRecord => ({
  kind: 'event',
  ...common,
  event_uid: 'evt_1',
  event_id: 'ours',
  revision,
  command,
  changed_at: revision,
  floating_tzid: 'Etc/UTC',
  own_addresses: [],
  series: {
    uid: 'uid-1',
    master: {
      summary,
      start: { local: '2026-12-01T15:30:00', tzid: 'Etc/UTC' },
      end: { local: '2026-12-01T17:00:00', tzid: 'Etc/UTC' },
      status: 'confirmed',
      transparency: 'opaque',
    },
    overrides: [],
  },
  ...more,
});

/** The kinds of differences that consecutive records cause, once the calendar is known to be synced. */
function detectAll(...records: EventRecord[]) {
  const seen = new SeenState(new Map(), new Map(), new Map());
  seen.apply(calendar);
  return records.map((record) => seen.apply(record).map(({ kind, at }) => ({ kind, at })));
}

describe('a state topic that keeps only the newest record of each event', () => {
  it("given a change elsewhere whose record the application's own write has replaced, when it arrives, then it is notified", () => {
    const detected = detectAll(event(100, 1, 'Ours'), event(300, 2, 'Ours again', { elsewhere_revision: 200 }));
    expect(detected).toEqual([[], [{ kind: 'event-changed', at: 300 }]]);
  });

  it('given a change elsewhere that was notified, when the application writes after it, then nothing is notified', () => {
    const elsewhere = event(200, 1, 'Theirs', { elsewhere_revision: 200 });
    const detected = detectAll(event(100, 1, 'Ours'), elsewhere, event(300, 2, 'Ours', { elsewhere_revision: 200 }));
    expect(detected).toEqual([[], [{ kind: 'event-changed', at: 200 }], []]);
  });

  it('given an event that the application created, when its user deletes it, then that is notified', () => {
    const deletion = event(300, 1, 'Ours', { deleted: true, elsewhere_revision: 300 });
    expect(detectAll(event(100, 1, 'Ours'), deletion)).toEqual([[], [{ kind: 'event-changed', at: 300 }]]);
  });

  it("given the application's own writes only, when they arrive, then nothing needs to be stored of them", () => {
    const seen = new SeenState(new Map(), new Map([['cal_1', { ...calendar }]]), new Map());
    for (const record of [event(100, 1, 'Ours'), event(200, 2, 'Ours again')]) expect(seen.apply(record)).toEqual([]);
    expect(seen.changed.events.size).toBe(0);
  });
});
