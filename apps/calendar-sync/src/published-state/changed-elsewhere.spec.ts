import type { EventRecord } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { elsewhereRevision } from './changed-elsewhere.js';

const master: NonNullable<EventRecord['series']['master']> = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Etc/UTC' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Etc/UTC' },
  status: 'confirmed',
  transparency: 'opaque',
};

const record = (more: Partial<EventRecord>, change: Partial<typeof master> = {}): EventRecord => ({
  kind: 'event',
  account_id: 'acc_1',
  calendar_id: 'cal_1',
  event_uid: 'evt_1',
  revision: 100,
  command: 0,
  deleted: false,
  changed_at: 100,
  floating_tzid: 'Etc/UTC',
  own_addresses: [],
  series: { uid: 'uid-1', master: { ...master, ...change }, overrides: [] },
  ...more,
});

describe('who changed an event', () => {
  it('given an event from its provider, when it is first seen, then it was changed elsewhere', () => {
    expect(elsewhereRevision(undefined, record({ revision: 100 }))).toBe(100);
  });

  it("given a write, when the provider's echo adds properties, then it was not changed elsewhere", () => {
    const before = record({ revision: 200, command: 1 });
    const added = {
      description: '',
      attendees: [],
      organizer: { email: 'ada@example.com' },
      reminders: [10],
      created: '2026-11-20T10:00:00Z',
      updated: '2026-11-20T10:00:01Z',
      sequence: 1,
      start: { local: '2026-12-01T15:30:00', tzid: 'UTC' },
    };
    expect(elsewhereRevision(before, record({ revision: 300, command: 1 }, added))).toBeUndefined();
  });

  it.each<[string, Partial<EventRecord>, Partial<typeof master>]>([
    ['another summary', {}, { summary: 'Moved' }],
    ['another time', {}, { start: { local: '2026-12-01T15:00:00', tzid: 'Etc/UTC' } }],
    ["an attendee's answer", {}, { attendees: [{ email: 'bo@example.com', status: 'accepted' }] }],
    ['its removal', { deleted: true }, {}],
    ['another zone of floating times', { floating_tzid: 'Europe/Paris' }, {}],
  ])('given a write, when %s arrives without one, then the event was changed elsewhere', (_what, more, change) => {
    const before = record({ revision: 200, command: 1, elsewhere_revision: 50 });
    expect(elsewhereRevision(before, record({ revision: 300, command: 1, ...more }, change))).toBe(300);
  });

  it('given an external event, when its reminders change, then that counts as a change', () => {
    const before = record({ revision: 200 }, { reminders: [10] });
    expect(elsewhereRevision(before, record({ revision: 300 }, { reminders: [30] }))).toBe(300);
  });
});
