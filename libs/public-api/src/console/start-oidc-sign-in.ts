import { endpoint } from '../shared/endpoint.js';

const toConsole = {
  description: 'To the console, with what failed after the # of its address',
  headers: { Location: '/console' },
};

export const startOidcSignIn = endpoint({
  method: 'get',
  path: '/console/oidc',
  operation: 'startOidcSignIn',
  summary: 'To the OpenID Connect issuer, to sign in to the console',
  tag: 'admin',
  credential: 'browser',
  description:
    'With PKCE, a state and a nonce, which a cookie of this browser keeps for 10 minutes. Without OIDC_ISSUER it returns to the console.',
  responses: {
    302: { description: 'To the issuer', headers: { Location: "The issuer's sign-in page" } },
    303: toConsole,
  },
});
