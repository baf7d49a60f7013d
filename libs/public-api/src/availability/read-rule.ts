import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { ownCall } from './own-call.js';
import { ruleExample, ruleId, ruleShape } from './rule.js';

export const readRule = endpoint({
  ...ownCall,
  elements: ['managed_availability'],
  method: 'get',
  path: '/v1/availability_rules/{availability_rule_id}',
  operation: 'readAvailabilityRule',
  summary: 'Read an availability rule',
  description: 'One of the rules that the application stored for the account. Needs no particular scope.',
  params: ruleId,
  responses: {
    200: {
      description: 'The rule',
      schema: z.object({ availability_rule: ruleShape.describe('The rule.') }),
      example: { availability_rule: ruleExample },
    },
    404: notFound,
    ...busErrors,
  },
});
