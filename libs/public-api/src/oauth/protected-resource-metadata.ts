import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound } from '../shared/errors.js';

export const protectedResourceMetadata = endpoint({
  method: 'get',
  path: '/.well-known/oauth-protected-resource',
  operation: 'protectedResourceMetadata',
  summary: 'RFC 9728 metadata',
  tag: 'oauth',
  credential: 'none',
  description:
    'What a client needs to know to get tokens for this API: which authorization server issues them, and for which scopes.',
  responses: {
    200: {
      description: 'Metadata',
      schema: z.object({
        resource: z.url().describe('The API, as its clients address it.'),
        resource_name: z.string().describe('What people call it.'),
        authorization_servers: z.array(z.url()).describe('Issuers of the access tokens that it accepts (RFC 8414).'),
        scopes_supported: z.array(z.string()).describe('The scopes of these tokens.'),
        bearer_methods_supported: z
          .array(z.enum(['header', 'body', 'query']))
          .describe('How tokens are sent (RFC 6750 §2): in the header only.'),
        resource_documentation: z.url().describe('Where people read about the API.'),
      }),
      example: {
        resource: 'https://calendar.example.com',
        resource_name: 'Kalends',
        authorization_servers: ['https://calendar.example.com'],
        scopes_supported: ['read_events', 'create_event', 'delete_event'],
        bearer_methods_supported: ['header'],
        resource_documentation: 'https://calendar.example.com/docs',
      },
    },
    404: notFound,
  },
});
