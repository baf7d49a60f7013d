import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

export const asyncapiEndpoint = endpoint({
  method: 'get',
  path: '/asyncapi.json',
  operation: 'asyncapi',
  summary: 'The messages between the services',
  tag: 'operations',
  credential: 'none',
  description: 'Topics with the schemas of their messages, for operators who read what is on the bus.',
  responses: {
    200: {
      description: 'AsyncAPI 3',
      schema: z.record(z.string(), z.unknown()),
      example: { asyncapi: '3.0.0', info: { title: 'Kalends', version: '1' }, channels: {}, operations: {} },
    },
  },
});
