import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, busErrors, notFound } from '../shared/errors.js';
import { closedObject } from '../shared/unsupported.js';
import { callbackFilter } from './list-callbacks.js';

/** Callbacks that one call replays. */
export const maxReplayed = 500;

export const replayCallbacks = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/callbacks/replay',
  operation: 'replayCallbacks',
  summary: 'Send the callbacks of a filter again, each under its webhook-id',
  ...byAdminKey,
  description:
    'The newest 500 of them at most, sent in the order in which they came to be. total_callbacks of the list with the same filter is their number. One entry of the audit has the filter and the number. Those whose URL is disabled wait until it is enabled.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  example: { status: 'failed', url: 'https://example.com/callback' },
  moreExamples: { 'of one invite': { smart_invite_id: 'board-2027-01' } },
  body: closedObject(callbackFilter).meta({ id: 'CallbackFilter' }),
  responses: {
    200: {
      description: 'They are sent again',
      schema: z.object({
        replayed: z.number().int().describe('How many are sent now.'),
        left: z.number().int().describe('How many match beyond the 500 of this call.'),
      }),
      example: { replayed: 42, left: 0 },
    },
    404: notFound,
    ...bodyErrors,
    ...busErrors,
    ...adminDenied,
  },
});
