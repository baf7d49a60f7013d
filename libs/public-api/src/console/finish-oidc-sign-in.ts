import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

export const finishOidcSignIn = endpoint({
  method: 'get',
  path: '/console/oidc/callback',
  operation: 'finishOidcSignIn',
  summary: "The OpenID Connect issuer's redirect target; register this address there",
  tag: 'admin',
  credential: 'browser',
  description:
    'Begins a session with the role that the claims of OIDC_ROLES_CLAIM give. The role is read again at the issuer every 5 minutes while the session is used; a removed one ends it.',
  query: z.object({
    state: z.string().optional().describe('The state that was sent to the issuer.'),
    code: z.string().optional().describe("The issuer's authorization code; absent if the person did not sign in."),
    iss: z.string().optional().describe('The issuer (RFC 9207).'),
    error: z.string().optional().describe("The issuer's error code; absent if the person signed in."),
  }),
  responses: {
    303: {
      description: 'To the console, signed in, or with what failed after the # of its address',
      headers: { Location: '/console' },
    },
  },
});
