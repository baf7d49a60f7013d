import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, keyed, unprocessable } from '../shared/errors.js';
import { dateOrTime, flag, zone } from '../shared/fields.js';
import { ownCall } from './own-call.js';
import { periodsExample, periodsPage } from './periods-page.js';

/** `from` and `to` (exclusive) are read in `tzid`, which they require. */
export const listPeriodsQuery = z
  .object({
    from: dateOrTime('from')
      .optional()
      .describe('Start of the window: a local date in tzid, from its midnight, or an instant. Default: no bound.'),
    to: dateOrTime('to')
      .optional()
      .describe(
        'End of the window, exclusive: a local date in tzid, up to its midnight, or an instant. Default: no bound.',
      ),
    tzid: zone('tzid')
      .optional()
      .describe(
        'IANA time zone of dates in from and to, and of the times returned; required with from and to. Default: Etc/UTC.',
      ),
    localized_times: flag('localized_times').describe(
      "Show times as {time, tzid}, in each period's own time zone where it has one. Default: false, a text with the offset of tzid.",
    ),
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
  description:
    'Every period that overlaps the window. Follow pages.next_page until it is absent. Needs no particular scope.',
  query: listPeriodsQuery,
  responses: {
    200: {
      description: 'The periods, ascending',
      schema: periodsPage,
      example: periodsExample,
    },
    422: unprocessable,
    ...busErrors,
  },
});
