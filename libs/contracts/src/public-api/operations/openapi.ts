import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

export const openapiEndpoint = endpoint({
  method: 'get',
  path: '/openapi.json',
  operation: 'openapi',
  summary: 'This document',
  tag: 'operations',
  credential: 'none',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
});
