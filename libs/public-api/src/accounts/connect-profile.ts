import { passwordProviderName } from '@kalends/contracts';
import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, keyed, notFound, timedOut, unavailable } from '../shared/errors.js';
import { filled, httpUrl } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { connectedProfileExample, connectedProfileShape } from './connected-profile-shape.js';

export const connectProfileEndpoint = endpoint({
  method: 'post',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'connectProfile',
  summary: 'Connect a CalDAV or Apple account to an account',
  ...byAdminKey,
  description:
    'Tries the credentials at the provider, which may take up to 15 seconds. The same user at the same server is the same profile: it is connected again.',
  example: {
    provider_name: 'caldav',
    url: 'https://caldav.example.com/',
    username: 'ada@example.com',
    password: 'a-password',
  },
  params: z.object({ sub: z.string().describe('The account, by its id.') }),
  body: closedObject({
    provider_name: z
      .enum(passwordProviderName.options, {
        error: keyed('not_recognized', `provider_name is ${passwordProviderName.options.join(' or ')}`),
      })
      .describe('apple for iCloud, caldav for any other server.'),
    url: httpUrl('url')
      .optional()
      .describe('Address of the CalDAV server. Required for caldav. Default for apple: that of iCloud.'),
    username: filled('username', 320).describe('Name at the provider. At most 320 characters.'),
    password: z
      .string()
      .min(1, keyed('required', 'password must be specified'))
      .max(1024)
      .describe('Password at the provider, stored encrypted; for apple one made for an application.'),
  })
    .superRefine((body, context) => {
      if (body.provider_name === 'caldav' && !body.url) {
        context.addIssue({ code: 'custom', path: ['url'], message: keyed('required', 'url must be specified') });
      }
    })
    .meta({ id: 'ProfileWrite' }),
  responses: {
    201: {
      description: 'Connected; the first sync is in progress',
      schema: connectedProfileShape,
      example: { ...connectedProfileExample, initial_sync: 'pending', last_sync: null },
    },
    404: notFound,
    ...bodyErrors,
    ...adminDenied,
    503: unavailable,
    504: timedOut,
  },
});
