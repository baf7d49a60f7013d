import { endpoint } from '../shared/endpoint.js';
import { probe } from './health.js';

export const ready = endpoint({
  ...probe,
  path: '/health/ready',
  operation: 'ready',
  summary: 'Can it take requests',
});
