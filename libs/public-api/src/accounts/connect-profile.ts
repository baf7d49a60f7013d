import { passwordProviderName } from '@kalends/contracts';
import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, keyed, notFound, timedOut, unavailable } from '../shared/errors.js';
import { filled, text } from '../shared/fields.js';
import { closedObject, notSupported } from '../shared/unsupported.js';
import { connectedProfileExample, connectedProfileShape } from './connected-profile-shape.js';

const address = text('url')
  .max(2048, keyed('too_long', 'url may have at most 2048 characters'))
  .refine((value) => URL.canParse(value) && /^(?:https?|webcals?):$/.test(new URL(value).protocol), {
    error: keyed('invalid_url', 'url is not an http, https or webcal URL'),
  });

export const connectProfileEndpoint = endpoint({
  method: 'post',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'connectProfile',
  summary: 'Connect a CalDAV or Apple account, or a published calendar, to an account',
  ...byAdminKey,
  description:
    'Tries the credentials at the provider, which may take up to 15 seconds. The same user at the same server is the same profile: it is connected again. For ics, the address of a published calendar (https, http or webcal) is all that is needed; it is stored encrypted, and the same address in the same account is the same profile.',
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
      .describe('apple for iCloud, ics for a published calendar (read only), caldav for any other server.'),
    url: address
      .optional()
      .describe(
        'Address of the CalDAV server, or of the published calendar. Required for caldav and ics. Default for apple: that of iCloud.',
      ),
    username: filled('username', 320)
      .optional()
      .describe('Name at the provider. At most 320 characters. Required, except for ics, which has none.'),
    password: z
      .string()
      .min(1, keyed('required', 'password must be specified'))
      .max(1024)
      .optional()
      .describe(
        'Password at the provider, stored encrypted; for apple one made for an application. Required, except for ics, which has none.',
      ),
  })
    .superRefine((body, context) => {
      const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      const { provider_name: name, url } = body;
      if (name !== 'apple' && !url) issue('url', keyed('required', 'url must be specified'));
      if (name !== 'ics' && url !== undefined && !/^https?:/i.test(url))
        issue('url', keyed('invalid_url', 'url is not an http or https URL'));
      for (const field of ['username', 'password'] as const) {
        const isGiven = body[field] !== undefined;
        if (name !== 'ics' && !isGiven) issue(field, keyed('required', `${field} must be specified`));
        if (name === 'ics' && isGiven) issue(field, notSupported(`a published calendar has no ${field}`));
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
