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
  responses: { 200: { description: 'Metadata', schema: z.record(z.string(), z.unknown()) }, 404: notFound },
});
