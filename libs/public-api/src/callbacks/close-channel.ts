import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { channelCall } from './channel-shape.js';

export const closeChannel = endpoint({
  ...channelCall,
  method: 'delete',
  path: '/v1/channels/{channel_id}',
  operation: 'closeChannel',
  summary: 'Close a channel; its pending notifications are dropped',
  description: 'Of the application, on the account of the token. Needs no particular scope.',
  params: z.object({ channel_id: z.string().describe('The channel, one of GET /v1/channels.') }),
  responses: { 202: { description: 'The channel is closed. Empty body.' }, ...busErrors, 404: notFound },
});
