import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { ownCall } from './own-call.js';
import { ruleId } from './rule.js';

export const deleteRule = endpoint({
  ...ownCall,
  method: 'delete',
  path: '/v1/availability_rules/{availability_rule_id}',
  operation: 'deleteAvailabilityRule',
  summary: 'Delete an availability rule',
  description: 'The next availability query does not use it. Needs no particular scope.',
  params: ruleId,
  responses: { 202: { description: 'Deleted. Empty body.' }, 404: notFound, ...busErrors },
});
