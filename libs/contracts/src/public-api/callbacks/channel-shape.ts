import { z } from 'zod';
import { channelFilters } from '../../notifier/channel-query.js';

export const channelShape = z
  .object({
    channel_id: z.string(),
    callback_url: z.string(),
    filters: channelFilters.meta({ description: 'The requested filters' }),
  })
  .meta({ id: 'Channel' });

export const channelCall = { credential: 'access-token', tag: 'channels' } as const;
