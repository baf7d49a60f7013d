import { z } from 'zod';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { bodyErrors, busErrors, notFound } from '../shared/errors.js';
import { httpUrl } from '../shared/fields.js';
import { callbackCall } from './callback-call.js';

export const enableEndpointBody = z
  .object({ url: httpUrl('url').describe('The callback URL, one of GET /v1/callback_endpoints.') })
  .meta({ id: 'CallbackEndpointName' });

export const enableCallbackEndpoint = endpoint({
  ...callbackCall,
  method: 'post',
  path: '/v1/callback_endpoints/enable',
  operation: 'enableCallbackEndpoint',
  summary: 'Enable a disabled callback URL and send the callbacks that waited for it',
  description: 'For a receiver that works again: sending starts at once.',
  example: { url: 'https://example.com/callback' },
  body: enableEndpointBody,
  responses: {
    202: {
      description:
        'Callbacks that waited, and those that failed permanently since it began to fail, are sent. Empty body.',
    },
    ...busErrors,
    404: notFound,
    ...bodyErrors,
  },
});

export const enableCallbackEndpointOfApplication = ofApplication(enableCallbackEndpoint);
