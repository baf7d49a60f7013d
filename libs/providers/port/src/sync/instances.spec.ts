import type { EventChange } from '@kalends/contracts';
import {
  applySeriesChange,
  expand,
  findInstance,
  splitSeries,
  timeAt,
  toIso,
  type EventSeries,
  type EventTime,
} from '@kalends/icalendar';
import {
  dividedBefore,
  occurrencesOf,
  originalOf,
  plainSeries,
  randomNumbers,
  roundsOf,
  type PlainInstance,
  type PlainOccurrence,
  type PlainRule,
  type PlainSeries,
} from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { changedObject, seriesIn } from './change-object.js';

const now = Date.UTC(2026, 10, 29, 12);
const rounds = roundsOf('KALENDS_INSTANCE_SERIES', { usual: 60, nightly: 1_000 });
const window = { start: Date.UTC(2020, 0), end: Date.UTC(2040, 0) };

/** One series in three forms: the oracle's, the model's, and the text of its calendar object. */
interface Forms {
  plain: PlainSeries;
  series: EventSeries;
  text: string;
}

const shown = (series: EventSeries): PlainOccurrence[] =>
  expand(series, window, { floatingZone: 'Etc/UTC' }).map(({ startMs, endMs, component }) => ({
    startMs,
    endMs,
    summary: component.summary,
  }));
const sorted = (all: PlainOccurrence[]) =>
  all.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || (a.summary < b.summary ? -1 : 1));

const timeIn = ({ tzid, time }: PlainSeries, ms: number): EventTime =>
  time === null ? { date: toIso(ms).slice(0, 10) } : timeAt(tzid, ms);

function created(plain: PlainSeries, rule: PlainRule): Forms {
  const first = originalOf(plain, plain.instances[0]!);
  const rrules = [`FREQ=${rule.frequency.toUpperCase()};INTERVAL=${rule.interval};COUNT=${rule.count}`];
  const start: EventTime =
    plain.time === null
      ? { date: plain.instances[0]!.day }
      : { local: `${plain.instances[0]!.day}T${plain.time}:00`, tzid: plain.tzid };
  const change: EventChange = {
    summary: plain.summary,
    start,
    end: timeIn(plain, first + plain.minutes * 60_000),
    recurrence: { rrules, rdates: [], exdates: [] },
  };
  const text = changedObject(null, { uid: 'u', change, now });
  return { plain, text, series: applySeriesChange(null, change, { uid: 'u', now: toIso(now) }) };
}

function changed(forms: Forms, change: EventChange): Forms {
  const series = applySeriesChange(forms.series, change, { uid: 'u', now: toIso(now) });
  return { ...forms, series, text: changedObject(forms.text, { uid: 'u', change, now }) };
}

const idOf = ({ plain, series }: Forms, one: PlainInstance): EventTime => {
  const ms = originalOf(plain, one);
  const found = findInstance(series, plain.time === null ? one.day : ms, { floatingZone: 'Etc/UTC' });
  expect(found).toMatchObject({ deleted: false });
  return found!.recurrence_id;
};

function deleteInstance(forms: Forms, one: PlainInstance): Forms {
  const after = changed(forms, { instance: { recurrence_id: idOf(forms, one), deleted: true } });
  return { ...after, plain: { ...after.plain, instances: after.plain.instances.filter((each) => each !== one) } };
}

/** What an instance becomes: other texts, other times, or both. */
function changeInstance(forms: Forms, one: PlainInstance, own: PlainInstance['own']): Forms {
  const { plain } = forms;
  const at = own.startMs === undefined ? {} : { start: timeIn(plain, own.startMs), end: timeIn(plain, own.endMs!) };
  const change = { ...(own.summary === undefined ? {} : { summary: own.summary }), ...at };
  const after = changed(forms, { instance: { recurrence_id: idOf(forms, one), change } });
  const instances = plain.instances.map((each) => (each === one ? { ...each, own: { ...each.own, ...own } } : each));
  return { ...after, plain: { ...plain, instances } };
}

/** The same series in two. */
function divide(forms: Forms, one: PlainInstance): Forms[] {
  const result = splitSeries(forms.series, idOf(forms, one), { floatingZone: 'Etc/UTC' });
  const [before, rest] = dividedBefore(forms.plain, one);
  if (!('split' in result)) {
    expect([result, before.instances]).toEqual([{ first: true }, []]);
    return [forms];
  }
  const { recurrence, rest: later } = result.split;
  const { summary, start, end } = later.master;
  const change: EventChange = {
    summary,
    start,
    end,
    recurrence: later.recurrence,
    created: { overrides: later.overrides },
  };
  return [
    { ...changed(forms, { recurrence }), plain: before },
    {
      plain: rest,
      text: changedObject(null, { uid: 'u', change, now }),
      series: applySeriesChange(null, change, { uid: 'u', now: toIso(now) }),
    },
  ];
}

type Numbers = ReturnType<typeof randomNumbers>;

function randomSeries(numbers: Numbers): Forms {
  const frequency = numbers.of(['daily', 'weekly', 'monthly'] as const);
  const rule = { frequency, interval: 1 + numbers.below(3), count: 2 + numbers.below(40) };
  const isAllDay = numbers.below(4) === 0;
  const month = String(1 + numbers.below(12)).padStart(2, '0');
  const start = {
    day: `2026-${month}-${String(1 + numbers.below(28)).padStart(2, '0')}`,
    tzid: numbers.of(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Etc/UTC']),
    time: isAllDay ? null : numbers.of(['00:30', '01:45', '02:30', '09:00', '23:30']),
    minutes: isAllDay ? 1_440 * (1 + numbers.below(2)) : numbers.of([0, 45, 600]),
    summary: 'Series',
  };
  return created(plainSeries(start, rule), rule);
}

function randomOwn(numbers: Numbers, { plain }: Forms, one: PlainInstance): PlainInstance['own'] {
  const unit = plain.time === null ? 86_400_000 : 900_000;
  const startMs = originalOf(plain, one) + (numbers.below(9) - 4) * unit;
  const times = { startMs, endMs: startMs + (1 + numbers.below(3)) * unit };
  const summary = { summary: `Own ${numbers.below(1_000)}` };
  return numbers.of([summary, times, { ...summary, ...times }]);
}

function step(numbers: Numbers, all: Forms[]): Forms[] {
  const forms = numbers.of(all);
  const one = numbers.of(forms.plain.instances);
  const others = all.filter((each) => each !== forms);
  const kind = numbers.below(5);
  if (kind === 0) return [...others, ...divide(forms, one)];
  if (kind > 2) return [...others, changeInstance(forms, one, randomOwn(numbers, forms, one))];
  return forms.plain.instances.length === 1 ? all : [...others, deleteInstance(forms, one)];
}

const unmoved = (text: string): string => text.replace(/^(LAST-MODIFIED|DTSTAMP):.*$/gm, '');

describe('one instance of a series', () => {
  it.each(Array.from({ length: rounds }, (_, seed) => seed))(
    'given random changes (seed %i), then the model and the calendar object have what a plain loop writes out (EVT-46, EVT-47)',
    (seed) => {
      const numbers = randomNumbers(seed);
      let all = [randomSeries(numbers)];
      for (let n = 0; n < 12; n++) {
        all = step(numbers, all);
        const expected = occurrencesOf(all.map(({ plain }) => plain));
        expect(sorted(all.flatMap(({ series }) => shown(series)))).toEqual(expected);
        expect(sorted(all.flatMap(({ text }) => shown(seriesIn(text, 'u')!)))).toEqual(expected);
      }
    },
  );

  const lines = (...more: string[]) =>
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:u', 'DTSTAMP:20261101T000000Z'],
      ...[
        'DTSTART;TZID=Europe/London:20261130T090000',
        'DURATION:PT30M',
        'RRULE:FREQ=DAILY;COUNT=5',
        'SUMMARY:Stand-up',
      ],
      ...['X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC', 'SEQUENCE:3', 'ATTACH:https://example.com/a.pdf'],
      ...['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT5M', 'END:VALARM', 'END:VEVENT', ...more, 'END:VCALENDAR', ''],
    ].join('\r\n');
  const at = (local: string): EventTime => ({ local, tzid: 'Europe/London' });
  const second = at('2026-12-01T09:00:00');

  it('given a change, then the instance has all properties of the series, known or not, and the series stays as it is', () => {
    const change = { instance: { recurrence_id: second, change: { summary: 'Retrospective' } } };
    const text = changedObject(lines(), { uid: 'u', change, now });
    const [before, own] = text.split('END:VEVENT').map((part) => part.slice(part.indexOf('BEGIN:VEVENT')));
    expect(`${before}`).toBe(lines().split('END:VEVENT')[0]!.slice(lines().indexOf('BEGIN:VEVENT')));
    for (const line of [
      'SUMMARY:Retrospective',
      'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
      'ATTACH:https',
      'ACTION:AUDIO',
    ])
      expect(own).toContain(line);
    expect(own).toContain('RECURRENCE-ID;TZID=Europe/London:20261201T090000');
    expect(own).not.toContain('RRULE');
    expect(changedObject(text, { uid: 'u', change, now })).toBe(text);
  });

  it('given new times, then SEQUENCE rises; given another text, then it stays (RFC 5546 §2.1.4)', () => {
    const sequenceAfter = (change: EventChange) =>
      /SEQUENCE:(\d+)(?![\s\S]*SEQUENCE)/.exec(
        changedObject(lines(), { uid: 'u', change: { instance: { recurrence_id: second, change } }, now }),
      )?.[1];
    expect(sequenceAfter({ description: 'Bring cake' })).toBe('3');
    const times = { start: at('2026-12-01T11:00:00'), end: at('2026-12-01T11:30:00') };
    expect(sequenceAfter(times)).toBe('4');
  });

  it('given an instance that was deleted meanwhile, when changed, then it is refused; when deleted again, nothing is written', () => {
    const deletion = { instance: { recurrence_id: second, deleted: true } };
    const text = changedObject(lines(), { uid: 'u', change: deletion, now });
    expect(text).toContain('EXDATE;TZID=Europe/London:20261201T090000');
    expect(changedObject(text, { uid: 'u', change: deletion, now })).toBe(text);
    const change = { instance: { recurrence_id: second, change: { summary: 'Late' } } };
    expect(() => changedObject(text, { uid: 'u', change, now })).toThrow(/no longer takes place/);
    expect(() => changedObject(null, { uid: 'u', change, now })).toThrow(/no longer exists/);
  });

  it('given a component of its own that is there twice, when deleted, then EXDATE removes the instance', () => {
    const own = ['BEGIN:VEVENT', 'UID:u', 'RECURRENCE-ID:20261201T090000Z', 'DTSTART:20261201T120000Z', 'END:VEVENT'];
    const deletion = { instance: { recurrence_id: second, deleted: true } };
    const text = changedObject(lines(...own, ...own), { uid: 'u', change: deletion, now });
    expect(shown(seriesIn(text, 'u')!)).toHaveLength(4);
    expect(unmoved(text)).toContain('EXDATE');
  });
});
