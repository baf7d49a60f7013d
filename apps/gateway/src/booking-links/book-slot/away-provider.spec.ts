import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventUidOf } from '../../events/accept-write/write.js';
import { apply, eventOf } from '../../read-model/gateway-database.fixture.js';
import type { ReplyTo } from '../../gateway.fixture.js';
import { bookingOf, createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';
import { visible } from '../show-booking-page/page.fixture.js';

const clock = testClock(noon);
let links: Links;
let isAway = true;
const holds: string[] = [];
const free = freeFrom(noon, 16);
const replyTo: ReplyTo = (topic, body: never) => {
  if (topic.includes('hold')) holds.push((body as { kind: string }).kind);
  if (topic.includes('provider-writes')) return { waiting: [], total: isAway ? 1 : 0, written: null };
  return free(topic, body);
};
beforeAll(async () => void (links = await startLinks(free, clock.now)));
afterAll(() => links.gateway.stop());

it('given a provider that is away for five minutes, then link, page and callback agree all the time, the hold is not released, and all of it is done when the provider is back (SCH-6)', async () => {
  const { linkId, token } = await createdOf(links.create({ callback_urls: { completed_url: 'https://app.example/' } }));
  const { placing, settling, links: read } = bookingOf(links, replyTo, clock.now);
  const start = noon + 3_600_000;
  await placing.place((await read.byId({ linkId }))!, start, { tzid: 'Etc/UTC', lang: 'en' });
  // calendar-sync has accepted the write: only the provider has not
  const { accountId, calendarId } = links.account;
  const eventUid = eventUidOf(calendarId, 'visit-42');
  const { pool } = links.gateway.database;
  const { rows } = await pool.query<{ command: string; record: object }>('SELECT command, record FROM pending_write');
  const command = Number(rows[0]!.command);
  const revision = clock.now() + command;
  await apply(pool, accountId, [
    eventOf(accountId, calendarId, eventUid, { ...rows[0]!.record, command, revision } as never),
  ]);
  const seen = async () => {
    const page = visible(await (await fetch(`${links.gateway.url}/rts/${token}?tzid=UTC`)).text());
    const path = `/v1/real_time_scheduling/${linkId}`;
    const { body } = await links.gateway.call('GET', path, { token: links.application.secret });
    const { status } = (body as { real_time_scheduling: { status: string } }).real_time_scheduling;
    const reported = await links.gateway.outbox('gateway.event.booking-link-reported.v1');
    return [/It is booked|Your time is reserved/.exec(page)?.[0], status, reported.length];
  };
  let rounds = 0;
  for (const end = clock.now() + 300_000; clock.now() < end; clock.advance(5_000)) {
    rounds += await settling.round();
    expect(await seen()).toEqual(['Your time is reserved', 'open', 0]);
  }
  // it is checked all the time, and ever more rarely
  expect(rounds).toBeGreaterThan(18);
  expect(rounds).toBeLessThan(60);
  isAway = false;
  clock.advance(15_000);
  await settling.round();
  expect(await seen()).toEqual(['It is booked', 'completed', 1]);
  expect(holds).toEqual(['place', 'pin']);
});
