import { z } from 'zod';
import { upsertEventBody } from '../events/upsert-event.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, notFound, planErrors } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { holdCall, holdConflict, holdParams } from './hold-call.js';

export const confirmHoldBody = z
  .object({ calendar_id: filled('calendar_id', 256), event: upsertEventBody })
  .meta({ id: 'HoldConfirmation' });

export const confirmHold = endpoint({
  ...holdCall,
  method: 'post',
  path: '/v1/holds/{hold_id}/confirm',
  operation: 'confirmHold',
  allScopes: ['create_event'],
  summary: "Write the event that the hold was for; the time stays blocked until the event is in the members' calendars",
  params: holdParams,
  body: confirmHoldBody,
  responses: {
    202: { description: 'The event is stored, and the hold stays until the event is in the calendars. Empty body.' },
    404: notFound,
    409: { description: 'The hold has expired.', schema: holdConflict },
    ...bodyErrors,
    ...planErrors,
  },
});
