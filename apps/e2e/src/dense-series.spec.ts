// @module-tag long
import { missingForRadicale, type Radicale, roundsOf, skipFor, startRadicale, waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import { call, e2e, type Account, type Kalends } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

const ics = (uid: string, lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T000000Z',
    ...lines,
    `SUMMARY:${uid}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const everySecond = ['DTSTART:20260101T080000Z', 'RRULE:FREQ=SECONDLY'];
const everyMinute = ['DTSTART:20260101T080000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY'];
const series = roundsOf('KALENDS_DENSE_SERIES', { usual: 16, nightly: 40 });
/** Each takes a second of a processor, which other specs share: 60 s to delete 16. */
const deletionMs = series * 3_750;

interface Read {
  events: { summary: string }[];
  truncated?: { total: number; series: { series_identifier: string; reason: string }[] };
}

e2e('calendars with more instances than the bound allows', (kalends) => {
  let radicale: Radicale | undefined;
  beforeEach(async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    radicale = await startRadicale({ users: { ada: 'secret', bea: 'secret' } });
  });
  afterEach(async () => {
    await radicale?.stop();
    radicale = undefined;
  });

  async function connected(service: Kalends, username: string): Promise<Account> {
    const user = await service.account(await service.application());
    const body = { provider_name: 'caldav', url: radicale!.url, username, password: 'secret' };
    expect((await service.admin('POST', `/accounts/${user.sub}/profiles`, body)).status).toBe(201);
    return user;
  }

  const read = async ({ access_token }: Account, window = '') =>
    (await kalends().get<Read>(access_token, `/v1/events?tzid=Etc/UTC${window}`)).body;

  it('given eight events for every second and three for every minute, when connected, then they are truncated, others are not affected, and deleting the account ends it (EVT-9)', async () => {
    const calendar = await RadicaleCalendar.create(radicale!, 'ada', 'secret', 'dense');
    for (let n = 0; n < 8; n += 1) await calendar.put(`s${n}.ics`, ics(`s${n}`, everySecond));
    for (let n = 0; n < 3; n += 1) await calendar.put(`m${n}.ics`, ics(`m${n}`, everyMinute));
    const others = await RadicaleCalendar.create(radicale!, 'bea', 'secret', 'work');
    await others.put('one.ics', ics('one', ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z']));

    const ada = await connected(kalends(), 'ada');
    const bea = await connected(kalends(), 'bea');
    await waitUntil(async () => (await read(bea)).events.some(({ summary }) => summary === 'one'), {
      timeout: 60_000,
      what: 'the other account to be read',
    });
    const answer = await waitUntil(
      async () => {
        const body = await read(ada);
        return body.truncated?.total === 11 && body;
      },
      { timeout: 60_000, what: 'the dense series to be shown' },
    );
    expect(answer.events).toHaveLength(100);
    expect(answer.truncated!.series.every(({ reason }) => reason === 'too_many_instances')).toBe(true);

    const event = { event_id: 'x', summary: 'x', start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' };
    expect((await kalends().upsert(ada, event)).status).toBe(202);
    const started = performance.now();
    expect((await kalends().admin('DELETE', `/accounts/${ada.sub}`)).status).toBe(204);
    expect(performance.now() - started).toBeLessThan(boundMs(30_000));
    const health = await call('GET', kalends().url('/health/ready'));
    expect([health.status, health.body['status']]).toEqual([200, 'ok']);
  }, 180_000);

  it('given one calendar full of dense series, when it is deleted at its server, then its account is clean again, and another account is never delayed', async () => {
    const dense = await RadicaleCalendar.create(radicale!, 'ada', 'secret', 'dense');
    for (let n = 0; n < series; n += 1) await dense.put(`s${n}.ics`, ics(`s${n}`, n % 2 ? everySecond : everyMinute));
    const single = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z'];
    const home = await RadicaleCalendar.create(radicale!, 'ada', 'secret', 'home');
    await home.put('kept.ics', ics('kept', single));
    const others = await RadicaleCalendar.create(radicale!, 'bea', 'secret', 'work');
    const ada = await connected(kalends(), 'ada');
    const bea = await connected(kalends(), 'bea');
    const summaries = async (account: Account) =>
      (await kalends().events<{ summary: string }>(account.access_token, 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-03'))
        .map(({ summary }) => summary)
        .sort();
    const calendarNames = async () => {
      type Listed = { calendar_name: string };
      const { body } = await kalends().get<{ calendars: Listed[] }>(ada.access_token, '/v1/calendars');
      return body.calendars.map(({ calendar_name }) => calendar_name);
    };
    /** For a busy machine; before series were bounded, this never ended. */
    const timeoutMs = 60_000;
    let isOver = false;
    const waits: number[] = [];
    /** Creates one event after another in the other account: each is visible soon. */
    const watchBea = async () => {
      for (let n = 0; !isOver; n += 1) {
        const began = performance.now();
        await others.put(`b${n}.ics`, ics(`b${n}`, single));
        await waitUntil(async () => (await summaries(bea)).includes(`b${n}`), {
          timeout: timeoutMs,
          what: `event b${n}`,
        });
        waits.push(performance.now() - began);
      }
    };
    const watching = watchBea();
    try {
      await waitUntil(async () => (await read(ada)).truncated?.total === series, {
        timeout: 120_000,
        what: 'the dense series to be shown',
      });
      expect(await dense.remove('')).toBeLessThan(300);
      const clean = await waitUntil(
        async () => {
          const { events, truncated } = await read(ada);
          return truncated === undefined && events.map(({ summary }) => summary);
        },
        { timeout: deletionMs, what: 'the series to be deleted' },
      );
      expect(clean).toEqual(['kept']);
      expect(await calendarNames()).not.toContain('dense');
      expect(await calendarNames()).toContain('home');
    } finally {
      isOver = true;
      await watching;
    }
    expect(waits.length).toBeGreaterThan(1);
    await home.put('later.ics', ics('later', single));
    await waitUntil(async () => (await summaries(ada)).includes('later'), { timeout: 60_000, what: 'a later event' });
    expect(await summaries(ada)).toEqual(['kept', 'later']);
    const health = await call('GET', kalends().url('/health/ready'));
    expect([health.status, health.body['status']]).toEqual([200, 'ok']);
    // later specs rebuild what all accounts have, deleted instances included
    expect((await kalends().admin('DELETE', `/accounts/${ada.sub}`)).status).toBe(204);
  }, 600_000);
});
