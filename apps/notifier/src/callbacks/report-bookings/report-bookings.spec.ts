import type { BookingLinkReported } from '@kalends/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clientId, delivered, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';
import { ReportBookingsHandler } from './report-bookings.handler.js';

let notifier: NotifierFixture;
let receiver: Receiver;
let handler: ReportBookingsHandler;

beforeAll(async () => void (notifier = await startNotifierFixture()));
afterAll(() => notifier.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  for (const table of 'delivery callback attempt endpoint'.split(' '))
    await notifier.pool.query(`DELETE FROM ${table}`);
  handler = new ReportBookingsHandler(notifier.pool, notifier.clock.now, () => undefined);
});
afterEach(() => receiver.stop());

const submitted = { event_id: 'visit-42', summary: 'Site visit', color: '#49BED8' };
const times = {
  start: { time: '2026-11-20T10:00:00Z', tzid: 'Europe/London' },
  end: { time: '2026-11-20T10:30:00Z', tzid: 'Europe/London' },
};
const link = {
  link_id: 'sch_1',
  client_id: clientId,
  url: 'https://calendar.example/rts/token',
  user_tzid: 'Asia/Kathmandu',
  at: 0,
};
const shownLink = { real_time_scheduling_id: 'sch_1', url: 'https://calendar.example/rts/token' };

const sentFor = async (...reports: BookingLinkReported[]) => {
  await handler.handle(reports.map((one) => delivered(one)));
  await notifier.deliverAll();
  return receiver.calls.map(({ json }) => json as unknown);
};

it('given a completed link, then its callback has the event with its times, who takes part, the visitor and no notification (SCH-7, CBK-14)', async () => {
  const report: BookingLinkReported = {
    kind: 'completed',
    ...link,
    callback_url: receiver.url,
    status: 'completed',
    submitted: { ...submitted, ...times },
    participants: [{ sub: 'acc_1' }],
  };
  expect(await sentFor(report)).toEqual([
    {
      event: { ...submitted, ...times },
      participants: [{ sub: 'acc_1' }],
      user: { tzid: 'Asia/Kathmandu' },
      real_time_scheduling: { ...shownLink, status: 'completed' },
    },
  ]);
});

it.each(['suitable', 'displayed'] as const)(
  'given a visitor for whom no time was %s, then the callback reports that and has the link (CBK-14)',
  async (kind) => {
    const open = { ...link, callback_url: receiver.url, status: 'open' as const, submitted };
    expect(await sentFor({ kind: `no-times-${kind}`, ...open })).toEqual([
      {
        notification: { type: `real_time_scheduling_no_times_${kind}` },
        real_time_scheduling: { ...shownLink, status: 'open', event: submitted },
        user: { tzid: 'Asia/Kathmandu' },
      },
    ]);
  },
);

it('given a booking that was moved, then its callback has the new times, the earlier ones and a type (CBK-15)', async () => {
  const previous = { start: { ...times.start, time: '2026-11-20T09:00:00Z' }, end: times.start };
  const participants = [{ sub: 'acc_1' }];
  const moved = {
    ...link,
    callback_url: receiver.url,
    status: 'completed' as const,
    submitted: { ...submitted, ...times },
  };
  expect(await sentFor({ kind: 'rescheduled', ...moved, previous, participants })).toEqual([
    {
      notification: { type: 'real_time_scheduling_rescheduled' },
      event: { ...submitted, ...times },
      previous,
      participants,
      user: { tzid: 'Asia/Kathmandu' },
      real_time_scheduling: { ...shownLink, status: 'completed' },
    },
  ]);
});

it.each(['I am ill.', null])(
  'given a booking that was cancelled with the reason %j, then its callback has the times that were booked (CBK-15)',
  async (reason) => {
    const ended = { ...link, callback_url: receiver.url, status: 'disabled' as const, submitted };
    expect(await sentFor({ kind: 'cancelled', ...ended, previous: times, reason })).toEqual([
      {
        notification: { type: 'real_time_scheduling_cancelled' },
        event: submitted,
        previous: times,
        ...(reason === null ? {} : { reason }),
        user: { tzid: 'Asia/Kathmandu' },
        real_time_scheduling: { ...shownLink, status: 'disabled' },
      },
    ]);
  },
);

const step = (sequence_id: string | number, sub?: string) => ({
  sequence_id,
  submitted: sub === undefined ? submitted : { ...submitted, ...times },
  participants: sub === undefined ? [] : [{ sub }],
});
const shownSequence = { real_time_sequencing_id: 'seq_1', url: link.url };

it('given a completed sequence, then its callback has every part as well, and who takes part in it (SCH-13)', async () => {
  const report: BookingLinkReported = {
    ...{ kind: 'completed', ...link, link_id: 'seq_1', callback_url: receiver.url, status: 'completed' },
    ...{ submitted: { ...submitted, ...times }, participants: [{ sub: 'acc_1' }, { sub: 'acc_2' }] },
    sequence: [step('interview', 'acc_1'), step(2, 'acc_2')],
  };
  expect(await sentFor(report)).toEqual([
    {
      event: { ...submitted, ...times },
      participants: [{ sub: 'acc_1' }, { sub: 'acc_2' }],
      user: { tzid: 'Asia/Kathmandu' },
      sequence: [
        { sequence_id: 'interview', event: { ...submitted, ...times }, participants: [{ sub: 'acc_1' }] },
        { sequence_id: 2, event: { ...submitted, ...times }, participants: [{ sub: 'acc_2' }] },
      ],
      real_time_sequencing: { ...shownSequence, status: 'completed' },
    },
  ]);
});

it.each(['suitable', 'displayed'] as const)(
  'given a sequence of which no time was %s, then the callback has its own type (SCH-13)',
  async (kind) => {
    const open = { ...link, link_id: 'seq_1', callback_url: receiver.url, status: 'open' as const, submitted };
    expect(await sentFor({ kind: `no-times-${kind}`, ...open, sequence: [step(1)] })).toEqual([
      {
        notification: { type: `real_time_sequencing_no_times_${kind}` },
        real_time_sequencing: { ...shownSequence, status: 'open', event: submitted },
        user: { tzid: 'Asia/Kathmandu' },
      },
    ]);
  },
);

it('given a message that arrives twice, then there is one callback', async () => {
  const open = { ...link, callback_url: receiver.url, status: 'open' as const, submitted };
  const message = delivered<BookingLinkReported>({ kind: 'no-times-suitable', ...open });
  await handler.handle([message, message]);
  await handler.handle([message]);
  await notifier.deliverAll();
  expect(receiver.calls).toHaveLength(1);
});
