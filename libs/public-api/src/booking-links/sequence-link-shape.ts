import { z } from 'zod';
import { bookingLinkShape } from './booking-link-shape.js';

const { real_time_scheduling_id: _id, cancelled: _cancelled, event, ...shared } = bookingLinkShape.shape;

const part = z.object({
  sequence_id: z.union([z.string(), z.number()]).describe('The meeting, as the request called it.'),
  event: event.describe('Its event, with the id that it is written with.'),
  participants: z
    .array(z.object({ sub: z.string().describe('The id of the account.') }))
    .describe('The members who take part; empty until it is completed.'),
});

/** A booking link for a sequence as its application gets it. */
export const sequenceLinkShape = z
  .object({
    real_time_sequencing_id: z.string().describe('The id of the link.'),
    ...shared,
    event: event.describe('The event of the request; its times are from the first start to the last end.'),
    sequence: z.array(part).describe('The meetings, in the order in which they take place.'),
  })
  .meta({ id: 'SequenceLink' });

export const sequenceLinkAnswer = z.object({ real_time_sequencing: sequenceLinkShape.describe('The link.') });

const ann = 'acc_5ba21743f408617d1269ea1e';
const day = { event_id: 'assessment-7', summary: 'Assessment day', event_private: false };
const times = (start: string, end: string) => ({
  start: { time: `2026-11-20T${start}:00Z`, tzid: 'Europe/London' },
  end: { time: `2026-11-20T${end}:00Z`, tzid: 'Europe/London' },
});

const partOf = (sequence_id: string, summary: string, number: number) => ({
  sequence_id,
  event: { event_id: `assessment-7-${number}`, summary, event_private: false },
  participants: [] as { sub: string }[],
});

const parts = [partOf('interview', 'Interview', 1), partOf('tour', 'Tour of the site', 2)] as const;

export const sequenceLinkExample = {
  real_time_sequencing_id: 'seq_5ba21743f408617d1269ea1e',
  url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
  status: 'open' as const,
  event: day,
  sequence: [...parts],
};

export const completedSequenceExample = {
  ...sequenceLinkExample,
  status: 'completed' as const,
  event: { ...day, ...times('10:00', '11:30') },
  sequence: [
    { ...parts[0], event: { ...parts[0].event, ...times('10:00', '11:00') }, participants: [{ sub: ann }] },
    { ...parts[1], event: { ...parts[1].event, ...times('11:00', '11:30') }, participants: [{ sub: ann }] },
  ],
};

export const sequenceLinkParams = z.object({
  real_time_sequencing_id: z.string().describe('The id of the link, as it was answered when it was created.'),
});
