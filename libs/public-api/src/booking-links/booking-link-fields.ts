import { z } from 'zod';
import { writtenFields } from '../events/written-event.js';
import { keyed } from '../shared/errors.js';
import { httpUrl, plainText } from '../shared/fields.js';
import { unsupported } from '../shared/unsupported.js';

/** Most calendars that a link writes to. */
export const maxTargets = 100;

const { start: _start, end: _end, attendees: _attendees, recurrence: _recurrence, ...others } = writtenFields;

export const hourFormat = z
  .enum(['h', 'H'], { error: keyed('not_recognized', 'formatting.hour_format must be h or H') })
  // generators of clients make the same name of both
  .meta({ 'x-enum-varnames': ['TWELVE_HOURS', 'TWENTY_FOUR_HOURS'] })
  .nullish()
  .describe('h: twelve hours, H: twenty-four. Default: as the visitor’s language has it.');

/** An event without times, which the visitor chooses: `start` and `end` are ignored, since clients send them. */
export const bookedEvent = z
  .object({
    ...others,
    attendees: unsupported('attendees', 'the members of the query are the participants'),
    recurrence: unsupported('recurrence', 'a booking is one event'),
  })
  .meta({ id: 'BookedEventWrite' });

const callbackUrl = (name: string) =>
  httpUrl(name).refine((value) => value.length <= 2048, keyed('too_long', `${name} may have at most 2,048 characters`));

export const oauthOfLink = z.object({
  redirect_uri: httpUrl('oauth.redirect_uri').describe(
    'Where the page leads when it is done: the address of its link back to the application. At most 2,048 characters.',
  ),
  scope: plainText('oauth.scope', 1024).nullish().describe('Accepted and not used. At most 1,024 characters.'),
  state: plainText('oauth.state', 1024)
    .nullish()
    .describe('Added to redirect_uri as a parameter. At most 1,024 characters.'),
});

export const callbackUrlsOfLink = z.object({
  completed_url: callbackUrl('callback_urls.completed_url')
    .nullish()
    .describe('Called when a time is booked. Default: callback_url.'),
  no_times_suitable_url: callbackUrl('callback_urls.no_times_suitable_url')
    .nullish()
    .describe('Called when the visitor reports that none of the times fits.'),
  no_times_displayed_url: callbackUrl('callback_urls.no_times_displayed_url')
    .nullish()
    .describe('Called when the page had no time to offer.'),
  rescheduled_url: callbackUrl('callback_urls.rescheduled_url')
    .nullish()
    .describe('Called when the visitor has moved the booking. Default: completed_url. An extension.'),
  cancelled_url: callbackUrl('callback_urls.cancelled_url')
    .nullish()
    .describe('Called when the visitor has cancelled the booking. Default: completed_url. An extension.'),
});

export const redirectUrlsOfLink = z.object({
  completed_url: httpUrl('redirect_urls.completed_url')
    .nullish()
    .describe(
      'Where the browser goes when a time is booked, with the parameter token. Default: the page shows the booking.',
    ),
});

const changes = ['reschedule', 'cancel'] as const;

export const allowedChanges = z
  .array(z.enum(changes, { error: keyed('not_recognized', 'allow may have reschedule and cancel') }), {
    error: keyed('must_be_list', 'allow must be a list of reschedule and cancel'),
  })
  .max(8, keyed('too_many', 'allow may have at most 8 entries'))
  .nullish()
  .describe(
    'What whoever has the link may do with the booked time on its page, until it begins: reschedule, cancel. At most 8. Default: nothing. An extension.',
  );

export const callbackUrlOfLink = callbackUrl('callback_url')
  .nullish()
  .describe('The earlier name of callback_urls.completed_url.');
