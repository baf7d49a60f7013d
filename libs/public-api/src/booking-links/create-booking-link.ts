import { z } from 'zod';
import { availabilityBody } from '../availability/query-availability.js';
import { duration, reference } from '../availability/availability-fields.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, busErrors } from '../shared/errors.js';
import { zone } from '../shared/fields.js';
import {
  allowedChanges,
  bookedEvent,
  callbackUrlOfLink,
  callbackUrlsOfLink,
  hourFormat,
  maxTargets,
  oauthOfLink,
  redirectUrlsOfLink,
} from './booking-link-fields.js';
import { bookingLinkAnswer, bookingLinkExample, linkCall } from './booking-link-shape.js';

const creations = ['default', 'single'] as const;
const modes = ['confirm', 'no_confirm'] as const;

export const createBookingLinkBody = z
  .object({
    oauth: oauthOfLink.describe('Where the visitor returns to.'),
    event: bookedEvent.describe(
      'The event to book, as POST /v1/calendars/{calendar_id}/events takes it, without its times.',
    ),
    availability: availabilityBody.describe(
      'Which times are offered, as POST /v1/availability takes it; periods are offered as overlapping_slots.',
    ),
    target_calendars: z
      .array(
        z.object({
          sub: reference('sub').describe('The account, by its id. At most 256 characters.'),
          calendar_id: reference('calendar_id').describe('One of its calendars. At most 256 characters.'),
        }),
        { error: keyed('must_be_list', 'target_calendars must be a list of {sub, calendar_id}') },
      )
      .max(maxTargets, keyed('too_many', `target_calendars may have at most ${maxTargets} entries`))
      .nullish()
      .describe(
        'The calendars that get the event: those of the people who take part, and of accounts that were not queried. Read-only ones are passed over. At most 100. Default: none; the callback has the time.',
      ),
    event_creation: z
      .enum(creations, { error: keyed('not_recognized', 'event_creation must be default or single') })
      .nullish()
      .describe(
        'default: an event in each of these calendars; single: one in the first of them, with the others as attendees. Default: default.',
      ),
    tzid: zone('tzid')
      .nullish()
      .describe(
        'Time zone of the event, and of the page until the visitor’s is known. Default: event.tzid, else Etc/UTC.',
      ),
    formatting: z
      .object({
        hour_format: hourFormat,
      })
      .nullish()
      .describe('How the page shows times.'),
    minimum_notice: duration('minimum_notice', 0)
      .nullish()
      .describe('No time is offered that begins sooner than this from now. Default: 0.'),
    selection_mode: z
      .enum(modes, { error: keyed('not_recognized', 'selection_mode must be confirm or no_confirm') })
      .nullish()
      .describe(
        'confirm: the visitor confirms the chosen time; no_confirm: choosing a time books it. Default: confirm.',
      ),
    callback_url: callbackUrlOfLink,
    callback_urls: callbackUrlsOfLink.nullish().describe('What is called when.'),
    redirect_urls: redirectUrlsOfLink.nullish().describe('Where the browser goes when.'),
    allow: allowedChanges,
  })
  .meta({ id: 'BookingLinkWrite' });

export type CreateBookingLinkBody = z.output<typeof createBookingLinkBody>;

const availability = {
  participants: [{ members: [{ sub: 'acc_5ba21743f408617d1269ea1e' }], required: 'all' }],
  required_duration: { minutes: 30 },
  query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
};

const example = {
  oauth: { redirect_uri: 'https://app.example/done', state: 'visit-42' },
  event: { event_id: 'visit-42', summary: 'Site visit', location: { description: 'Gate 3' } },
  availability,
  target_calendars: [{ sub: 'acc_5ba21743f408617d1269ea1e', calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu' }],
  tzid: 'Europe/London',
  callback_urls: { completed_url: 'https://app.example/booked' },
};

export const createBookingLink = endpoint({
  ...linkCall,
  method: 'post',
  path: '/v1/real_time_scheduling',
  operation: 'createBookingLink',
  summary:
    'Create a link on which one person picks a time; the event is then in every calendar, and a callback reports it',
  description:
    'The link is for one booking. Its page offers the times at which the meeting is possible when it is opened, and a time is checked again when it is chosen. client_id and client_secret may be in the body in place of the API key.',
  example,
  moreExamples: {
    'with everything': {
      ...example,
      event: {
        ...example.event,
        tzid: 'Europe/London',
        location: { description: 'Royal Observatory', lat: '51.4769', long: '-0.0005' },
        tags: [{ value: 'sales' }],
        conferencing: {
          profile_id: 'explicit',
          join_url: 'https://acme.zoom.us/j/123',
          provider_description: 'Our Zoom',
        },
      },
      oauth: { ...example.oauth, scope: 'read_write' },
      event_creation: 'single',
      formatting: { hour_format: 'H' },
      minimum_notice: { hours: 4 },
      selection_mode: 'no_confirm',
      callback_url: 'https://app.example/booked',
      callback_urls: {
        completed_url: 'https://app.example/booked',
        no_times_suitable_url: 'https://app.example/none-fits',
        no_times_displayed_url: 'https://app.example/none-shown',
        rescheduled_url: 'https://app.example/moved',
        cancelled_url: 'https://app.example/cancelled',
      },
      redirect_urls: { completed_url: 'https://app.example/thanks' },
      allow: ['reschedule', 'cancel'],
    },
  },
  body: createBookingLinkBody,
  responses: {
    200: {
      description: 'Created',
      schema: bookingLinkAnswer.extend({ url: z.string().describe('The address of its page, once more.') }),
      example: { url: bookingLinkExample.url, real_time_scheduling: bookingLinkExample },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
