import { endpoint } from '../shared/endpoint.js';
import { busErrors, denied } from '../shared/errors.js';
import { elementHoldCall } from './element-hold-call.js';

export const releaseElementHold = endpoint({
  ...elementHoldCall,
  method: 'post',
  path: '/v1/element_holds/release',
  operation: 'releaseElementHold',
  summary: 'Release the hold of the token',
  description:
    'The time is free at once, unless its event has been confirmed. A page that is closing sends it without a body, as a simple request without a preflight.',
  responses: { 202: { description: 'Released, or there was none. Empty body.' }, ...denied, ...busErrors },
});
