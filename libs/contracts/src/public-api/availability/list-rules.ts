import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors } from '../shared/errors.js';
import { ownCall } from './own-call.js';
import { ruleShape } from './rule.js';

export const listRules = endpoint({
  ...ownCall,
  method: 'get',
  path: '/v1/availability_rules',
  operation: 'listAvailabilityRules',
  summary: "List the account's availability rules",
  responses: {
    200: { description: 'The rules', schema: z.object({ availability_rules: z.array(ruleShape) }) },
    ...busErrors,
  },
});
