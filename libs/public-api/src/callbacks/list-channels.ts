import { channelShape } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors } from '../shared/errors.js';
import { channelCall, channelExample } from './channel-shape.js';

export const listChannels = endpoint({
  ...channelCall,
  method: 'get',
  path: '/v1/channels',
  operation: 'listChannels',
  summary: "The application's channels on the account",
  description: 'With their filters, without those that were closed. Needs no particular scope.',
  responses: {
    200: {
      description: 'The channels, oldest first',
      schema: z.object({ channels: z.array(channelShape).describe('Open channels, oldest first.') }),
      example: { channels: [channelExample] },
    },
    ...busErrors,
  },
});
