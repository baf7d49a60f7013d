import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { closedObject } from '../shared/unsupported.js';
import { anyOf, reference } from './availability-fields.js';

const exactlyOne = keyed('invalid', 'each entry must have exactly one of event_id and event_uid');

const excludedEvent = closedObject(
  {
    event_id: reference('event_id', 1_024)
      .nullish()
      .describe("The application's own id of an event that it created, in any calendar. At most 1,024 characters.")
      .meta({ examples: ['visit-42'] }),
    event_uid: reference('event_uid', 1_024)
      .nullish()
      .describe('The id of an event, of a series, or of one instance, as events are read. At most 1,024 characters.')
      .meta({ examples: ['evt_ce3436bd41842879759f4495'] }),
  },
  { error: exactlyOne },
).superRefine(({ event_id, event_uid }, context) => {
  if ((event_id == null) === (event_uid == null)) context.addIssue({ code: 'custom', message: exactlyOne });
});

export const excludedEvents = anyOf('excluded_events', excludedEvent, { min: 0, max: 100 }).describe(
  'Events that neither make anybody busy nor count for a constraint, such as one that is to be moved; each has exactly one id, and unknown ones are ignored. At most 100.',
);

export type ExcludedEvent = z.output<typeof excludedEvent>;
