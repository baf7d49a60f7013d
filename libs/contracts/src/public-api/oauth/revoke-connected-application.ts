import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, unsupportedType } from '../shared/errors.js';
import { htmlPage, journeyForm } from './pages.js';

export const revokeConnectedApplication = endpoint({
  method: 'post',
  path: '/connected-applications/revoke',
  operation: 'revokeConnectedApplication',
  summary: "Form: revoke an application's grant",
  tag: 'oauth',
  credential: 'browser',
  body: z.object({ account_id: z.string(), token: z.string() }),
  bodyTypes: journeyForm,
  responses: {
    303: { description: 'Back to the list', headers: { Location: '/connected-applications' } },
    400: htmlPage('The form is from another browser'),
    404: htmlPage('There is no such connection in this browser'),
    413: tooLarge,
    415: unsupportedType,
  },
});
