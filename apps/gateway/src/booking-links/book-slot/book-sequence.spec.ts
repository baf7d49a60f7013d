import { toIso } from '@kalends/icalendar';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventUidOf } from '../../events/accept-write/write.js';
import type { ReplyTo } from '../../gateway.fixture.js';
import { apply, eventOf } from '../../read-model/gateway-database.fixture.js';
import { shownParts } from '../link-parts.js';
import { bookingOf, freeFrom, noon, sequenceOf, startLinks, type Links } from '../links.fixture.js';

const minute = 60_000;
const quarter = 15 * minute;
const visitor = { tzid: 'Asia/Kathmandu', lang: 'de' };
const completed_url = 'https://app.example/booked';

/** The body of a request to another service. */
interface Requested {
  kind: string;
  hold_id?: string;
  start?: number;
  ignored_hold_ids?: string[];
  one_per_start?: boolean;
}

describe('a sequence that is picked on a booking link', () => {
  const clock = testClock(noon);
  let links: Links;
  let given: Awaited<ReturnType<typeof sequenceOf>>;
  let requests: (Requested & { topic: string })[];
  /** Starts of holds that others have, and of parts that others take after they were put on hold. */
  let held: number[];
  let taken: number[];
  const free = freeFrom(noon, 16);
  const replyTo: ReplyTo = (topic, body: never) => {
    const request: Requested = body;
    requests.push({ ...request, topic });
    if (request.kind === 'place' && held.includes(request.start!)) return { outcome: 'conflict', members: [] };
    if (request.ignored_hold_ids) return freeFrom(noon, 16, (at) => taken.includes(at))(topic, body);
    return free(topic, body);
  };
  beforeAll(async () => {
    links = await startLinks(free, clock.now);
    given = await sequenceOf(links);
  });
  afterAll(() => links.gateway.stop());
  beforeEach(async () => {
    await links.gateway.database.pool.query('DELETE FROM booking_link');
    [requests, held, taken] = [[], [], []];
  });

  const opened = async (more: object = {}) => {
    const { linkId } = await given.created({ callback_urls: { completed_url }, ...more });
    await links.gateway.clearOutbox();
    const booking = bookingOf(links, replyTo, clock.now);
    const link = async () => (await booking.links.byId({ linkId }))!;
    const pick = async (at: number, shown?: string) =>
      booking.placing.place(await link(), at, { ...visitor, ...(shown === undefined ? {} : { shown }) });
    return { ...booking, linkId, link, pick };
  };
  const kinds = () => requests.map(({ kind, topic }) => (topic.includes('hold') ? kind : topic.split('.').at(-2)!));
  const reported = () => links.gateway.outbox('gateway.event.booking-link-reported.v1');
  const commands = async () =>
    ((await links.gateway.outbox('gateway.command.calendar.v1')) as { operation: string; calendar_id: string }[]).map(
      (one) => [one.operation, one.calendar_id === links.account.calendarId ? 'first' : 'second'],
    );

  /** What calendar-sync publishes of the event of a part. */
  const published = async (event_id: string, refused?: string) => {
    const { pool } = links.gateway.database;
    const { accountId, calendarId } = event_id === 'day-2' ? given.other : links.account;
    const eventUid = eventUidOf(calendarId, event_id);
    const sql = 'SELECT command FROM pending_write WHERE event_uid = $1';
    const { rows } = await pool.query<{ command: string }>(sql, [eventUid]);
    const command = Number(rows[0]!.command);
    const revision = clock.now() + command;
    const refused_write = { command, operation: 'upsert', reason: refused, refused_at: clock.now(), revision };
    const more = refused === undefined ? {} : { deleted: true, refused_write };
    const record = { event_id, command, revision, managed: true, ...more };
    await apply(pool, accountId, [eventOf(accountId, calendarId, eventUid, record as never)]);
  };

  const start = noon + 4 * quarter;
  const time = (from: number, to: number) => ({
    start: { time: toIso(start + from * minute), tzid: 'Europe/London' },
    end: { time: toIso(start + to * minute), tzid: 'Europe/London' },
  });

  it('given a free start, then each part is put on hold, checked again with all holds, and written to its people; it is completed when every calendar has its part (SCH-12, SCH-13)', async () => {
    const { pick, link, settling, linkId } = await opened();
    expect(await pick(start)).toBe('placed');
    expect(kinds().slice(0, 8)).toEqual('availability place place place availability pin pin pin'.split(' '));
    const [first, , , , again] = requests;
    const placed = requests.filter(({ kind }) => kind === 'place').map(({ hold_id }) => hold_id);
    expect(first).toMatchObject({ one_per_start: true });
    expect([new Set(placed).size, again!.ignored_hold_ids]).toEqual([3, placed]);
    expect(await commands()).toEqual([
      ['upsert', 'first'],
      ['upsert', 'second'],
      ['upsert', 'first'],
    ]);
    for (const id of ['day', 'day-2']) await published(id);
    await settling.advance(linkId);
    expect([(await link()).status, await reported()]).toEqual(['booking', []]);
    await published('day-3');
    await settling.advance(linkId);
    await settling.advance(linkId);
    const [one, two] = [links.account.accountId, given.other.accountId].map((sub) => ({ sub }));
    expect((await link()).status).toBe('completed');
    expect(await reported()).toMatchObject([
      {
        kind: 'completed',
        link_id: linkId,
        submitted: { event_id: 'day', summary: 'Assessment day', ...time(0, 105) },
        participants: [one, two],
        sequence: [
          { sequence_id: 'interview', submitted: { event_id: 'day', ...time(0, 60) }, participants: [one] },
          { sequence_id: 'tour', submitted: { event_id: 'day-2', ...time(60, 90) }, participants: [two] },
          { sequence_id: 3, submitted: { event_id: 'day-3', ...time(90, 105) }, participants: [one] },
        ],
      },
    ]);
  });

  it('given a calendar that refuses one part, then every part is withdrawn, every hold released, and the link is open (SCH-12)', async () => {
    const { pick, link, settling, linkId } = await opened();
    expect(await pick(start)).toBe('placed');
    await published('day');
    await published('day-2', 'The calendar is full.');
    requests = [];
    await settling.advance(linkId);
    expect(await link()).toMatchObject({ status: 'open', booking: null, refusal: 'The calendar is full.' });
    expect([kinds(), await reported()]).toEqual([['release', 'release', 'release'], []]);
    expect((await commands()).slice(3).map(([operation]) => operation)).toEqual(['delete', 'delete']);
    expect(await pick(start + quarter)).toBe('placed');
  });

  it('given somebody who has a part on hold, then what was put on hold is released, and nothing is written (SCH-12)', async () => {
    const { pick, link } = await opened();
    held = [start + 90 * minute];
    expect(await pick(start)).toBe('taken');
    expect(kinds()).toEqual('availability place place place release release'.split(' '));
    expect([(await link()).status, await commands()]).toEqual(['open', []]);
  });

  it('given somebody who takes a part between the offer and the hold, then all holds are released (SCH-12)', async () => {
    const { pick, link } = await opened();
    taken = [start + 60 * minute];
    expect(await pick(start)).toBe('taken');
    expect(kinds().slice(-3)).toEqual(['release', 'release', 'release']);
    expect([(await link()).status, await commands()]).toEqual(['open', []]);
  });

  it('given a page that has shown other times of the parts, then nothing is booked (SCH-12)', async () => {
    const { pick, slots, link } = await opened();
    const [slot] = await slots.find(await link(), { from: start, to: start + 1, most: 1 });
    const part = { start, end: start + 60 * minute, subs: [] };
    const other = { parts: [part, { ...part, start: start + 75 * minute, end: start + 105 * minute }, part] };
    expect([await pick(start, shownParts(other)), await pick(start, '')]).toEqual(['taken', 'taken']);
    expect(await pick(start, shownParts(slot!))).toBe('placed');
  });

  it('given ten visitors at once, then one gets the sequence, and there is one write for each part (SCH-12)', async () => {
    const { pick } = await opened();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => pick(noon + index * quarter)));
    expect(answers.filter((one) => one === 'placed')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['placed', 'over']));
    expect(await commands()).toHaveLength(3);
  });

  it('given one event for all, then each part has its own, in the first calendar of those who take part (SCH-12)', async () => {
    const { pick } = await opened({ event_creation: 'single' });
    expect(await pick(start)).toBe('placed');
    expect((await commands()).map(([, calendar]) => calendar)).toEqual(['first', 'second', 'first']);
  });

  it('given a minimum notice and a limit of starts, then the first part counts (SCH-12)', async () => {
    const { availability } = given.body;
    const query = { ...availability, max_results: 2 };
    const { slots, link } = await opened({ minimum_notice: { hours: 1 }, availability: query });
    const found = await slots.find(await link(), { from: 0, to: Infinity, most: 100 });
    const first = Math.ceil((clock.now() + 60 * minute) / quarter) * quarter;
    expect(found.map((slot) => slot.start)).toEqual([first, first + quarter]);
  });
});
