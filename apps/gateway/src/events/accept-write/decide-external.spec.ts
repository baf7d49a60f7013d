import type { EventRecord } from '@kalends/contracts';
import type { EditExternalEventBody } from '@kalends/public-api';
import type { EventComponent, EventTime } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../http/refusals.js';
import { calendarOf, eventOf } from '../../read-model/gateway-database.fixture.js';
import { decideEdit } from './decide-external.js';

const now = Date.UTC(2026, 10, 21);
const calendar = { ...calendarOf('acc', 'cal'), unrestricted: true };
const at = (local: string, tzid: string | null): EventTime => ({ local, tzid });

function eventAt(start: EventTime, end: EventTime, more: Partial<EventComponent> = {}): EventRecord {
  const event = eventOf('acc', 'cal', 'evt_theirs');
  return { ...event, series: { ...event.series, master: { ...event.series.master!, start, end, ...more } } };
}

const edit = (present: EventRecord, body: Omit<EditExternalEventBody, 'event_uid'>) =>
  decideEdit({ event_uid: 'evt_theirs', ...body }, { isInstance: false }, now)(present, calendar);

function refusalOf(decide: () => unknown): unknown {
  try {
    return decide();
  } catch (error) {
    return error instanceof Refusal ? error.getResponse() : error;
  }
}

const day = eventAt({ date: '2026-12-24' }, { date: '2026-12-27' });
const zoned = eventAt(at('2026-07-01T15:00:00', 'Europe/London'), at('2026-07-01T16:00:00', 'Europe/London'));
const floating = eventAt(at('2026-07-01T15:00:00', null), at('2026-07-01T16:00:00', null));

describe('the edit of an event that the application did not create (EVT-28)', () => {
  it.each([
    [
      'in a zone, which stays',
      zoned,
      { end: '2026-07-01T16:30:00Z' },
      'end',
      at('2026-07-01T17:30:00', 'Europe/London'),
    ],
    [
      'with a zone of its own',
      zoned,
      { start: { time: '2026-07-01T13:00:00Z', tzid: 'Europe/Berlin' } },
      'start',
      at('2026-07-01T15:00:00', 'Europe/Berlin'),
    ],
    [
      'with tzid',
      zoned,
      { start: '2026-07-01T13:00:00Z', tzid: 'Europe/Paris' },
      'start',
      at('2026-07-01T15:00:00', 'Europe/Paris'),
    ],
    [
      'without a zone, in UTC',
      floating,
      { start: '2026-07-01T14:00:00Z' },
      'start',
      at('2026-07-01T14:00:00', 'Etc/UTC'),
    ],
    ['of a day', day, { start: '2026-12-25' }, 'start', { date: '2026-12-25' }],
  ] as const)('given a time %s, then only that one changes', (_what, present, body, name, expected) => {
    const { change, record } = edit(present, body);
    const other = name === 'start' ? 'end' : 'start';
    const { [other]: kept } = present.series.master!;
    expect(change).toMatchObject({ [name]: expected, [other]: kept });
    expect(record.series.master).toMatchObject({ [name]: expected, [other]: kept });
  });

  it.each([
    ['a day that ends before it starts', day, { start: '2026-12-27' }],
    ['a time for a day', day, { end: '2026-12-27T10:00:00Z' }],
    ['an end before the start in its zone', zoned, { end: '2026-07-01T13:59:00Z' }],
  ] as const)('given %s, then it is refused', (_what, present, body) => {
    const errors = { end: [{ key: 'errors.invalid_time_pair' }] };
    expect(refusalOf(() => edit(present, body))).toMatchObject({ errors });
  });

  it('given an event of no length in its zone, then it may have none', () => {
    expect(edit(zoned, { end: '2026-07-01T14:00:00Z' }).change).toMatchObject({
      end: at('2026-07-01T15:00:00', 'Europe/London'),
    });
  });

  it('given a zone that nobody knows, then a written time is in UTC', () => {
    const custom = eventAt(at('2026-07-01T15:00:00', 'Office'), at('2026-07-01T16:00:00', 'Office'));
    expect(edit(custom, { start: '2026-07-01T14:00:00Z' }).change!.start).toEqual(at('2026-07-01T14:00:00', 'Etc/UTC'));
  });

  it('given null and nothing, then null removes, and what is omitted is not part of the change', () => {
    const present = eventAt(at('2026-12-01T15:00:00', 'Etc/UTC'), at('2026-12-01T16:00:00', 'Etc/UTC'), {
      description: 'Theirs',
      location: { description: 'Their room' },
    });
    const { change, record } = edit(present, { description: null });
    expect(JSON.parse(JSON.stringify(change))).toEqual({ description: null });
    expect(record.series.master).toMatchObject({ location: { description: 'Their room' }, summary: 'evt_theirs' });
    expect(record.series.master).not.toHaveProperty('description');
    expect(record).not.toHaveProperty('event_id');
  });

  it('given recurrence: null, then nothing recurs, as before', () => {
    expect(edit(zoned, { recurrence: null, summary: 'x' }).change).not.toHaveProperty('recurrence.rrules');
  });

  it('given a conference, then people join at its address', () => {
    const conferencing = { profile_id: 'explicit', join_url: 'https://example.com/room' } as const;
    const { change } = edit(zoned, { conferencing });
    expect(change!.conferencing).toEqual({ kind: 'explicit', join_url: 'https://example.com/room' });
  });

  it('given an event that has started, then no conference is requested for it (EVT-24)', () => {
    const ready = { ...calendar, integrated_conferencing: true };
    const decide = decideEdit(
      { event_uid: 'evt_theirs', conferencing: { profile_id: 'integrated' } },
      { isInstance: false },
      now,
    );
    expect(decide(zoned, ready).change!.conferencing).toBeUndefined();
    const later = eventAt(at('2026-12-01T15:00:00', 'Etc/UTC'), at('2026-12-01T16:00:00', 'Etc/UTC'));
    expect(decide(later, ready).change!.conferencing).toEqual({ kind: 'integrated' });
  });
});
