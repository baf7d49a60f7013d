import { channelShape } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed } from '../shared/errors.js';
import { calendarList, flag, httpUrl } from '../shared/fields.js';
import { channelCall, channelExample } from './channel-shape.js';

/** Longest callback URL of a channel, in characters (CBK-8). */
const longestUrl = 128;

const calendarId = z.string({ error: keyed('must_be_string', 'a calendar id must be a string') });

/** Null counts as absent; unknown members are ignored. */
const filters = z
  .object(
    {
      calendar_ids: calendarList(calendarId)
        .refine((ids) => ids === undefined || ids.length > 0, {
          error: keyed('invalid_calendar_ids', 'filters.calendar_ids must name at least one calendar'),
        })
        .describe('Only changes in these calendars of the account. Default: in all.'),
      only_managed: z
        .preprocess((value) => value ?? undefined, flag('filters.only_managed'))
        .describe('True: only changes of events that the application created through the API. Default: false.'),
      profile_expiring: z
        .preprocess((value) => value ?? undefined, flag('filters.profile_expiring'))
        .describe(
          'True: also report when the connection of a profile ends within a day. An extension. Default: false.',
        ),
    },
    { error: keyed('invalid', 'filters must be an object') },
  )
  .nullish();

export const createChannelBody = z
  .object({
    callback_url: httpUrl('callback_url')
      .max(longestUrl, keyed('too_long', `callback_url may have at most ${longestUrl} characters`))
      .describe('URL to which notifications are sent, http or https. At most 128 characters.'),
    filters: filters.describe('Which changes it reports. Default: all.'),
  })
  .meta({ id: 'ChannelWrite' });

export type CreateChannelBody = z.output<typeof createChannelBody>;

export const createChannel = endpoint({
  ...channelCall,
  method: 'post',
  path: '/v1/channels',
  operation: 'createChannel',
  summary: 'Create a push channel that reports changes in the account',
  anyScope: ['read_events', 'read_free_busy'],
  description:
    "A notification reports that something changed, not what: read events with last_modified. The application's own writes are not reported. A channel whose callbacks fail for 24 hours, or whose URL answers 410, is closed.",
  example: { callback_url: channelExample.callback_url, filters: channelExample.filters },
  body: createChannelBody,
  responses: {
    200: {
      description: 'The channel; a verification is sent to its callback URL',
      schema: z.object({ channel: channelShape.describe('The new channel.') }),
      example: { channel: channelExample },
    },
    ...busErrors,
    ...bodyErrors,
  },
});
