import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, keyed, notFound } from '../shared/errors.js';
import { plainText } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';

const secondsMessage = keyed('must_be_integer', 'session_seconds must be a whole number from 60 to 43200');

export const createConsoleLink = endpoint({
  method: 'post',
  path: '/admin/v1/console_links',
  operation: 'createConsoleLink',
  summary: 'Create a link that signs in to the console once',
  ...byAdminKey,
  description:
    "Only with the deployment's admin key. With sub, who opens it reads this account and nothing else: for the administrator of a customer.",
  example: { sub: 'acc_5ba21743f408617d1269ea1e', session_seconds: 3600 },
  moreExamples: { 'for an operator': { role: 'operator' } },
  body: closedObject({
    role: z
      .enum(['viewer', 'operator', 'admin'], {
        error: keyed('not_recognized', 'role must be viewer, operator or admin'),
      })
      .default('viewer')
      .describe('What who opens it may do. Default: viewer.'),
    sub: plainText('sub', 200)
      .optional()
      .describe('Only this account may be read, with the role viewer. Default: all.'),
    session_seconds: z
      .number({ error: secondsMessage })
      .int(secondsMessage)
      .min(60, secondsMessage)
      .max(43_200, secondsMessage)
      .default(3_600)
      .describe('Seconds after which the session ends, 60 to 43200. Default: 3600.'),
  }).meta({ id: 'ConsoleLinkWrite' }),
  responses: {
    201: {
      description: 'The address is shown only in this response',
      schema: z.object({
        url: z.string().describe('The address to open in a browser; it works once.'),
        expires_at: z.string().describe('Until when it has to be opened, in UTC.'),
      }),
      example: { url: 'https://kalends.example.com/console#sign-in=the-token', expires_at: '2026-11-19T08:10:00.000Z' },
    },
    404: notFound,
    ...bodyErrors,
    ...adminDenied,
  },
});
