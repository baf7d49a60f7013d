import { endpoint } from '../shared/endpoint.js';
import { probe } from './health.js';

export const live = endpoint({
  ...probe,
  path: '/health/live',
  operation: 'live',
  summary: 'Whether the process is alive',
  description: 'For a supervisor that restarts the process. Nothing else is checked.',
});
