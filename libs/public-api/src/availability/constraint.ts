import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { zone } from '../shared/fields.js';
import { tags } from '../shared/tags.js';
import { closedObject } from '../shared/unsupported.js';
import { anyOf } from './availability-fields.js';

const limit = keyed('invalid', 'limit must be a whole number from 1 to 1000');

/** A limit on the events that the application has created for the member. */
const constraint = closedObject({
  limit: z
    .int({ error: limit })
    .min(1, limit)
    .max(1_000, limit)
    .describe('Maximum number of events per day or week, from 1 to 1,000.')
    .meta({ examples: [3] }),
  period: z
    .enum(['day', 'week'], { error: keyed('not_recognized', 'period must be day or week') })
    .describe('A local day, or a local week from Monday to Sunday.')
    .meta({ examples: ['day'] }),
  tzid: zone('tzid')
    .nullish()
    .describe("IANA time zone of the days. Default: the account's own.")
    .meta({ examples: ['Europe/London'] }),
  tags: tags
    .nullish()
    .describe('Only events with all of these tags count. At most 20. Default: all events.')
    .meta({ examples: [[{ value: 'sales' }]] }),
});

export const constraints = anyOf('availability_constraints', constraint, { min: 0, max: 10 });
