import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, notFound, busErrors } from '../shared/errors.js';
import { plainText } from '../shared/fields.js';
import { bookableCall, bookableId, bookableParams } from './bookable-event-fields.js';
import { bookableEventExample, bookableEventShape } from './bookable-event-shape.js';

const values = keyed('invalid', 'values of metadata must be texts, numbers or booleans');

export const upsertRegistrationBody = z
  .object({
    registration_id: bookableId('registration_id').describe(
      "The application's own id of the registration, unique in the bookable event. From 1 to 128 letters, digits, _ or -.",
    ),
    status: z
      .enum(['pending', 'accepted', 'tentative', 'declined', 'removed'], {
        error: keyed('not_recognized', 'status must be pending, accepted, tentative, declined or removed'),
      })
      .describe('Only an accepted one takes a place; removed deletes it.'),
    metadata: z
      .record(
        z.string().min(1).max(64, keyed('too_long', 'names in metadata may have at most 64 characters')),
        z.union([plainText('metadata', 1_024), z.number(), z.boolean()], { error: values }),
        { error: keyed('must_be_object', 'metadata must be an object') },
      )
      .refine((value) => Object.keys(value).length <= 10, {
        error: keyed('too_many', 'metadata may have at most 10 members'),
      })
      .nullish()
      .describe(
        'Anything of the application, returned as it is: at most 10 texts, numbers or booleans, replaced as a whole. Default: unchanged, at first nothing.',
      ),
  })
  .meta({ id: 'RegistrationWrite' });

export const upsertRegistration = endpoint({
  ...bookableCall,
  method: 'post',
  path: '/v1/bookable_events/{bookable_event_id}/registrations',
  operation: 'upsertRegistration',
  summary: 'Register somebody for a bookable event, or change the registration',
  description:
    'Of any number of concurrent calls exactly as many are accepted as there are places; the others are 422 errors.capacity_exceeded. A cancelled bookable event is 422 errors.cancelled. At most 10,000 registrations.',
  params: bookableParams,
  example: { registration_id: 'guest-17', status: 'accepted', metadata: { language: 'de' } },
  body: upsertRegistrationBody,
  responses: {
    200: {
      description: 'The bookable event, with the first page of its registrations',
      schema: bookableEventShape,
      example: bookableEventExample,
    },
    404: notFound,
    ...bodyErrors,
    ...busErrors,
  },
});
