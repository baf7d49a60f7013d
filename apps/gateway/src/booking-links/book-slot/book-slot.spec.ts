import { toIso } from '@kalends/icalendar';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventUidOf } from '../../events/accept-write/write.js';
import type { ReplyTo } from '../../gateway.fixture.js';
import { apply, eventOf } from '../../read-model/gateway-database.fixture.js';
import { bookingOf, createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';
import { nextLookMs } from './next-look.js';

const quarter = 15 * 60_000;
const visitor = { tzid: 'Asia/Kathmandu', lang: 'de' };
const completed_url = 'https://app.example/booked';

describe('a time that is picked on a booking link', () => {
  const clock = testClock(noon);
  let links: Links;
  let requests: string[];
  /** A time that somebody else takes after it was offered. */
  let takenAfter: number | null;
  let waiting: number;
  const free = freeFrom(noon, 16);
  const replyTo: ReplyTo = (topic, body: never) => {
    const { kind } = body as { kind: string };
    requests.push(topic.includes('hold') ? kind : topic.split('.').at(-2)!);
    if (topic.includes('provider-writes')) return { waiting: [], total: waiting, written: null };
    if (kind === 'single' && takenAfter !== null && requests.includes('place'))
      return { outcome: 'found', people: [], found: [], unknown: [] };
    return free(topic, body);
  };
  beforeAll(async () => void (links = await startLinks(free, clock.now)));
  afterAll(() => links.gateway.stop());
  beforeEach(async () => {
    await links.gateway.database.pool.query('DELETE FROM booking_link');
    requests = [];
    takenAfter = null;
    waiting = 0;
  });

  const given = async (more: object = {}) => {
    const { linkId } = await createdOf(links.create({ callback_urls: { completed_url }, ...more }));
    await links.gateway.clearOutbox();
    const booking = bookingOf(links, replyTo, clock.now);
    const link = async () => (await booking.links.byId({ linkId }))!;
    return { ...booking, linkId, link, pick: async (at: number) => booking.placing.place(await link(), at, visitor) };
  };
  const reported = () => links.gateway.outbox('gateway.event.booking-link-reported.v1');
  const commands = async () =>
    ((await links.gateway.outbox('gateway.command.calendar.v1')) as { operation: string }[]).map(
      (one) => one.operation,
    );

  /** What calendar-sync publishes of the event. */
  const published = async (more: { refused?: string } = {}) => {
    const { accountId, calendarId } = links.account;
    const eventUid = eventUidOf(calendarId, 'visit-42');
    const { pool } = links.gateway.database;
    const { rows } = await pool.query<{ command: string }>('SELECT command FROM pending_write WHERE event_uid = $1', [
      eventUid,
    ]);
    const command = Number(rows[0]!.command);
    const refused_write = {
      command,
      operation: 'upsert' as const,
      reason: more.refused ?? '',
      refused_at: clock.now(),
      revision: clock.now() + command,
    };
    await apply(pool, accountId, [
      eventOf(accountId, calendarId, eventUid, {
        ...{ event_id: 'visit-42', command, revision: clock.now() + command, managed: true },
        ...(more.refused === undefined ? {} : { deleted: true, refused_write }),
      } as never),
    ]);
  };

  it('given a free time, then it is put on hold, checked again, written, and completed when its calendar has it (SCH-5, SCH-6, SCH-7)', async () => {
    const { pick, link, settling, linkId } = await given();
    expect(await pick(noon + 4 * quarter)).toBe('placed');
    expect(requests.slice(0, 4)).toEqual(['availability', 'place', 'availability', 'pin']);
    expect([(await link()).status, await reported(), await commands()]).toEqual(['booking', [], ['upsert']]);
    await published();
    waiting = 1;
    await settling.advance(linkId);
    expect((await link()).status).toBe('booking');
    waiting = 0;
    await settling.advance(linkId);
    await settling.advance(linkId);
    const times = { start: noon + 4 * quarter, end: noon + 6 * quarter };
    expect(await link()).toMatchObject({ status: 'completed', booking: times });
    expect(await reported()).toEqual([
      {
        kind: 'completed',
        link_id: linkId,
        client_id: links.application.clientId,
        callback_url: completed_url,
        url: expect.stringContaining('/rts/') as string,
        status: 'completed',
        submitted: {
          ...{ event_id: 'visit-42', summary: 'Site visit', event_private: false },
          start: { time: toIso(times.start), tzid: 'Europe/London' },
          end: { time: toIso(times.end), tzid: 'Europe/London' },
        },
        user_tzid: 'Asia/Kathmandu',
        at: clock.now(),
        participants: [{ sub: links.account.accountId }],
      },
    ]);
    expect(await pick(noon + 8 * quarter)).toBe('over');
  });

  it.each([
    ['off the grid', noon + quarter + 60_000],
    ['in the past', noon - quarter],
    ['beyond the periods', noon + 30 * 3_600_000],
    ['not a number of a day', 8.7e15],
  ])('given a start that is %s, then nothing is booked or put on hold (SCH-5)', async (_what, start) => {
    const { pick, link } = await given();
    expect([await pick(start), (await link()).status, requests.includes('place')]).toEqual(['taken', 'open', false]);
  });

  it('given a time that somebody takes between the offer and the hold, then the hold is released and nothing is written (SCH-5)', async () => {
    const { pick, link } = await given();
    takenAfter = noon;
    expect(await pick(noon + quarter)).toBe('taken');
    expect([requests, (await link()).status, await commands()]).toEqual([
      ['availability', 'place', 'availability', 'release'],
      'open',
      [],
    ]);
  });

  it('given ten visitors at once, then one gets the time, and there is one write (SCH-6)', async () => {
    const { pick } = await given({ event: { event_id: 'race', summary: 'Race' } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => pick(noon + index * quarter)));
    expect(answers.filter((one) => one === 'placed')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['placed', 'over']));
    expect(await commands()).toEqual(['upsert']);
  });

  it('given a calendar that refuses the event, then it is withdrawn, the hold released, the link open, and a later time can be booked (SCH-6)', async () => {
    const { pick, link, settling, linkId } = await given();
    expect(await pick(noon + quarter)).toBe('placed');
    await published({ refused: 'The calendar is read-only.' });
    requests = [];
    await settling.advance(linkId);
    expect(await link()).toMatchObject({ status: 'open', booking: null, refusal: 'The calendar is read-only.' });
    expect([requests, await reported()]).toEqual([['release'], []]);
    expect(await pick(noon + 2 * quarter)).toBe('placed');
    expect((await link()).refusal).toBeNull();
  });

  it('given a process that ends after the time was claimed, then another continues once its lease is over (SCH-6)', async () => {
    const { link, settling } = await given();
    let ended: () => void;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const crashing = bookingOf(
      links,
      (topic, body: never) => {
        if ((body as { kind?: string }).kind !== 'pin') return replyTo(topic, body);
        ended();
        return new Promise(() => undefined);
      },
      clock.now,
    );
    void crashing.placing.place(await link(), noon + quarter, visitor);
    await end;
    expect([(await link()).status, await commands()]).toEqual(['booking', []]);
    expect(await settling.round()).toBe(0);
    clock.advance(30_000);
    expect(await settling.round()).toBe(1);
    expect(await commands()).toEqual(['upsert']);
    await published();
    clock.advance(nextLookMs(0));
    await settling.round();
    expect((await link()).status).toBe('completed');
  });

  it.each(['pin', 'release'])(
    'given a request to %s the hold that fails once, then the booking continues in a moment, not after the lease (SCH-6)',
    async (failing) => {
      const { link } = await given();
      let failures = 1;
      const unlucky = bookingOf(
        links,
        (topic, body: never) => {
          if ((body as { kind?: string }).kind === failing && failures-- > 0) throw new Error('no reply');
          return replyTo(topic, body);
        },
        clock.now,
      );
      await unlucky.placing.place(await link(), noon + quarter, visitor);
      if (failing === 'release') {
        await published({ refused: 'The calendar is read-only.' });
        clock.advance(nextLookMs(0));
        await unlucky.settling.round();
      }
      expect([failures, (await link()).status]).toEqual([0, 'booking']);
      clock.advance(nextLookMs(1));
      expect(await unlucky.settling.round()).toBe(1);
      expect([(await link()).status, await commands()]).toEqual([failing === 'pin' ? 'booking' : 'open', ['upsert']]);
    },
  );

  it('given a hold that ended during an interruption, then nothing is written and the link is open (SCH-6)', async () => {
    const { link, linkId } = await given();
    const late = bookingOf(
      links,
      (topic, body: never) => {
        if ((body as { kind?: string }).kind === 'pin') return { outcome: 'expired-hold' };
        return replyTo(topic, body);
      },
      clock.now,
    );
    await late.placing.place(await link(), noon + 4 * quarter, visitor);
    expect(await link()).toMatchObject({ status: 'open', linkId });
    expect(await commands()).not.toContain('upsert');
  });

  it('given no target calendars, then nothing is written, and the callback has the time (SCH-4)', async () => {
    const { pick, link } = await given({ target_calendars: [] });
    expect(await pick(noon + 4 * quarter)).toBe('placed');
    expect([(await link()).status, await commands(), (await reported()).length]).toEqual(['completed', [], 1]);
  });

  it('given a minimum notice, then no sooner time is offered or booked (SCH-5)', async () => {
    const { pick, slots, link } = await given({ minimum_notice: { hours: 1 } });
    expect((await slots.first(await link(), 0))?.start).toBe(
      Math.ceil((clock.now() + 4 * quarter) / quarter) * quarter,
    );
    expect(await pick(Math.ceil(clock.now() / quarter) * quarter)).toBe('taken');
  });

  it('given a visitor for whom no time fits, then that is reported once per kind, and only while the link is open (SCH-7)', async () => {
    const no_times_suitable_url = 'https://app.example/none';
    const { link, reports } = await given({ callback_urls: { no_times_suitable_url } });
    const kinds = ['no-times-suitable', 'no-times-suitable', 'no-times-displayed'] as const;
    const done = [];
    for (const kind of kinds) done.push(await reports.report(await link(), kind, 'Asia/Kathmandu'));
    expect(done).toEqual([true, false, true]);
    expect(await reported()).toMatchObject([{ kind: 'no-times-suitable', callback_url: no_times_suitable_url }]);
  });
});
