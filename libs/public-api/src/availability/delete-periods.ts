import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed } from '../shared/errors.js';
import { flag } from '../shared/fields.js';
import { ownCall } from './own-call.js';
import { availabilityId } from './rule.js';

export const deletePeriodsBody = z
  .object({
    available_period_id: availabilityId('available_period_id')
      .nullish()
      .describe("The application's own id of the period. From 1 to 64 ASCII characters."),
    delete_all: flag('delete_all').describe(
      'True, without available_period_id: all periods of the account. Default: false.',
    ),
  })
  .superRefine(
    (body, context) => {
      if (body.available_period_id || body.delete_all === true) return;
      const message = keyed('required', 'available_period_id, or delete_all, must be specified');
      context.addIssue({ code: 'custom', path: ['available_period_id'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .meta({ id: 'AvailablePeriodDelete' });

export const deletePeriods = endpoint({
  ...ownCall,
  method: 'delete',
  path: '/v1/available_periods',
  operation: 'deleteAvailablePeriods',
  summary: 'Delete one available period, or all',
  description:
    'One of available_period_id and delete_all is required. A period that does not exist counts as deleted. Needs no particular scope.',
  query: z.object({
    available_period_id: z.string().optional().describe('The same as in the body, for clients that send none.'),
    delete_all: z.string().optional().describe('The same as in the body, for clients that send none.'),
  }),
  example: { available_period_id: 'shift-7' },
  moreExamples: { 'all of them': { delete_all: true } },
  body: deletePeriodsBody,
  responses: { 202: { description: 'Deleted. Empty body.' }, ...bodyErrors, ...busErrors },
});
