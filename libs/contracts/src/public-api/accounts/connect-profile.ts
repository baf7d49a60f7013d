import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, keyed, notFound, timedOut, unavailable } from '../shared/errors.js';
import { filled, httpUrl } from '../shared/fields.js';
import { connectedProfileShape } from './connected-profile-shape.js';

export const connectProfileEndpoint = endpoint({
  method: 'post',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'connectProfile',
  summary: 'Connect a CalDAV or Apple account to an account',
  ...byAdminKey,
  params: z.object({ sub: z.string() }),
  body: z
    .object({
      provider_name: z.enum(['apple', 'caldav'], {
        error: keyed('not_recognized', 'provider_name is apple or caldav'),
      }),
      url: httpUrl('url').optional(),
      username: filled('username', 320),
      password: z.string().min(1, keyed('required', 'password must be specified')).max(1024),
    })
    .superRefine((body, context) => {
      if (body.provider_name === 'caldav' && !body.url) {
        context.addIssue({ code: 'custom', path: ['url'], message: keyed('required', 'url must be specified') });
      }
    })
    .meta({ id: 'ProfileWrite' }),
  responses: {
    201: { description: 'Connected; the first sync is in progress', schema: connectedProfileShape },
    404: notFound,
    ...bodyErrors,
    ...adminDenied,
    503: unavailable,
    504: timedOut,
  },
});
