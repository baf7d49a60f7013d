import { createPool } from '@kalends/postgres';
import {
  dividedBefore,
  missingForRadicale,
  occurrencesOf,
  originalOf,
  plainSeries,
  randomNumbers,
  roundsOf,
  skipFor,
  waitUntil,
  type PlainInstance,
  type PlainSeries,
} from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { install, type Installation } from './convergence/installation.js';
import { caldavWorld, googleWorld, microsoftWorld } from './convergence/worlds.js';
import { call, type Application } from './harness/kalends.js';

/** Changes per series; each takes a write at its provider. */
const changes = roundsOf('KALENDS_INSTANCE_CHANGES', { usual: 5, nightly: 60 });
const seed = Number(process.env['KALENDS_INSTANCE_SEED'] || 137);

interface Shown {
  event_uid: string;
  event_id?: string;
  series_identifier?: string;
  summary: string;
  start: string;
  end: string;
  calendar_id: string;
}

/** A series of the application as a plain loop writes it out, and how it is named. */
interface Known {
  plain: PlainSeries;
  eventId: string;
}

interface Calendar {
  token: () => string;
  calendarId: string;
}

const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');
const suffixOf = (plain: PlainSeries, one: PlainInstance) => {
  const text = iso(originalOf(plain, one)).replaceAll(/[-:]/g, '');
  return plain.time === null ? text.slice(0, 8) : text;
};

describe('single instances of series at every provider', () => {
  let at: Installation;
  let application: Application;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    at = await install();
    application = await at.kalends.application();
  }, 120_000);
  afterAll(async () => {
    for (const stop of stops) await stop();
    await at?.stop();
  });

  const settled = () =>
    waitUntil(async () => (await at.unfinished()) === 0, { timeout: 60_000, what: 'the writes to be carried out' });

  const calendars: Record<string, () => Promise<Calendar>> = {
    'built-in': async () => {
      const account = await at.kalends.account(application);
      return { token: () => account.access_token, calendarId: account.calendar_id };
    },
    Google: async () => ofWorld(await googleWorld(at, application, 'gina')),
    Microsoft: async () => ofWorld(await microsoftWorld(at, application, 'mona')),
    CalDAV: async () => {
      const world = await caldavWorld(at, application, 'cleo');
      stops.push(world.stop);
      return ofWorld(world);
    },
  };
  const ofWorld = ({ account, calendarId }: { account: { access_token: string }; calendarId: string }): Calendar => ({
    token: () => account.access_token,
    calendarId,
  });

  const eventsOf = async ({ token, calendarId }: Calendar): Promise<Shown[]> => {
    const all = await at.kalends.events<Shown>(token(), 'tzid=Etc/UTC&from=2027-01-01&to=2028-06-01');
    return all.filter((one) => one.calendar_id === calendarId);
  };
  const send = async (calendar: Calendar, method: 'POST' | 'DELETE', body: object) => {
    const url = at.kalends.url(`/v1/calendars/${calendar.calendarId}/events`);
    const { status, text } = await call(method, url, { token: calendar.token(), body });
    expect([status, text, JSON.stringify(body)]).toEqual([202, '', JSON.stringify(body)]);
  };
  const msOf = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
  const occurrencesIn = (events: readonly Shown[]) =>
    events
      .map(({ start, end, summary }) => ({ startMs: msOf(start), endMs: msOf(end), summary }))
      .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || (a.summary < b.summary ? -1 : 1));

  /** The members of a write that name one instance. */
  async function named(calendar: Calendar, { plain, eventId }: Known, one: PlainInstance) {
    const found = (await eventsOf(calendar)).find(({ event_id }) => event_id === eventId);
    const event_uid = `${found!.series_identifier}_${suffixOf(plain, one)}`;
    return { event_id: eventId, event_uid };
  }

  const timesOf = ({ tzid, time }: PlainSeries, startMs: number, endMs: number) => {
    const written = (ms: number) => (time === null ? iso(ms).slice(0, 10) : { time: iso(ms), tzid });
    return { start: written(startMs), end: written(endMs) };
  };

  async function deleteOne(calendar: Calendar, known: Known, one: PlainInstance): Promise<Known[]> {
    await send(calendar, 'DELETE', { ...(await named(calendar, known, one)), apply_to: 'instance' });
    const { plain } = known;
    return [{ ...known, plain: { ...plain, instances: plain.instances.filter((each) => each !== one) } }];
  }

  async function changeOne(calendar: Calendar, known: Known, one: PlainInstance, own: PlainInstance['own']) {
    const { plain } = known;
    const times = own.startMs === undefined ? {} : timesOf(plain, own.startMs, own.endMs!);
    const summary = own.summary === undefined ? {} : { summary: own.summary };
    await send(calendar, 'POST', {
      ...(await named(calendar, known, one)),
      apply_to: 'instance',
      ...summary,
      ...times,
    });
    const instances = plain.instances.map((each) => (each === one ? { ...each, own: { ...each.own, ...own } } : each));
    return [{ ...known, plain: { ...plain, instances } }];
  }

  async function deleteFollowing(calendar: Calendar, known: Known, one: PlainInstance): Promise<Known[]> {
    await send(calendar, 'DELETE', { ...(await named(calendar, known, one)), apply_to: 'following' });
    const [before] = dividedBefore(known.plain, one);
    return before.instances.length > 0 ? [{ ...known, plain: before }] : [];
  }

  async function changeFollowing(
    calendar: Calendar,
    known: Known,
    one: PlainInstance,
    more: { summary: string; time?: string },
  ) {
    const [before, rest] = dividedBefore(known.plain, one);
    const next = { ...rest, summary: more.summary, ...(more.time === undefined ? {} : { time: more.time }) };
    const first = originalOf(next, one);
    const times = more.time === undefined ? {} : timesOf(next, first, first + next.minutes * 60_000);
    const name = await named(calendar, known, one);
    await send(calendar, 'POST', { ...name, apply_to: 'following', summary: more.summary, ...times });
    const taken = more.time === undefined ? ['summary'] : ['summary', 'startMs', 'endMs'];
    const own = Object.fromEntries(Object.entries(one.own).filter(([member]) => !taken.includes(member)));
    const plain = { ...next, instances: next.instances.map((each) => (each === one ? { ...each, own } : each)) };
    if (before.instances.length === 0) return [{ ...known, plain }];
    const eventId = `${known.eventId}_${suffixOf(known.plain, one)}`;
    return [
      { ...known, plain: before },
      { eventId, plain },
    ];
  }

  type Numbers = ReturnType<typeof randomNumbers>;

  function step(numbers: Numbers, calendar: Calendar, known: Known, n: number): Promise<Known[]> {
    const { plain } = known;
    const one = numbers.of(plain.instances);
    const isTimed = plain.time !== null;
    const kind = numbers.below(7);
    const summary = `${known.eventId.slice(0, 8)} v${n}`;
    if (kind === 0 && plain.instances.length > 1) return deleteOne(calendar, known, one);
    if (kind === 1) return changeFollowing(calendar, known, one, { summary });
    if (kind === 2 && isTimed) {
      const time = numbers.of(['08:00', '10:30', '14:45']);
      return changeFollowing(calendar, known, one, { summary, time });
    }
    if (kind === 3 && plain.instances.length > 3) return deleteFollowing(calendar, known, plain.instances.at(-1)!);
    const startMs = originalOf(plain, one) + (numbers.below(9) - 4) * 900_000;
    const times = isTimed && kind > 4 ? { startMs, endMs: startMs + (1 + numbers.below(3)) * 900_000 } : {};
    return changeOne(calendar, known, one, { summary, ...times });
  }

  async function create(calendar: Calendar, numbers: Numbers, eventId: string, isAllDay: boolean): Promise<Known> {
    const frequency = numbers.of(['daily', 'weekly'] as const);
    const rule = { frequency, interval: 1 + numbers.below(2), count: 5 + numbers.below(8) };
    const tzid = numbers.of(['Europe/Berlin', 'America/New_York']);
    const time = isAllDay ? null : '09:15';
    // the clocks change in March, in New York before Berlin
    const start = {
      day: `2027-03-0${1 + numbers.below(9)}`,
      tzid,
      time,
      minutes: isAllDay ? 1_440 : 45,
      summary: eventId,
    };
    const plain = plainSeries(start, rule);
    const first = originalOf(plain, plain.instances[0]!);
    const times = timesOf(plain, first, first + plain.minutes * 60_000);
    const recurrence = { rules: [rule] };
    await send(calendar, 'POST', { event_id: eventId, summary: eventId, ...times, tzid, recurrence });
    return { plain, eventId };
  }

  it.for(Object.keys(calendars))(
    'given random changes of instances in a calendar of %s, then each next read, and the provider at last, have what a plain loop writes out (EVT-46, EVT-48)',
    { timeout: 120_000 + changes * 5_000 },
    async (provider, context) => {
      const missing = provider === 'CalDAV' ? missingForRadicale() : undefined;
      if (missing) return skipFor(context, missing);
      const calendar = await calendars[provider]!();
      const numbers = randomNumbers(seed);
      let all = [await create(calendar, numbers, 'timed', false), await create(calendar, numbers, 'days', true)];
      for (let n = 0; n < changes; n++) {
        const known = numbers.of(all);
        const after = await step(numbers, calendar, known, n);
        all = [...all.filter((one) => one !== known), ...after];
        if (all.length === 0) all = [await create(calendar, numbers, `again${n}`, false)];
        const expected = occurrencesOf(all.map(({ plain }) => plain));
        expect(occurrencesIn(await eventsOf(calendar)), `change ${n}`).toEqual(expected);
        if (n % 3 !== 2 && n < changes - 1) continue;
        await settled();
        // a read of the provider may have seen it between two requests of one write
        const isRead = async () => JSON.stringify(occurrencesIn(await eventsOf(calendar))) === JSON.stringify(expected);
        await waitUntil(isRead, { timeout: 20_000, what: 'the provider to be read' }).catch(() => undefined);
        expect(occurrencesIn(await eventsOf(calendar)), `change ${n}, at the provider`).toEqual(expected);
      }
    },
  );

  it.for(['Google', 'Microsoft', 'CalDAV'])(
    'given a series of somebody else at %s, when the user allows it, then one instance and the following are changed and deleted by event_uid (EVT-46, EVT-48)',
    { timeout: 120_000 },
    async (provider, context) => {
      const missing = provider === 'CalDAV' ? missingForRadicale() : undefined;
      if (missing) return skipFor(context, missing);
      const world =
        provider === 'Google'
          ? await googleWorld(at, application, 'greta')
          : provider === 'Microsoft'
            ? await microsoftWorld(at, application, 'marta')
            : await caldavWorld(at, application, 'carla');
      if ('stop' in world) stops.push(world.stop);
      const base = Date.UTC(2027, 4, 3, 9);
      const times = { start: base, end: base + 3_600_000, isAllDay: false, zone: 'UTC' as const };
      const theirs = { ...times, summary: 'Theirs', transparency: 'opaque' as const, rule: 'FREQ=DAILY;COUNT=4' };
      await world.phone.create('theirsoftheuser', theirs);
      const calendar = ofWorld(world);
      const shown = async () =>
        (await eventsOf(calendar)).map(({ start, summary }) => `${start.slice(8, 16)} ${summary}`);
      await waitUntil(async () => (await shown()).length === 4, { timeout: 60_000, what: 'the series' });
      const uidOf = async (n: number) => (await eventsOf(calendar))[n]!.event_uid;
      const body = { event_uid: await uidOf(1), apply_to: 'instance', summary: 'Ours' };
      const url = at.kalends.url(`/v1/calendars/${calendar.calendarId}/events`);
      expect(await call('POST', url, { token: calendar.token(), body })).toMatchObject({ status: 403 });
      const pool = createPool({ url: at.kalends.deployment.databaseUrl, schema: 'gateway', max: 1 });
      await pool.query('INSERT INTO unrestricted_calendar VALUES ($1, $2, now())', [
        calendar.calendarId,
        world.account.sub,
      ]);
      await pool.end();
      const uids = [await uidOf(0), await uidOf(2)];
      await send(calendar, 'POST', body);
      await send(calendar, 'DELETE', { event_uid: uids[0], apply_to: 'instance' });
      const later = { start: '2027-05-05T12:00:00Z', end: '2027-05-05T13:00:00Z' };
      await send(calendar, 'POST', { event_uid: uids[1], apply_to: 'following', summary: 'Later', ...later });
      const expected = ['04T09:00 Ours', '05T12:00 Later', '06T12:00 Later'];
      expect(await shown()).toEqual(expected);
      const untilShown = async (wanted: string[]) => {
        await settled();
        const isRead = async () => JSON.stringify(await shown()) === JSON.stringify(wanted);
        await waitUntil(isRead, { timeout: 20_000, what: 'the provider to be read' }).catch(() => undefined);
        expect(await shown()).toEqual(wanted);
      };
      await untilShown(expected);
      expect((await eventsOf(calendar)).map(({ event_id }) => event_id)).toEqual([undefined, undefined, undefined]);
      await send(calendar, 'DELETE', { event_uid: await uidOf(2), apply_to: 'following' });
      await untilShown(expected.slice(0, 2));
      const stored = (await world.phone.stored()).filter(
        ({ status, recurringEventId }) => status !== 'cancelled' && recurringEventId === undefined,
      );
      expect(stored.map(({ summary }) => summary).sort()).toEqual(['Later', 'Theirs']);
    },
  );
});
