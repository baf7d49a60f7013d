import { sequenceCompletedBody, sequenceNoTimesBody } from '@kalends/contracts';
import type { Webhook } from '../shared/webhook.js';

const link = {
  real_time_sequencing_id: 'seq_5ba21743f408617d1269ea1e',
  url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
};
const event = { event_id: 'assessment-7', summary: 'Assessment day' };
const user = { tzid: 'Asia/Kathmandu' };
const participants = [{ sub: 'acc_5ba21743f408617d1269ea1e' }];
const ofSequence = { tag: 'scheduling', subscribedBy: 'createSequenceLink' } as const;

const times = (start: string, end: string) => ({
  start: { time: `2026-11-20T${start}:00Z`, tzid: 'Europe/London' },
  end: { time: `2026-11-20T${end}:00Z`, tzid: 'Europe/London' },
});

export const sequenceCompletedCallback = {
  ...ofSequence,
  operation: 'sequenceCompleted',
  summary: 'Somebody picked the times of a sequence on its booking link',
  description:
    'Sent to callback_urls.completed_url when every calendar has every event. It has no notification, which distinguishes it from the others.',
  body: sequenceCompletedBody,
  examples: {
    'two meetings': {
      event: { ...event, ...times('10:00', '11:30') },
      participants,
      user,
      sequence: [
        {
          sequence_id: 'interview',
          event: { event_id: 'assessment-7-1', summary: 'Interview', ...times('10:00', '11:00') },
          participants,
        },
        {
          sequence_id: 'tour',
          event: { event_id: 'assessment-7-2', summary: 'Tour of the site', ...times('11:00', '11:30') },
          participants,
        },
      ],
      real_time_sequencing: { ...link, status: 'completed' },
    },
  },
} as const satisfies Webhook;

export const sequenceNoTimesCallback = {
  ...ofSequence,
  operation: 'sequenceWithoutTime',
  summary: 'The visitor of a booking link for a sequence found no time',
  description:
    'Sent once per link and kind: to no_times_suitable_url when the visitor reports that none fits, to no_times_displayed_url when there was none to show. The link stays open.',
  body: sequenceNoTimesBody,
  examples: {
    'none fits': {
      notification: { type: 'real_time_sequencing_no_times_suitable' },
      real_time_sequencing: { ...link, status: 'open', event },
      user,
    },
  },
} as const satisfies Webhook;
