import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { linkCall } from './booking-link-shape.js';
import { foundSequence } from './found-sequence.js';
import { sequenceLinkParams } from './sequence-link-shape.js';

export const readSequenceLink = endpoint({
  tag: linkCall.tag,
  credential: 'api-key',
  method: 'get',
  path: '/v1/real_time_sequencing/{real_time_sequencing_id}',
  operation: 'readSequenceLink',
  summary: 'Read a booking link for a sequence: whether it is booked, and when each meeting takes place',
  description:
    'completed when every calendar has every event; the events then have their times. Until then it is open.',
  params: sequenceLinkParams,
  responses: { ...foundSequence, ...denied },
});
