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
  params: z.object({ channel_id: z.string() }),
  responses: { 202: { description: 'The channel is closed. Empty body.' }, ...busErrors, 404: notFound },
});
