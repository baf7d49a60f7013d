import { z } from 'zod';
import { seriesExample } from '../events/upsert-event.js';
import { withTimePair, writtenFields } from '../events/written-event.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, notFound, busErrors } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { holdCall, holdConflict, holdParams } from './hold-call.js';

const { start, end, ...others } = writtenFields;
const both = keyed('required', 'start and end are given together, or neither');

const heldEvent = withTimePair(
  z.object({
    ...others,
    start: start.optional().describe('First moment, if it is not that of the hold. Default: the start of the hold.'),
    end: end.optional().describe('First moment after the event, with start. Default: the end of the hold.'),
  }),
)
  .superRefine((event, context) => {
    if ((event.start === undefined) === (event.end === undefined)) return;
    context.addIssue({ code: 'custom', path: [event.start === undefined ? 'start' : 'end'], message: both });
  })
  .meta({ id: 'HeldEventWrite' });

export const confirmHoldBody = z
  .object({
    calendar_id: filled('calendar_id', 256).describe(
      'The calendar in which the event is written, of an account of the application.',
    ),
    event: heldEvent.describe(
      'The event, as POST /v1/calendars/{calendar_id}/events takes it, without start and end if they are those of the hold.',
    ),
  })
  .meta({ id: 'HoldConfirmation' });

export const confirmHold = endpoint({
  ...holdCall,
  method: 'post',
  path: '/v1/holds/{hold_id}/confirm',
  operation: 'confirmHold',
  allScopes: ['create_event'],
  summary: "Write the event that the hold was for; the time stays blocked until the event is in the members' calendars",
  description:
    'The event may have another time than the hold. The user of the calendar has to have granted create_event. The hold ends once the event is in the calendar, after 10 minutes at the latest.',
  params: holdParams,
  example: {
    calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
    event: {
      event_id: 'visit-4711',
      summary: 'Visit',
      start: '2026-11-20T10:00:00Z',
      end: '2026-11-20T11:00:00Z',
      tzid: 'Europe/London',
    },
  },
  moreExamples: {
    'at the time of the hold': {
      calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
      event: { event_id: 'visit-4711', summary: 'Visit' },
    },
    'with an online meeting of your own': { calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu', event: seriesExample },
  },
  body: confirmHoldBody,
  responses: {
    202: { description: 'The event is stored, and the hold stays until the event is in the calendars. Empty body.' },
    404: notFound,
    409: {
      description: 'The hold has expired.',
      schema: holdConflict,
      example: { error: 'conflict', description: 'The hold has expired; hold the time again.' },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
