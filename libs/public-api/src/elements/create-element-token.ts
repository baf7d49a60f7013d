import { z } from 'zod';
import { elementPermissions, endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed } from '../shared/errors.js';
import { httpUrl } from '../shared/fields.js';
import { bookableId } from '../bookable-events/bookable-event-fields.js';
import { elementBooking, elementBookingExample } from './element-booking.js';

/** Most accounts of a token: as many as an availability query has members. */
const maxSubs = 100;

/** Seconds for which a token is valid. */
export const elementTokenLifetime = 64_800;

const permission = z.enum(elementPermissions, {
  error: keyed('not_recognized', `a permission must be one of ${elementPermissions.join(', ')}`),
});

const sub = z
  .string({ error: keyed('must_be_string', 'a sub must be a string') })
  .min(1, keyed('required', 'a sub must not be empty'))
  .max(256, keyed('too_long', 'a sub may have at most 256 characters'));

const wordOf = (isMissing: boolean) =>
  isMissing
    ? keyed('required', 'booking must be specified with the permission booking')
    : keyed('invalid', 'booking needs the permission booking');

type Given = Record<string, unknown> & { permissions?: unknown; bookable_event_ids?: unknown[] | null };

/** `booking` and its permission come together, and accounts can be absent only where nothing is about one. */
const together = (given: Given, context: z.RefinementCtx) => {
  const permissions = Array.isArray(given.permissions) ? (given.permissions as unknown[]) : [];
  const isBooking = permissions.includes('booking');
  const hasBooking = given.booking !== undefined && given.booking !== null;
  if (isBooking !== hasBooking) context.addIssue({ code: 'custom', path: ['booking'], message: wordOf(isBooking) });
  const isOfEventsOnly =
    permissions.every((one) => one === 'availability') && (given.bookable_event_ids ?? []).length > 0;
  if (given.subs === undefined && !isOfEventsOnly)
    context.addIssue({ code: 'custom', path: ['subs'], message: keyed('required', 'subs must be specified') });
};

const checked = {
  when: (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null,
};

export const createElementTokenBody = z
  .object({
    version: z
      .string({ error: keyed('must_be_string', 'version must be a string') })
      .max(16, keyed('too_long', 'version may have at most 16 characters'))
      .nullish()
      .describe('Has no effect: clients send "1".'),
    permissions: z
      .array(permission, { error: keyed('must_be_list', 'permissions must be a list') })
      .min(1, keyed('required', 'permissions must name at least one'))
      .max(20, keyed('too_many', 'permissions may have at most 20 entries'))
      .describe('What the page may do. From 1 to 20; each counts once.'),
    subs: z
      .array(sub, { error: keyed('must_be_list', 'subs must be a list') })
      .min(1, keyed('required', 'subs must name at least one account'))
      .max(maxSubs, keyed('too_many', `subs may name at most ${maxSubs} accounts`))
      .optional()
      .describe(
        'The accounts that the page may use: exactly one for agenda, account_management and managed_availability, those that a query names for availability and booking. From 1 to 100; absent only with bookable_event_ids.',
      ),
    origin: httpUrl('origin').describe(
      'Address of the page that shows the Element; only its scheme, host and port count. At most 2048 characters.',
    ),
    bookable_event_ids: z
      .array(bookableId('bookable_event_ids'), {
        error: keyed('must_be_list', 'bookable_event_ids must be a list of ids'),
      })
      .max(100, keyed('too_many', 'bookable_event_ids may have at most 100 entries'))
      .nullish()
      .describe(
        'The bookable events that the page may query with the permission availability, by the application’s own ids. At most 100. Default: none.',
      ),
    booking: elementBooking
      .nullish()
      .describe('What the page may book, with the permission booking: the event and its times are fixed here.'),
  })
  .superRefine(together, checked as never);

const elementTokenShape = z.object({
  element_token: z
    .object({
      permissions: z.array(z.enum(elementPermissions)).describe('What the page may do, each once.'),
      origin: z.string().describe('Scheme, host and port of the page; requests of any other one are refused.'),
      token: z.string().describe('The element_token of the Element, which sends it as et in the query.'),
      expires_in: z.number().int().describe('Seconds for which it is valid.'),
    })
    .describe('The token.'),
});

export const createElementToken = endpoint({
  method: 'post',
  path: '/v1/element_tokens',
  operation: 'createElementToken',
  summary: 'Create a token for a page with an Element; valid for 18 hours',
  tag: 'elements',
  credential: 'api-key',
  description:
    'An Element is a component of a web page, ours or the hosted service’s. Its page gets this token and no other credential. It acts for the accounts that it names, with the scopes that they have granted, and ends with their grants, with the API key that requested it, and with the application.',
  body: createElementTokenBody,
  example: {
    version: '1',
    permissions: ['agenda'],
    subs: ['acc_2MPyGxgyny6w_FK37MLy2ihIu'],
    origin: 'https://app.example.com',
  },
  moreExamples: {
    'a page that books': {
      permissions: ['availability', 'booking'],
      subs: ['acc_5ba21743f408617d1269ea1e'],
      origin: 'https://app.example.com',
      booking: elementBookingExample,
    },
    'places in bookable events': {
      permissions: ['availability'],
      origin: 'https://app.example.com',
      bookable_event_ids: ['yoga-2026-12-01'],
    },
  },
  responses: {
    200: {
      description: 'The token',
      schema: elementTokenShape,
      example: {
        element_token: {
          permissions: ['agenda'],
          origin: 'https://app.example.com',
          token: 'k1.a1b2c3d4.an-element-token',
          expires_in: elementTokenLifetime,
        },
      },
    },
    ...denied,
    ...bodyErrors,
  },
});
