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
  description:
    'All tokens of the account end. Kalends ends its access to the calendars at their providers, erases passwords and tokens, and answers nothing more about the account.',
  example: { account_id: 'acc_5ba21743f408617d1269ea1e', token: 'the-sealed-account' },
  body: z.object({
    account_id: z.string().describe('The account, by its id.'),
    token: z.string().describe('The account, sealed for this browser, as the list has it.'),
  }),
  bodyTypes: journeyForm,
  responses: {
    303: {
      description: 'Back to the list',
      headers: { Location: '/connected-applications?revoked=the-sealed-account' },
    },
    400: htmlPage('The form is from another browser'),
    404: htmlPage('There is no such connection in this browser'),
    413: tooLarge,
    415: unsupportedType,
  },
});
