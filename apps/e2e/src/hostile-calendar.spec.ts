// @module-tag long
import { skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startBroker, type Broker } from './harness/broker.js';
import { startDistributed, startEmbedded, startFlags, type Running } from './harness/deployment.js';
import { transport } from './harness/journeys.js';
import { Kalends } from './harness/kalends.js';
import { startStaticCaldav } from './harness/static-caldav.js';

const provided = inject('kalends');
const many = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, n) => line(n));

/** An event on a day of December, with these lines. */
const objectOf = (n: number, lines: readonly string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Hostile//EN', 'BEGIN:VEVENT', `UID:hostile-${n}`],
    ...['DTSTAMP:20261101T000000Z', `DTSTART:202612${String(1 + (n % 28)).padStart(2, '0')}T100000Z`, 'DURATION:PT1H'],
    ...[`SUMMARY:Hostile ${n}`, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');

const calendars = {
  '20 objects of 20,000 attendees each': many(20, (n) =>
    objectOf(
      n,
      many(
        20_000,
        (a) => `ATTENDEE;CN="Person ${a}";PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:person-${a}@example.com`,
      ),
    ),
  ),
  '40 objects with a description of 4.5 MB each': many(40, (n) =>
    objectOf(n, [`DESCRIPTION:${'d'.repeat(4_500_000)}`]),
  ),
};

describe(`calendars that ended a process in the past (${transport})`, () => {
  let broker: Broker | undefined;
  let running: Running;
  beforeEach((context) => {
    if ('skip' in provided) skipFor(context, provided.skip);
  });
  beforeAll(async () => {
    if ('skip' in provided) return;
    broker = await startBroker(transport);
    // with the memory that `npm start` gives
    running = await (broker ? startDistributed(broker.brokers) : startEmbedded({}, await startFlags()));
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    await broker?.stop();
  });

  it.each(Object.entries(calendars))(
    'given %s, when it is connected, then its events are read, cut where they are too large, and no process ends',
    { timeout: 240_000 },
    async (_, objects) => {
      const kalends = new Kalends(running.deployment);
      const ended: unknown[] = [];
      for (const { child } of running.processes) child.once('exit', (code, signal) => ended.push([code, signal]));
      const server = await startStaticCaldav(objects);
      try {
        const user = await kalends.user();
        const profile = { provider_name: 'caldav', url: server.url, username: 'ada', password: 'right' };
        const added = async () =>
          (await kalends.admin('POST', `/accounts/${user.sub}/profiles`, profile)).status === 201;
        await waitUntil(added, { interval: 500, what: 'the profile to be added' });
        const summaries = async () =>
          (await kalends.events<{ summary: string }>(user.access_token, 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-31'))
            .map(({ summary }) => summary)
            .sort();
        await waitUntil(async () => ended.length > 0 || (await summaries()).length === objects.length, {
          timeout: 200_000,
          interval: 500,
          what: 'all of its events',
        });
        expect(ended).toEqual([]);
        expect(await summaries()).toEqual(many(objects.length, (n) => `Hostile ${n}`).sort());
      } finally {
        await server.stop();
      }
    },
  );
});
