import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

export const openapiEndpoint = endpoint({
  method: 'get',
  path: '/openapi.json',
  operation: 'openapi',
  summary: 'This document',
  tag: 'operations',
  credential: 'none',
  description: 'The public calls only; /docs/journey.json and /docs/admin.json have the others.',
  responses: {
    200: {
      description: 'OpenAPI 3.0',
      schema: z.record(z.string(), z.unknown()),
      example: { openapi: '3.0.3', info: { title: 'Kalends', version: '1' }, paths: {} },
    },
  },
});
