import { z } from 'zod';
import { filled } from '../shared/fields.js';

export const viewReason = {
  reason: filled('reason', 500)
    .optional()
    .describe(
      'Why titles are viewed, which the audit keeps: with it they are shown. Default: none, and no title is shown. At most 500 characters.',
    ),
};

const state = z
  .enum(['synced', 'pending', 'refused'])
  .describe(
    'synced: as its provider has it. pending: a write was accepted that its provider has not confirmed yet. refused: its provider refused the last write.',
  );

export const inspectedFields = {
  calendar_id: z.string().describe('The calendar of the event.'),
  event_uid: z.string().describe('The event; of a series, the id that its instances share.'),
  origin: z
    .enum(['application', 'others'])
    .describe('Who created it: the application through the API, or others in the calendar.'),
  state,
  summary: z.string().nullable().describe('Its title; null without a reason, or if it has none.'),
};

export const inspectedWhere = {
  calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
  event_uid: 'evt_external_54008b1a4a41730f8d5c6037',
};
export const inspectedAccount = { sub: z.string().describe('The account, by its id.') };
