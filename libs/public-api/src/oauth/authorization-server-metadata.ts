import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound } from '../shared/errors.js';

export const authorizationServerMetadata = endpoint({
  method: 'get',
  path: '/.well-known/oauth-authorization-server',
  operation: 'authorizationServerMetadata',
  summary: 'RFC 8414 metadata',
  tag: 'oauth',
  credential: 'none',
  description:
    'Addresses and abilities of this authorization server, for client libraries that configure themselves from its address.',
  responses: {
    200: {
      description: 'Metadata',
      schema: z.record(z.string(), z.unknown()),
      example: {
        issuer: 'https://calendar.example.com',
        authorization_endpoint: 'https://calendar.example.com/oauth/authorize',
        token_endpoint: 'https://calendar.example.com/oauth/token',
        revocation_endpoint: 'https://calendar.example.com/oauth/token/revoke',
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        scopes_supported: ['read_events', 'create_event', 'delete_event'],
        authorization_response_iss_parameter_supported: true,
      },
    },
    404: notFound,
  },
});
