import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { journeyForm, journeyResponses } from './pages.js';

export const consent = endpoint({
  method: 'post',
  path: '/oauth/authorize/consent',
  operation: 'consent',
  summary: 'Journey form: allow or deny the named scopes',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({ journey: z.string(), decision: z.enum(['allow', 'deny']) }),
  bodyTypes: journeyForm,
  responses: journeyResponses,
});
