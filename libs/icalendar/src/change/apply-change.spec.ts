import { describe, expect, it } from 'vitest';
import type { EventComponent, EventSeries } from '../model.js';
import { applyEventChange, applySeriesChange, componentChange } from './apply-change.js';

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
});
