import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, keyed, unprocessable } from '../shared/errors.js';
import { dateOrTime, flag, zone } from '../shared/fields.js';
import { ownCall } from './own-call.js';
import { periodsPage } from './periods-page.js';

/** `from` and `to` (exclusive) are read in `tzid`, which they require. */
export const listPeriodsQuery = z
  .object({
    from: dateOrTime('from').optional(),
    to: dateOrTime('to').optional(),
    tzid: zone('tzid').optional(),
    localized_times: flag('localized_times'),
  })
  .superRefine(
    (query, context) => {
      if ((query.from ?? query.to) === undefined || query.tzid !== undefined) return;
      const message = keyed('required', 'tzid must be specified with from and to');
      context.addIssue({ code: 'custom', path: ['tzid'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );

export const listPeriods = endpoint({
  ...ownCall,
  method: 'get',
  path: '/v1/available_periods',
  operation: 'listAvailablePeriods',
  summary: "List the account's available periods",
  query: listPeriodsQuery,
  responses: {
    200: {
      description: 'The periods, ascending',
      schema: periodsPage,
    },
    422: unprocessable,
    ...busErrors,
  },
});
