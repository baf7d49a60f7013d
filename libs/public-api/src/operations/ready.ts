import { endpoint } from '../shared/endpoint.js';
import { probe } from './health.js';

export const ready = endpoint({
  ...probe,
  path: '/health/ready',
  operation: 'ready',
  summary: 'Whether it can serve requests',
  description:
    'For a load balancer. Not ready before migrations are applied, while the program ends, and while a check fails.',
});
