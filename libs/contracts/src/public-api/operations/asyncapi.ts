import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

export const asyncapiEndpoint = endpoint({
  method: 'get',
  path: '/asyncapi.json',
  operation: 'asyncapi',
  summary: 'The messages between the services',
  tag: 'operations',
  credential: 'none',
  responses: { 200: { description: 'AsyncAPI 3', schema: z.record(z.string(), z.unknown()) } },
});
