import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors } from '../shared/errors.js';
import { ownCall } from './own-call.js';
import { ruleExample, ruleShape } from './rule.js';

export const listRules = endpoint({
  ...ownCall,
  elements: ['managed_availability'],
  method: 'get',
  path: '/v1/availability_rules',
  operation: 'listAvailabilityRules',
  summary: "List the account's availability rules",
  description: 'All rules that the application stored for the account, in one answer. Needs no particular scope.',
  responses: {
    200: {
      description: 'The rules',
      schema: z.object({ availability_rules: z.array(ruleShape).describe('The rules; empty if there are none.') }),
      example: { availability_rules: [ruleExample] },
    },
    ...busErrors,
  },
});
