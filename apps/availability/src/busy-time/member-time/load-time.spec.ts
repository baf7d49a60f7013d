import type { PendingOverlay } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  eventOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { bounds } from '../event-rows.js';
import { BlockCache } from './block-cache.js';
import { loadTime } from './load-time.js';
import { mergeTime } from './merge.js';

const morning = { start: at('2026-11-23T08:00:00Z'), end: at('2026-11-23T12:00:00Z') };
const monday = (time: string) => `2026-11-23T${time}:00`;
const hours = (...times: string[]) => times.map((time) => at(`${monday(time)}Z`));

describe("people's time", () => {
  let database: AvailabilityDatabase;
  let ada: string;
  const cache = new BlockCache();
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => (ada = await newPerson(database)));

  async function time(more: { overlay?: Partial<PendingOverlay>; span?: typeof morning } = {}) {
    const people = [{ sub: ada, calendarIds: [`cal_${ada}`], allCalendars: true }];
    const overlay = { calendars: [], events: [], ...more.overlay };
    const freshness = { now, maxStaleness: 60_000 };
    const { busy } = await loadTime(database.pool, cache, {
      people,
      span: morning,
      ...more,
      overlay,
      freshness,
    });
    const of = (onlyManaged: boolean, ignoreTentative: boolean) =>
      mergeTime([busy.get(`cal_${ada}`)], { onlyManaged, ignoreTentative });
    return { all: of(false, false), managed: of(true, false), firm: of(false, true) };
  }
  const event = (uid: string, start: string, end: string, more: Parameters<typeof eventOf>[4] = {}) =>
    database.apply(ada, eventOf(ada, uid, monday(start), monday(end), more));
  const write = (event_uid: string, start: string, end: string, revision: number | null): Partial<PendingOverlay> => {
    const busy = [{ start: at(`${monday(start)}Z`), end: at(`${monday(end)}Z`), tentative: false }];
    return { events: [{ account_id: ada, calendar_id: `cal_${ada}`, event_uid, revision, managed: true, busy }] };
  };

  it('given events that overlap or touch, then they are one busy period; free and cancelled ones take no time', async () => {
    await event('a', '09:00', '10:00');
    await event('b', '09:30', '10:30');
    await event('c', '10:30', '11:00');
    await event('free', '11:15', '11:30', { master: { transparency: 'transparent' } });
    await event('off', '11:30', '11:45', { master: { status: 'cancelled' } });
    expect((await time()).all).toEqual(hours('09:00', '11:00'));
  });

  it('given tentative and managed events, then a member may exclude the former, or count only the latter', async () => {
    await event('maybe', '09:00', '10:00', { master: { status: 'tentative' } });
    await event('own', '10:30', '11:00', { event_id: 'own' });
    const { all, firm, managed } = await time();
    expect(all).toEqual(hours('09:00', '10:00', '10:30', '11:00'));
    expect([firm, managed]).toEqual([hours('10:30', '11:00'), hours('10:30', '11:00')]);
  });

  it('given a cached block, when the event moves or is deleted, then the next response reflects it', async () => {
    await event('a', '09:00', '10:00');
    expect([(await time()).all, (await time()).all]).toEqual([hours('09:00', '10:00'), hours('09:00', '10:00')]);
    await event('a', '10:00', '11:00');
    expect((await time()).all).toEqual(hours('10:00', '11:00'));
    await event('a', '10:00', '11:00', { deleted: true });
    expect((await time()).all).toEqual([]);
  });

  it('given a write that is pending or newer than the stored event, then it replaces the event; an older one does not', async () => {
    await event('a', '09:00', '10:00', { revision: now });
    await event('b', '11:00', '11:30');
    const moved = hours('10:00', '10:30', '11:00', '11:30');
    expect((await time({ overlay: write('a', '10:00', '10:30', null) })).all).toEqual(moved);
    expect((await time({ overlay: write('a', '10:00', '10:30', now + 1) })).all).toEqual(moved);
    const stored = hours('09:00', '10:00', '11:00', '11:30');
    expect((await time({ overlay: write('a', '10:00', '10:30', now) })).all).toEqual(stored);
    expect((await time()).all).toEqual(stored);
  });

  it('given a calendar whose series have used its steps, beyond the packed blocks or when it is packed, then the rest of them is busy, single events and other calendars stay as they are', async () => {
    const recurrence = { rrules: ['FREQ=WEEKLY'], rdates: [], exdates: [] };
    const before = bounds.steps;
    const day = (text: string) => ({ start: at(`${text}T00:00:00Z`), end: at(`${text}T00:00:00Z`) + 86_400_000 });
    const busyOn = async (text: string) => {
      const span = day(text);
      const pieces = (await time({ span })).all;
      const inside = pieces.flatMap((start, index) => (index % 2 === 0 ? [[start, pieces[index + 1]!] as const] : []));
      return inside.filter(([start, end]) => start < span.end && end > span.start).flat();
    };
    await event('weekly', '09:00', '10:00', { series: { recurrence } });
    expect(await busyOn('2036-11-24')).toEqual([at('2036-11-24T09:00:00Z'), at('2036-11-24T10:00:00Z')]);
    bounds.steps = 20;
    try {
      const { start, end } = day('2036-11-24');
      const [from, to] = await busyOn('2036-11-24');
      expect([from! <= start, to! >= end]).toEqual([true, true]);
      await event('single', '13:00', '14:00');
      expect(await busyOn('2026-11-23')).toEqual(hours('09:00', '10:00', '13:00', '14:00'));
      await event('packed', '15:00', '16:00', { series: { recurrence } });
      const [packedFrom, packedTo] = await busyOn('2026-11-24');
      expect([packedFrom! <= at('2026-11-24T00:00:00Z'), packedTo! >= at('2026-11-25T00:00:00Z')]).toEqual([
        true,
        true,
      ]);
    } finally {
      bounds.steps = before;
    }
  });

  it('given a span beyond the packed blocks, then events and series there count too', async () => {
    const recurrence = { rrules: ['FREQ=YEARLY'], rdates: [], exdates: [] };
    await event('yearly', '09:00', '10:00', { series: { recurrence } });
    const span = { start: at('2036-11-23T08:00:00Z'), end: at('2036-11-23T12:00:00Z') };
    expect((await time({ span })).all).toEqual([at('2036-11-23T09:00:00Z'), at('2036-11-23T10:00:00Z')]);
  });
});
