import { z } from 'zod';
import { channelFilters } from '../notifier/channel-query.js';
import { endpoint } from './endpoint.js';
import { bodyErrors, forbidden, keyed, notFound, timedOut, unauthorized, unavailable } from './errors.js';
import { flag, httpUrl, listOf } from './fields.js';

/** Contract §2: a channel's URL may have so many characters. */
const longestUrl = 128;

const calendarId = z.string({ error: keyed('must_be_string', 'a calendar id must be a string') });

/** Null counts as not given; members that are not known are left out. */
const filters = z
  .object(
    {
      calendar_ids: listOf(calendarId).refine((ids) => ids === undefined || ids.length > 0, {
        error: keyed('invalid_calendar_ids', 'filters.calendar_ids must name at least one calendar'),
      }),
      only_managed: z.preprocess((value) => value ?? undefined, flag('filters.only_managed')),
    },
    { error: keyed('invalid', 'filters must be an object') },
  )
  .nullish();

export const createChannelBody = z
  .object({
    callback_url: httpUrl('callback_url').max(
      longestUrl,
      keyed('too_long', `callback_url may have at most ${longestUrl} characters`),
    ),
    filters,
  })
  .meta({ id: 'NewChannel' });
export type CreateChannelBody = z.output<typeof createChannelBody>;

export const channelShape = z
  .object({
    channel_id: z.string(),
    callback_url: z.string(),
    filters: channelFilters.meta({ description: 'Those that were given' }),
  })
  .meta({ id: 'Channel' });

const common = { credential: 'access-token', tag: 'channels' } as const;
const asked = { 401: unauthorized, 403: forbidden, 503: unavailable, 504: timedOut };

export const createChannel = endpoint({
  ...common,
  method: 'post',
  path: '/v1/channels',
  operation: 'createChannel',
  summary: 'Be told when something changes in the account',
  anyScope: ['read_events', 'read_free_busy'],
  body: createChannelBody,
  responses: {
    200: { description: 'The channel; a verification is sent to it', schema: z.object({ channel: channelShape }) },
    ...asked,
    ...bodyErrors,
  },
});

export const listChannels = endpoint({
  ...common,
  method: 'get',
  path: '/v1/channels',
  operation: 'listChannels',
  summary: "The application's channels on the account",
  responses: {
    200: { description: 'They, oldest first', schema: z.object({ channels: z.array(channelShape) }) },
    ...asked,
  },
});

export const closeChannel = endpoint({
  ...common,
  method: 'delete',
  path: '/v1/channels/{channel_id}',
  operation: 'closeChannel',
  summary: 'Close a channel; what it had still to tell is dropped',
  params: z.object({ channel_id: z.string() }),
  responses: { 202: { description: 'It is closed. Empty body.' }, ...asked, 404: notFound },
});
