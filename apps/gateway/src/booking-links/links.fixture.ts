import { createLogger } from '@kalends/service-runtime';
import { QueryAvailability } from '../availability/query-availability/query-availability.js';
import { WriteQueue } from '../events/accept-write/write-queue.js';
import { PlaceBooking } from './book-slot/place-booking.js';
import { SettleBooking } from './book-slot/settle-booking.js';
import { WriteBooking } from './book-slot/write-booking.js';
import { ChangeEvents } from './change-booking/change-events.js';
import { ClaimChange } from './change-booking/claim-change.js';
import { SettleChange } from './change-booking/settle-change.js';
import { BookingLinks } from './booking-links.js';
import { OfferedSlots } from './offered-slots.js';
import { ReportNoTimes } from './report-no-times.js';
import { publicUrl, startTestGateway, type ReplyTo } from '../gateway.fixture.js';
import { newAccountWithCalendar, newApplication } from '../read-model/gateway-database.fixture.js';

const hour = 3_600_000;
/** Noon of a Friday. */
export const noon = Date.UTC(2026, 10, 20, 12);

interface FreeQuery {
  steps: {
    sequence_id: string | number;
    meeting: {
      duration: number;
      periods: { start: number; end: number }[];
      groups: { members: { sub: string }[] }[];
    };
  }[];
  max_results: number;
}

/** Of each start the sequence whose parts follow at once, as availability answers one per start. */
function sequencesAt({ steps, max_results }: FreeQuery, starts: number[], isTaken: (at: number) => boolean) {
  const subOf = ({ meeting }: FreeQuery['steps'][number]) => meeting.groups[0]!.members[0]!.sub;
  const people = [...new Set(steps.map(subOf))];
  const sequences = starts.flatMap((start) => {
    let from = start;
    const parts = steps.map((step) => {
      const part = { start: from, end: from + step.meeting.duration * 60_000 };
      from = part.end;
      return { sequence_id: step.sequence_id, ...part, participants: [people.indexOf(subOf(step))] };
    });
    const isFree = parts.every(
      (part, n) =>
        !isTaken(part.start) && steps[n]!.meeting.periods.some((one) => part.start >= one.start && part.end <= one.end),
    );
    return isFree ? [parts] : [];
  });
  return { outcome: 'sequences', people, sequences: sequences.slice(0, max_results), unknown: [] };
}

/** Free starts of the first member of a query, as availability answers them: every quarter of an hour of `hours`. */
export const freeFrom =
  (start: number, hours: number, isTaken: (at: number) => boolean = () => false): ReplyTo =>
  (topic, query: never) => {
    const { kind, meeting, slots, max_results } = query as {
      kind: string;
      meeting: {
        duration: number;
        periods: { start: number; end: number }[];
        groups: { members: { sub: string }[] }[];
      };
      slots: number[] | null;
      max_results: number;
    };
    if (topic === 'gateway.query.provider-writes.v1') return { waiting: [], total: 0, written: null };
    if (topic === 'gateway.query.hold.v1')
      return kind === 'place' || kind === 'pin' ? { outcome: 'held', repeated: false, hold: {} } : { outcome: 'done' };
    const grid = Array.from({ length: hours * 4 }, (_, index) => start + index * (hour / 4));
    if (kind === 'sequenced') return sequencesAt(query, grid, isTaken);
    const all = slots ?? grid;
    const found = all
      .map((at) => ({ start: at, end: at + meeting.duration * 60_000, participants: [0] }))
      .filter((one) => !isTaken(one.start) && meeting.periods.some((p) => one.start >= p.start && one.end <= p.end))
      .slice(0, max_results);
    return { outcome: 'found', people: [meeting.groups[0]!.members[0]!.sub], found, unknown: [] };
  };

/** A gateway with an application whose user has a calendar; other services are played by `replyTo`. */
export async function startLinks(replyTo: ReplyTo, now: () => number = () => noon) {
  const gateway = await startTestGateway({ replyTo, now });
  const { pool } = gateway.database;
  const application = await newApplication(pool);
  const account = await newAccountWithCalendar(pool, ['create_event', 'delete_event', 'read_events']);
  await pool.query('UPDATE account SET client_id = $2 WHERE account_id = $1', [
    account.accountId,
    application.clientId,
  ]);
  const valid = {
    oauth: { redirect_uri: 'https://app.example/done' },
    event: { event_id: 'visit-42', summary: 'Site visit' },
    availability: {
      participants: [{ members: [{ sub: account.accountId }], required: 'all' }],
      required_duration: { minutes: 30 },
      query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
    },
    target_calendars: [{ sub: account.accountId, calendar_id: account.calendarId }],
    tzid: 'Europe/London',
  };
  const create = (more: object = {}) =>
    gateway.call('POST', '/v1/real_time_scheduling', { token: application.secret, body: { ...valid, ...more } });
  return { gateway, application, account, valid, create, replyTo, now };
}

export type Links = Awaited<ReturnType<typeof startLinks>>;

interface Created {
  url: string;
  real_time_scheduling: {
    real_time_scheduling_id: string;
    url: string;
    status: string;
    event: Record<string, unknown>;
  };
}

interface CreatedSequence {
  url: string;
  real_time_sequencing: Record<string, unknown> & { real_time_sequencing_id: string };
}

/** A second user of the application, and a sequence of three meetings with either and with the first. */
export async function sequenceOf({ gateway, application, account, valid }: Links) {
  const { pool } = gateway.database;
  const other = await newAccountWithCalendar(pool, ['create_event', 'delete_event', 'read_events']);
  await pool.query('UPDATE account SET client_id = $2 WHERE account_id = $1', [other.accountId, application.clientId]);
  const step = (sequence_id: string | number, sub: string, minutes: number, more: object = {}) => ({
    sequence_id,
    participants: [{ members: [{ sub }] }],
    required_duration: { minutes },
    ...more,
  });
  const event = (summary: string) => ({ event_id: 'day', summary });
  const sequence = [
    step('interview', account.accountId, 60, { event: event('Interview') }),
    step('tour', other.accountId, 30, { event: event('Tour') }),
    step(3, account.accountId, 15),
  ];
  const body = {
    ...valid,
    event: event('Assessment day'),
    availability: { sequence, query_periods: valid.availability.query_periods },
    target_calendars: [account, other].map(({ accountId, calendarId }) => ({
      sub: accountId,
      calendar_id: calendarId,
    })),
  };
  const call = (more: object = {}) =>
    gateway.call('POST', '/v1/real_time_sequencing', { token: application.secret, body: { ...body, ...more } });
  const created = async (more: object = {}) => {
    const answer = await call(more);
    if (answer.status !== 200) throw new Error(`a sequence was not created: ${JSON.stringify(answer.body)}`);
    const { url, real_time_sequencing: link } = answer.body as CreatedSequence;
    return { url, link, linkId: link.real_time_sequencing_id, token: url.split('/').at(-1)! };
  };
  return { other, body, sequence, call, created };
}

/** The answer of a creation, and the token in its address. */
export async function createdOf(answer: ReturnType<Links['create']>) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`a link was not created: ${JSON.stringify(body)}`);
  const created = body as Created;
  return {
    ...created,
    linkId: created.real_time_scheduling.real_time_scheduling_id,
    token: created.url.split('/').at(-1)!,
  };
}

/** The same service as in the gateway, for another `replyTo`. */
export function bookingOf(
  { gateway: { database, sealer } }: Links,
  replyTo: ReplyTo,
  clock: () => number = () => noon,
) {
  const { pool } = database;
  const client = { request: async ({ name }: { name: string }, body: never) => replyTo(name, body) } as never;
  const [relay, log] = [{ wake: () => undefined }, createLogger({ service: 'gateway', level: 'silent' })];
  const links = new BookingLinks(pool, sealer, { PUBLIC_URL: publicUrl });
  const writes = new WriteBooking(pool, client, clock, relay, new WriteQueue(pool));
  const settling = new SettleBooking(pool, client, clock, relay, log, links, writes);
  const query = new QueryAvailability(
    pool,
    client,
    clock,
    { AVAILABILITY_MAX_SPAN: 35 } as never,
    { note: () => undefined } as never,
  );
  const slots = new OfferedSlots(query, clock);
  const placing = new PlaceBooking(pool, client, clock, slots, settling);
  const reports = new ReportNoTimes(pool, clock, relay, links);
  const changing = new SettleChange(pool, client, clock, relay, log, links, new ChangeEvents(pool, writes));
  const changes = new ClaimChange(pool, clock, placing, changing);
  return { links, settling, slots, placing, reports, changing, changes };
}

/** A link on which a time is booked, in no calendar: every change of it is done at once. */
export async function bookedLink(links: Links, more: object = {}) {
  const created = await createdOf(links.create({ target_calendars: [], allow: ['reschedule', 'cancel'], ...more }));
  const { url } = links.gateway;
  const address = `${url}/rts/${created.token}`;
  const { placing, links: read } = bookingOf(links, links.replyTo, links.now);
  const link = async () => (await read.byId({ linkId: created.linkId }))!;
  const start = links.now() + hour;
  const placed = await placing.place(await link(), start, { tzid: 'Asia/Kathmandu', lang: 'en' });
  if (placed !== 'placed') throw new Error(placed);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${address}${path}`, { redirect: 'manual', headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const nonceAt = async (path: string) => /name="nonce" value="([^"]+)"/.exec((await get(path)).text)![1]!;
  return { ...created, start, link, get, post, nonceAt };
}
