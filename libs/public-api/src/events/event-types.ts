import { eventTypes } from '@kalends/icalendar';
import { z } from 'zod';
import { keyed } from '../shared/errors.js';

/** What kinds of events reads distinguish. */
const shownTypes = ['default', ...eventTypes] as const;

const unknownType = keyed('not_recognized', `an event type is ${shownTypes.join(', ')}`);

/** Event types in a query: a single one counts as a list of one. */
export const eventTypesFilter = z.preprocess(
  (value) => (value === null ? undefined : typeof value === 'string' ? [value] : value),
  z
    .array(z.enum(shownTypes, { error: unknownType }), { error: unknownType })
    .min(1, unknownType)
    .max(shownTypes.length, keyed('too_many', `at most ${shownTypes.length} event types`))
    .optional(),
);
