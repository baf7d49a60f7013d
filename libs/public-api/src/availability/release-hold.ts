import { endpoint } from '../shared/endpoint.js';
import { notFound, busErrors } from '../shared/errors.js';
import { holdCall, holdParams } from './hold-call.js';

export const releaseHold = endpoint({
  ...holdCall,
  method: 'delete',
  path: '/v1/holds/{hold_id}',
  operation: 'releaseHold',
  allScopes: ['create_event'],
  summary: 'Release a hold',
  description: "The time is free at once. With a user's token, only a hold on that user alone.",
  params: holdParams,
  responses: {
    202: { description: 'Released. Empty body.' },
    404: notFound,
    ...busErrors,
  },
});
