import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed } from '../shared/errors.js';
import { flag } from '../shared/fields.js';
import { ownCall } from './own-call.js';
import { availabilityId } from './rule.js';

export const deletePeriodsBody = z
  .object({
    available_period_id: availabilityId('available_period_id').nullish(),
    delete_all: flag('delete_all'),
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
  query: z.object({ available_period_id: z.string().optional(), delete_all: z.string().optional() }),
  body: deletePeriodsBody,
  responses: { 202: { description: 'Deleted. Empty body.' }, ...bodyErrors, ...busErrors },
});
