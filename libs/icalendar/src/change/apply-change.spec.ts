import { describe, expect, it } from 'vitest';
import type { EventComponent, EventSeries } from '../model.js';
import { applyEventChange, componentChange } from './apply-change.js';
import { applySeriesChange } from './apply-series.js';

const now = '2026-11-20T09:00:00Z';
const at = (hour: string) => ({ local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' });
const present: EventComponent = {
  summary: 'Board meeting',
  description: 'Plans',
  start: at('15'),
  end: at('16'),
  duration: 'PT1H',
  status: 'confirmed',
  transparency: 'opaque',
  reminders: [10],
  attendees: [
    { email: 'Ada@example.com', status: 'needs_action' },
    { email: 'bob@example.com', status: 'accepted' },
  ],
};

describe('a change of an event', () => {
  it('given no event, when an all-day one is written, then it is transparent; a timed one is opaque', () => {
    const day = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } };
    expect(applyEventChange(null, { summary: 'Holiday', ...day }, now)).toMatchObject({
      ...day,
      transparency: 'transparent',
      created: now,
      updated: now,
    });
    expect(applyEventChange(null, { start: at('15'), end: at('16') }, now).transparency).toBe('opaque');
    expect(applyEventChange(null, { ...day, transparency: 'opaque' }, now).transparency).toBe('opaque');
  });

  it('given an event, when members are absent or null, then they stay or are removed', () => {
    const after = applyEventChange(present, { summary: 'Board', description: null }, now);
    expect(after).toMatchObject({ summary: 'Board', start: at('15'), duration: 'PT1H', updated: now });
    expect(after).not.toHaveProperty('description');
  });

  it('given an event with a duration, when it is moved, then its length is exact; the same time moves nothing', () => {
    expect(componentChange(present, { start: at('14') })).toMatchObject({ duration: null });
    expect(componentChange(present, { start: at('15'), end: at('16') })).not.toHaveProperty('duration');
  });

  it('given reminders for the first write only, when the event exists, then its own stay', () => {
    const change = { reminders: [30], reminders_create_only: true };
    expect(componentChange(present, change)).not.toHaveProperty('reminders');
    expect(componentChange(null, change)).toMatchObject({ reminders: [30] });
  });

  it('given attendees, when some are invited and removed, then answers stay and addresses compare without case', () => {
    const attendees = { invite: [{ email: 'ada@example.com', display_name: 'Ada' }, { email: 'eve@example.com' }] };
    expect(componentChange(present, { attendees: { ...attendees, remove: [{ email: 'BOB@example.com' }] } })).toEqual({
      attendees: [
        { email: 'ada@example.com', display_name: 'Ada', status: 'needs_action' },
        { email: 'eve@example.com', status: 'needs_action' },
      ],
    });
  });

  it('given the owner’s answer, when applied, then no other attendee changes', () => {
    const own_attendance = { addresses: ['ada@example.com'], status: 'declined' as const };
    expect(componentChange(present, { own_attendance }).attendees).toEqual([
      { email: 'Ada@example.com', status: 'declined' },
      { email: 'bob@example.com', status: 'accepted' },
    ]);
  });

  const explicit = (join_url: string, name?: string) => ({
    conferencing: { kind: 'explicit' as const, join_url, ...(name ? { name } : {}) },
  });
  const none = { conferencing: { kind: 'none' as const } };
  const zoom = 'https://acme.zoom.us/j/123';

  it('given an explicit conference, when written, then its address is the location if that is empty (EVT-23)', () => {
    const joined = applyEventChange(present, explicit(zoom, 'Zoom'), now);
    expect(joined).toMatchObject({ conference_url: zoom, conference_name: 'Zoom', location: { description: zoom } });
    const moved = applyEventChange(joined, explicit('https://example.com/room'), now);
    expect(moved).toMatchObject({ location: { description: 'https://example.com/room' } });
    expect(moved).not.toHaveProperty('conference_name');
    const atOffice = applyEventChange(present, { ...explicit(zoom), location: { description: 'Office' } }, now);
    expect(atOffice).toMatchObject({ conference_url: zoom, location: { description: 'Office' } });
    expect(applyEventChange(joined, { ...explicit(zoom), location: null }, now).location).toEqual(joined.location);
  });

  it('given a conference, when there is to be none, then its address leaves the location too (EVT-23)', () => {
    const place = { lat: '48.2', long: '11.5' };
    for (const location of [undefined, place]) {
      const joined = applyEventChange({ ...present, ...(location && { location }) }, explicit(zoom), now);
      const after = applyEventChange(joined, none, now);
      expect([after.conference_url, after.location]).toEqual([undefined, location]);
    }
    const office = { description: 'Office' };
    const joined = applyEventChange(present, { ...explicit(zoom), location: office }, now);
    expect(applyEventChange(joined, none, now).location).toEqual(office);
  });

  it('given an integrated conference, when requested, then it is pending; one that the provider added stays (EVT-24)', () => {
    const integrated = { conferencing: { kind: 'integrated' as const } };
    const joined = applyEventChange(present, explicit(zoom), now);
    const pending = applyEventChange(joined, integrated, now);
    expect(pending).toMatchObject({ conference_pending: true });
    expect([pending.conference_url, pending.location]).toEqual([undefined, undefined]);
    const meet = { ...present, conference_url: 'https://meet.google.com/abc-defg-hij' };
    expect(componentChange(meet, integrated)).toEqual({});
    expect(applyEventChange(pending, none, now)).not.toHaveProperty('conference_pending');
  });

  it('given a series, when its master is moved, then its exceptions move with it; without one there is a new one', () => {
    const series: EventSeries = {
      uid: 'one',
      master: present,
      recurrence: { rrules: ['FREQ=DAILY'], rdates: [], exdates: [{ local: '2026-12-02T15:00:00', tzid: null }] },
      overrides: [],
    };
    const moved = applySeriesChange(series, { start: at('14'), end: at('15') }, { uid: 'one', now });
    expect(moved.recurrence?.exdates).toEqual([{ local: '2026-12-02T14:00:00', tzid: 'Europe/London' }]);
    expect(
      applySeriesChange(null, { summary: 'New', start: at('14'), end: at('15') }, { uid: 'two', now }),
    ).toMatchObject({
      uid: 'two',
      master: { summary: 'New' },
      overrides: [],
    });
  });

  it('given an event in instants, when it begins to recur, then its start and its end are local times (EVT-44)', () => {
    const lasting = (hour: string) => ({ ...at(hour), instant: Date.parse(`2026-12-01T${hour}:00:00Z`) });
    const change = { summary: 'New', start: lasting('14'), end: lasting('15') };
    const single = applySeriesChange(null, change, { uid: 'one', now });
    expect(single.master).toMatchObject({ start: lasting('14'), end: lasting('15') });
    const recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    const recurring = applySeriesChange(single, { start: lasting('14'), recurrence }, { uid: 'one', now });
    expect([recurring.master?.start, recurring.master?.end]).toEqual([at('14'), at('15')]);
    const written = applySeriesChange(recurring, change, { uid: 'one', now });
    expect([written.master?.start, written.master?.end]).toEqual([at('14'), at('15')]);
    const exception = { ...recurring, recurrence: { ...recurrence, exdates: [at('14')] } };
    expect(applySeriesChange(exception, change, { uid: 'one', now }).recurrence?.exdates).toEqual([at('14')]);
  });
});
